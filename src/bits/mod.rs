//! Square sets of several widths behind one trait.
