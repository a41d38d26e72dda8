//! The rules as compiled: roles, movements, predicates, effects, endings. No spans, no text.
