//! CARN text to `Ast` and back.
