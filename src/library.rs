//! The shipped rule files, embedded.
