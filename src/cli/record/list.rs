//! A JSON list that is written as it grows, so that its length costs no memory.

use serde_json::Value;

use super::super::console::Console;
use super::super::exit::Result;

/// The list: nothing is written before its first value or its end.
#[derive(Default)]
pub struct List {
    begun: bool,
}

impl List {
    /// Adds a value.
    pub fn add(&mut self, value: &Value, console: &mut Console) -> Result {
        console.text(if self.begun { ",\n" } else { "[\n" })?;
        self.begun = true;
        console.text(format_args!("{value:#}"))
    }

    /// Ends the list.
    pub fn end(self, console: &mut Console) -> Result {
        console.text(if self.begun { "\n]" } else { "[]" })
    }
}
