//! What the rules mean, square by square.
