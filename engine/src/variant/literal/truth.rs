//! Three-valued logic: a test that must not be evaluated is neither true nor false.

/// True, false or unknown, with Kleene's truth tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Truth {
    /// False.
    False,
    /// Unknown: the value depends on a test that would recurse.
    Unknown,
    /// True.
    True,
}

impl Truth {
    /// Conjunction: the smaller value.
    pub fn and(self, other: Self) -> Self {
        self.min(other)
    }

    /// Disjunction: the larger value.
    pub fn or(self, other: Self) -> Self {
        self.max(other)
    }
}

impl std::ops::Not for Truth {
    type Output = Self;

    /// Negation; unknown stays unknown.
    fn not(self) -> Self {
        match self {
            Self::False => Self::True,
            Self::Unknown => Self::Unknown,
            Self::True => Self::False,
        }
    }
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds { Self::True } else { Self::False }
    }
}
