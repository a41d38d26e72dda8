//! Random boards as the first part of a rule file: two to four axes, holes, cut corners, cyclic axes, listed
//! names, two to four players with their views, and initial pieces.

use std::fmt::Write as _;

use super::random::Random;

/// Players by the letters of their texts.
const PLAYERS: [(&str, char); 4] = [("White", 'w'), ("Black", 'b'), ("Red", 'r'), ("Green", 'g')];

/// A board and who plays on it.
pub struct Board {
    files: usize,
    ranks: usize,
    /// How often the plane of files and ranks is there, and the third and fourth axis that say so.
    layers: usize,
    beyond: &'static [&'static str],
    /// Squares of a plane that are none, rows from the last down.
    holes: Vec<usize>,
    pub players: usize,
    text: String,
}

impl Board {
    pub fn random(random: &mut Random) -> Self {
        let (files, ranks) = match random.below(20) {
            0 => (66 + random.below(40), 2),
            1 => (12, 11 + random.below(3)),
            2 => (8, 8),
            _ => (3 + random.below(4), 3 + random.below(4)),
        };
        // Now and then one board above another, or four of them.
        let beyond: &[&str] = match random.below(100) {
            0..8 if files * ranks <= 36 => &["Level"],
            8..14 if files * ranks <= 25 => &["Level", "Stage"],
            _ => &[],
        };
        let players = if random.chance(12) { 3 + random.below(2) } else { 2 };
        let mut board = Self {
            files,
            ranks,
            layers: 1 << beyond.len(),
            beyond,
            holes: Vec::new(),
            players,
            text: String::new(),
        };
        board.squares(random);
        board.views(random);
        let _ = writeln!(board.text, "[zones]\nCamp = \"Rank 1~2\"\nLast = \"Rank {ranks}\"");
        board
    }

    /// The start of the rule file, after its name.
    pub fn text(&self) -> String {
        let turn: Vec<String> =
            PLAYERS[..self.players].iter().map(|(name, _)| format!("\"{name}\"")).collect();
        format!("turn = [{}]\n{}", turn.join(", "), self.text)
    }

    /// The name of a file.
    fn file(&self, at: usize) -> String {
        if self.files <= 26 { char::from(b'a' + at as u8).to_string() } else { (at + 1).to_string() }
    }

    pub fn any_file(&self, random: &mut Random) -> String {
        self.file(random.below(self.files))
    }

    pub fn any_rank(&self, random: &mut Random) -> usize {
        1 + random.below(2.min(self.ranks))
    }

    fn squares(&mut self, random: &mut Random) {
        let (files, ranks) = (self.files, self.ranks);
        let mut text = String::new();
        let names: String = self.beyond.iter().map(|axis| format!(", \"{axis}\"")).collect();
        let ranges: String = self
            .beyond
            .iter()
            .zip(["A~B", "Y~Z"])
            .map(|(axis, range)| format!(", {axis} = \"{range}\""))
            .collect();
        let _ = writeln!(
            text,
            "[board]\naxes = [\"File\", \"Rank\"{names}]\nranges = {{ File = \"{}~{}\", Rank = \"1~{ranks}\"{ranges} }}",
            self.file(0),
            self.file(files - 1),
        );
        if random.chance(15) {
            self.holes = (0..1 + random.below(3)).map(|_| random.below(files * ranks)).collect();
            let region =
                |hole: &usize| format!("\"File {}, Rank {}\"", self.file(hole % files), ranks - hole / files);
            let _ =
                writeln!(text, "holes = [{}]", self.holes.iter().map(region).collect::<Vec<_>>().join(", "));
        }
        if random.chance(10) {
            // Two corners off: a hexagon, by the right numbers.
            let (least, most) = (2 + random.below(3), files + ranks - random.below(3));
            let _ = writeln!(text, "where = [\"File + Rank >= {least}\", \"File + Rank <= {most}\"]");
            let sum = |square: &usize| square % files + 1 + ranks - square / files;
            self.holes.extend((0..files * ranks).filter(|square| !(least..=most).contains(&sum(square))));
        }
        if self.layers == 1 && random.chance(8) {
            let row = |rank: usize| {
                let there =
                    (0..files).map(|file| rank * files + file).filter(|square| !self.holes.contains(square));
                let words =
                    there.map(|square| if square % 3 == 0 { ".".to_owned() } else { format!("q{square}") });
                format!("\"{}\"", words.collect::<Vec<_>>().join(" "))
            };
            let _ = writeln!(text, "names = [{}]", (0..ranks).map(row).collect::<Vec<_>>().join(", "));
        }
        if random.chance(15) {
            let wrap = random.one(&["\"File\"", "[\"File\", \"Rank\"]", "[\"Rank\"]"]);
            let _ = writeln!(text, "wrap = {wrap}");
        }
        self.text += &text;
    }

    /// Each player's view of the board.
    fn views(&mut self, random: &mut Random) {
        let turned = self.files == self.ranks && random.chance(30);
        if !turned && self.players == 2 && random.chance(60) {
            return;
        }
        self.text += "[players]\n";
        for (at, (name, letter)) in PLAYERS[..self.players].iter().enumerate() {
            let view = match at {
                0 => String::new(),
                _ if turned => {
                    let view = random.one(&[
                        "File = \"Rank\", Rank = \"-File\"",
                        "File = \"-Rank\", Rank = \"File\"",
                        "File = \"-File\", Rank = \"-Rank\"",
                        "File = \"Rank\", Rank = \"File\"",
                    ]);
                    format!(", view = {{ {view} }}")
                }
                _ => {
                    let beyond = self.beyond.first().filter(|_| random.chance(40));
                    let flip = random.one(&["", "\"File\"", "\"Rank\"", "\"File\", \"Rank\""]);
                    let more = beyond.map_or(String::new(), |axis| format!("\"{axis}\""));
                    let comma = if flip.is_empty() || more.is_empty() { "" } else { ", " };
                    format!(", flip = [{flip}{comma}{more}]")
                }
            };
            let _ = writeln!(self.text, "{name} = {{ fen = \"{letter}\"{view} }}");
        }
    }

    /// A movement, or what asks of squares, with steps along the axes beyond the first two now and then instead of along ranks.
    pub fn lifted(&self, random: &mut Random, line: String) -> String {
        let mut parts = line.split("Rank ");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let axis = if random.chance(40) { self.beyond.get(random.below(2)) } else { None };
            let _ = write!(text, "{} {part}", axis.unwrap_or(&"Rank"));
        }
        text
    }

    /// Pieces on about so many squares of a hundred, one or two of each royal, whose turn it is, and rights.
    pub fn placement(&self, random: &mut Random, second_royal: bool) -> String {
        let plane = self.files * self.ranks;
        let density = if plane * self.layers > 64 { 12 } else { 10 + random.below(45) };
        let any = |random: &mut Random, letter: char| {
            if self.players > 2 {
                let (_, player) = PLAYERS[random.below(self.players)];
                format!("{player}{letter}")
            } else {
                (if random.chance(50) { letter } else { letter.to_ascii_lowercase() }).to_string()
            }
        };
        let mut board: Vec<Option<String>> = (0..plane * self.layers)
            .map(|_| {
                let letter = random.one(&['P', 'P', 'Q', 'R', 'S']);
                let piece = any(random, letter);
                random.chance(density).then_some(piece)
            })
            .collect();
        let everybodys = |letter: char| -> Vec<String> {
            match self.players {
                2 => vec![letter.to_string(), letter.to_ascii_lowercase().to_string()],
                _ => PLAYERS[..self.players].iter().map(|(_, player)| format!("{player}{letter}")).collect(),
            }
        };
        let mut royals = everybodys('K');
        if random.chance(15) {
            royals.push(any(random, 'K'));
        }
        if second_royal {
            royals.extend(everybodys('J'));
        }
        for royal in royals {
            let at = random.below(board.len());
            board[at] = Some(royal);
        }
        let rank = |row: &[Option<String>]| {
            let (mut text, mut empty) = (String::new(), 0);
            for square in row {
                if let Some(piece) = square {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    empty = 0;
                    text += piece;
                } else {
                    empty += 1;
                }
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        };
        let layer = |layer: &mut [Option<String>]| {
            self.holes.iter().for_each(|&hole| layer[hole] = Some("*".into()));
            layer.chunks(self.files).map(rank).collect::<Vec<_>>().join("/")
        };
        let layers: Vec<String> = board.chunks_mut(plane).map(layer).collect();
        let placed = layers.chunks(2).map(|pair| pair.join("//")).collect::<Vec<_>>().join("///");
        let (turn, rights) = if self.players > 2 {
            let (_, turn) = PLAYERS[random.below(self.players)];
            (turn, random.one(&["-", "wKbK", "bK"]))
        } else {
            (random.one(&['w', 'w', 'b']), random.one(&["-", "Kk", "K", "k"]))
        };
        format!("{placed} {turn} {rights} - 0 1")
    }
}
