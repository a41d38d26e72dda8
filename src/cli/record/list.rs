//! A JSON list written incrementally, so that its length needs no memory.

use serde_json::Value;

use super::super::console::Console;
use super::super::exit::Result;

/// The list. Nothing is written before its first value or its end.
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
