//! What a variant needs at run time, computed once at load.
