//! Rule file and `Ast` to `Variant` and `Origins`: read, resolve, validate, lower, suggest.
