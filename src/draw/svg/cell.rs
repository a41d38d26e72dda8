//! The outline of a square, which marks follow: a square or a hexagon.

use super::SIDE;

/// The distance between lines of a hatched square.
const HATCH: usize = 12;

/// One square of the board in a picture.
pub struct Cell {
    /// The centre of its piece, from the left and from the top.
    pub at: (usize, usize),
    /// The corners if it is not a plain square, in the same units.
    corners: Option<Vec<(f64, f64)>>,
}

impl Cell {
    /// A square around a point.
    pub const fn square(at: (usize, usize)) -> Self {
        Self { at, corners: None }
    }

    /// A shape whose corners are given relative to the point.
    pub fn shaped((x, y): (usize, usize), corners: &[(f64, f64)]) -> Self {
        let corners = corners.iter().map(|&(dx, dy)| (x as f64 + dx, y as f64 + dy)).collect();
        Self { at: (x, y), corners: Some(corners) }
    }

    /// The start tag of an outline element, inset by `inset`, with rounded corners if it is a square. The caller adds
    /// attributes and closes it.
    pub fn shape(&self, inset: usize, round: usize) -> String {
        let Some(corners) = &self.corners else {
            let (left, top, side) = (self.left() + inset, self.top() + inset, SIDE - 2 * inset);
            let round = if round > 0 { format!(" rx=\"{round}\"") } else { String::new() };
            return format!("<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\"{round}");
        };
        let middle = middle(corners);
        let points: Vec<String> = corners
            .iter()
            .map(|&corner| {
                let (x, y) = toward(corner, middle, inset as f64);
                format!("{x:.1},{y:.1}")
            })
            .collect();
        format!("<polygon points=\"{}\"", points.join(" "))
    }

    /// Hatching lines from the upper right to the lower left.
    pub fn hatch(&self) -> String {
        let (left, top) = (self.left(), self.top());
        let mut hatch = String::new();
        let Some(corners) = &self.corners else {
            for at in (0..2 * SIDE).step_by(HATCH).skip(1) {
                let (from, to) = (at.min(SIDE), at.saturating_sub(SIDE));
                hatch += &format!("M{} {}L{} {}", left + from, top + to, left + to, top + from);
            }
            return hatch;
        };
        // The sum of coordinates is constant along each line.
        let sums = || corners.iter().map(|(x, y)| x + y);
        let (least, most) = (sums().fold(f64::MAX, f64::min), sums().fold(f64::MIN, f64::max));
        let first = (left + top + HATCH) as f64;
        let mut sum = first - ((first - least) / HATCH as f64).floor() * HATCH as f64;
        while sum < most {
            let next = corners.iter().cycle().skip(1);
            let mut met: Vec<(f64, f64)> = corners
                .iter()
                .zip(next)
                .filter_map(|(&(ax, ay), &(bx, by))| {
                    let (a, b) = (ax + ay - sum, bx + by - sum);
                    let share = a / (a - b);
                    (a.signum() != b.signum()).then_some((ax + share * (bx - ax), ay + share * (by - ay)))
                })
                .collect();
            met.sort_by(|a, b| b.0.total_cmp(&a.0));
            if let ([from, ..], [.., to]) = (met.as_slice(), met.as_slice()) {
                hatch += &format!("M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, to.0, to.1);
            }
            sum += HATCH as f64;
        }
        hatch
    }

    /// The angles at its corners.
    pub fn angles(&self) -> String {
        let arm = SIDE / 4;
        let Some(corners) = &self.corners else {
            let (left, top) = (self.left() + 2, self.top() + 2);
            let (right, bottom) = (left + SIDE - 4, top + SIDE - 4);
            return format!(
                "M{} {top}H{left}V{}M{} {top}H{right}V{}M{} {bottom}H{left}V{}M{} {bottom}H{right}V{}",
                left + arm,
                top + arm,
                right - arm,
                top + arm,
                left + arm,
                bottom - arm,
                right - arm,
                bottom - arm
            );
        };
        let middle = middle(corners);
        let inner: Vec<(f64, f64)> = corners.iter().map(|&corner| toward(corner, middle, 2.0)).collect();
        let count = inner.len();
        let one = |at: usize| {
            let (corner, before, after) =
                (inner[at], inner[(at + count - 1) % count], inner[(at + 1) % count]);
            let [a, b] = [before, after].map(|other| toward(corner, other, arm as f64 / 1.5));
            format!("M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}", a.0, a.1, corner.0, corner.1, b.0, b.1)
        };
        (0..count).map(one).collect()
    }

    const fn left(&self) -> usize {
        self.at.0 - SIDE / 2
    }

    const fn top(&self) -> usize {
        self.at.1 - SIDE / 2
    }
}

fn middle(corners: &[(f64, f64)]) -> (f64, f64) {
    let count = corners.len().max(1) as f64;
    let sum = corners.iter().fold((0.0, 0.0), |(x, y), corner| (x + corner.0, y + corner.1));
    (sum.0 / count, sum.1 / count)
}

/// The point at a distance from one point toward another.
fn toward((x, y): (f64, f64), (to_x, to_y): (f64, f64), far: f64) -> (f64, f64) {
    let (dx, dy) = (to_x - x, to_y - y);
    let share = far / dx.hypot(dy).max(f64::EPSILON);
    (x + share * dx, y + share * dy)
}
