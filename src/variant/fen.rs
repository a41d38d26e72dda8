//! FEN: the text of a setup, given the variant that it belongs to.
