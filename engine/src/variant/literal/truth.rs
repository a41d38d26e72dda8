//! Three-valued truth: a question that may not be asked is neither true nor false.

/// True, false, or unknown, by Kleene's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Truth {
    /// It does not hold.
    False,
    /// It depends on a question that would regress.
    Unknown,
    /// It holds.
    True,
}

impl Truth {
    /// Both hold: the lesser of the two.
    pub fn and(self, other: Self) -> Self {
        self.min(other)
    }

    /// One holds: the greater of the two.
    pub fn or(self, other: Self) -> Self {
        self.max(other)
    }
}

impl std::ops::Not for Truth {
    type Output = Self;

    /// What holds does not; the unknown stays unknown.
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
