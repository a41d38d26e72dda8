//! A source text, byte spans, line and column.
