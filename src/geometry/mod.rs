//! The empty board: axes, squares, displacements, directions, regions, orientations.
