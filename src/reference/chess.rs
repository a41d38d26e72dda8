//! Chess, standard and Fischer random, with the crate cozy-chess.
//!
//! cozy-chess writes castling as the king capturing the rook. For standard chess it is converted to the king's two-square step.

use cozy_chess::{Board, Color, File, Move, Piece, PieceMoves, Rank, Square};

use super::line::Line;
use super::{Ending, Error, Observation, Reference, Standing, Verdict};

/// The number of plies without capture or pawn move after which the game is drawn: fifty moves of each player.
const QUIET_PLIES: u8 = 100;
/// The occurrence of a position at which the game is drawn.
const OCCURRENCES: usize = 3;

/// The reference for chess. It treats FIDE draws that a player may claim as automatic: threefold repetition and fifty moves. It
/// also draws if no sequence of moves can mate: bare kings, a lone knight, bishops of one shade.
#[derive(Clone, Debug)]
pub struct Chess {
    dialect: Dialect,
    line: Line<Board>,
}

/// Standard or Fischer random: the notation of castling, and the rights in a FEN.
#[derive(Clone, Copy, Debug)]
struct Dialect {
    fischer_random: bool,
}

impl Chess {
    /// Standard chess: castling is written `e1g1`, and its rights in a FEN are `KQkq`.
    pub const fn standard() -> Chess {
        Chess { dialect: Dialect { fischer_random: false }, line: Line::new() }
    }

    /// Fischer random chess: castling is written as the king capturing the rook, `e1h1`. Its rights in a FEN are the rooks'
    /// files (Shredder-FEN, `HAha`), or `KQkq` for the outermost rooks (X-FEN).
    pub const fn fischer_random() -> Chess {
        Chess { dialect: Dialect { fischer_random: true }, line: Line::new() }
    }

    /// Reads a position.
    ///
    /// Trailing fields after the side to move may be omitted: no rights, no en passant, counters `0 1`. A number of quiet plies
    /// above 100 counts as 100.
    ///
    /// # Errors
    /// [`Error::Fen`] with the reason. cozy-chess accepts only roughly reachable positions: one king and at most 16 pieces a
    /// side, at most two checkers, an en passant square behind a pawn that may just have moved there.
    pub fn board(&self, fen: &str) -> Result<Board, Error> {
        self.dialect.board(fen)
    }

    /// The legal moves in this reference's notation, each with cozy-chess's move.
    pub fn moves(&self, board: &Board) -> Vec<(String, Move)> {
        self.dialect.moves(board)
    }
}

impl Dialect {
    fn board(self, fen: &str) -> Result<Board, Error> {
        self.read(fen).map_err(|reason| Error::Fen { fen: fen.to_owned(), reason })
    }

    fn read(self, fen: &str) -> Result<Board, String> {
        let mut fields = fen.split_whitespace();
        let placement = fields.next().ok_or("it is empty")?;
        let turn = fields.next().ok_or("the side to move is missing")?;
        let rights = fields.next().unwrap_or("-");
        let en_passant = fields.next().unwrap_or("-");
        let mut counters = [0, 1];
        for (slot, counter) in counters.iter_mut().zip(fields.by_ref()) {
            *slot = counter.parse::<u32>().map_err(|_| format!("the counter `{counter}` is no number"))?;
        }
        if let Some(more) = fields.next() {
            return Err(format!("`{more}` follows the counters"));
        }
        let [quiet, number] = counters;
        let (quiet, number) = (quiet.min(u32::from(QUIET_PLIES)), number.clamp(1, u32::from(u16::MAX)));

        let without_rights = parse(&format!("{placement} {turn} - - 0 1"))?;
        // cozy-chess accepts this, and panics once a king has been captured.
        let [white, black] = [Color::White, Color::Black].map(|color| without_rights.king(color));
        if cozy_chess::get_king_moves(white).has(black) {
            return Err("the kings stand side by side".to_owned());
        }
        let files = self.castling_files(&without_rights, rights)?;
        parse(&format!("{placement} {turn} {files} {en_passant} {quiet} {number}"))
    }

    /// The rights as rooks' files, which are unambiguous in every position.
    fn castling_files(self, board: &Board, rights: &str) -> Result<String, String> {
        if rights == "-" {
            return Ok(rights.to_owned());
        }
        let mut files = String::new();
        for letter in rights.chars() {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let no_rook = || format!("the right `{letter}` has no rook");
            let king = board.king(color);
            let file = match letter.to_ascii_lowercase() {
                'k' => outermost_rook(board, color, king.file(), true).ok_or_else(no_rook)?,
                'q' => outermost_rook(board, color, king.file(), false).ok_or_else(no_rook)?,
                file => File::try_from(file).map_err(|_| format!("`{letter}` is no castling right"))?,
            };
            let at_home = king.file() == File::E && matches!(file, File::A | File::H);
            if !self.fischer_random && !at_home {
                return Err(format!("the right `{letter}` needs the king and the rook on their own squares"));
            }
            let file = char::from(file);
            files.push(if color == Color::White { file.to_ascii_uppercase() } else { file });
        }
        Ok(files)
    }

    fn moves(self, board: &Board) -> Vec<(String, Move)> {
        let mut moves = Vec::new();
        each(board, &mut |some| moves.extend(some.into_iter().map(|m| (self.spell(board, m), m))));
        moves
    }

    /// The board after a move in this reference's notation; `None` if it is illegal.
    fn play(self, board: &Board, text: &str) -> Option<Board> {
        let (_, m) = self.moves(board).into_iter().find(|(name, _)| name == text)?;
        let mut after = board.clone();
        after.play_unchecked(m);
        Some(after)
    }

    fn spell(self, board: &Board, mut m: Move) -> String {
        let castling = board.colors(board.side_to_move()).has(m.to);
        if castling && !self.fischer_random {
            let file = if m.from.file() < m.to.file() { File::G } else { File::C };
            m.to = Square::new(file, m.from.rank());
        }
        m.to_string()
    }
}

impl Reference for Chess {
    fn legal_moves(&mut self, fen: &str) -> Result<Vec<String>, Error> {
        let board = self.board(fen)?;
        Ok(self.moves(&board).into_iter().map(|(text, _)| text).collect())
    }

    fn perft(&mut self, fen: &str, depth: u32) -> Result<u64, Error> {
        Ok(perft(&self.board(fen)?, depth))
    }

    fn observe(&mut self, fen: &str, moves: &[String]) -> Result<Observation, Error> {
        let dialect = self.dialect;
        let read = |fen: &str| dialect.board(fen);
        let boards = self.line.follow(fen, moves, read, |board, text| dialect.play(board, text))?;
        let Some(board) = boards.last() else { return Ok(Observation::default()) };
        let moves: Vec<String> = dialect.moves(board).into_iter().map(|(text, _)| text).collect();
        let fen = if dialect.fischer_random { format!("{board:#}") } else { board.to_string() };
        let standing = standing(boards, board, moves.is_empty());
        Ok(Observation { moves, fen: Some(fen), standing })
    }

    fn divide_after(&mut self, fen: &str, moves: &[String], depth: u32) -> Result<Vec<(String, u64)>, Error> {
        let dialect = self.dialect;
        let read = |fen: &str| dialect.board(fen);
        let boards = self.line.follow(fen, moves, read, |board, text| dialect.play(board, text))?;
        let (Some(board), Some(rest)) = (boards.last(), depth.checked_sub(1)) else { return Ok(Vec::new()) };
        let count = |(text, m)| {
            let mut child = board.clone();
            child.play_unchecked(m);
            (text, perft(&child, rest))
        };
        Ok(dialect.moves(board).into_iter().map(count).collect())
    }

    fn name(&self) -> String {
        let game = if self.dialect.fischer_random { "Fischer random chess" } else { "chess" };
        format!("{game} by cozy-chess")
    }
}

/// Whether the game is over at the last of these boards.
fn standing(boards: &[Board], board: &Board, stuck: bool) -> Standing {
    if stuck {
        return if board.checkers().is_empty() {
            Standing::Over(Verdict::Draw, Ending::Stalemate)
        } else {
            Standing::Over(Verdict::Loss, Ending::Checkmate)
        };
    }
    let occurrences = boards.iter().filter(|earlier| earlier.same_position(board)).count();
    if occurrences >= OCCURRENCES {
        return Standing::Over(Verdict::Draw, Ending::Repetition);
    }
    if board.halfmove_clock() >= QUIET_PLIES {
        return Standing::Over(Verdict::Draw, Ending::Quiet);
    }
    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    let one_shade = [cozy_chess::BitBoard::DARK_SQUARES, cozy_chess::BitBoard::LIGHT_SQUARES]
        .iter()
        .any(|&shade| bishops & shade == bishops);
    let light = (knights.len() <= 1 && bishops.is_empty()) || (knights.is_empty() && one_shade);
    if heavy.is_empty() && light {
        return Standing::Over(Verdict::Draw, Ending::Material);
    }
    Standing::Open
}

/// Perft in the idiom of cozy-chess: boards copied, the last ply counted without playing it.
///
/// It follows that crate's own example `perft`, so its time is the one to compare with.
pub fn perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    match depth {
        0 => nodes = 1,
        1 => each(board, &mut |moves| nodes += moves.len() as u64),
        _ => each(board, &mut |moves| {
            for m in moves {
                let mut child = board.clone();
                child.play_unchecked(m);
                nodes += perft(&child, depth - 1);
            }
        }),
    }
    nodes
}

/// Calls a function with the moves of each piece. The only instance of cozy-chess's generator in this crate: each
/// instance may bring a copy of its 0.7 MB of slider tables.
fn each(board: &Board, see: &mut dyn FnMut(PieceMoves)) {
    board.generate_moves(|moves| {
        see(moves);
        false
    });
}

fn parse(shredder_fen: &str) -> Result<Board, String> {
    Board::from_fen(shredder_fen, true).map_err(|error| {
        let text = error.to_string();
        format!("cozy-chess says \"{}\"", text.trim_end_matches('.'))
    })
}

/// The file of the rook farthest from the king on its back rank, to its right or left from White's view.
fn outermost_rook(board: &Board, color: Color, king: File, right: bool) -> Option<File> {
    let rooks = board.colored_pieces(color, Piece::Rook) & Rank::First.relative_to(color).bitboard();
    let files = rooks.into_iter().map(Square::file);
    if right { files.filter(|&file| file > king).max() } else { files.filter(|&file| file < king).min() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

    #[test]
    fn published_counts() {
        // https://www.chessprogramming.org/Perft_Results
        let mut chess = Chess::standard();
        for (fen, depth, nodes) in [
            (START, 0, 1),
            (START, 1, 20),
            (START, 5, 4_865_609),
            (KIWIPETE, 4, 4_085_603),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 6, 11_030_083),
            ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
        ] {
            assert_eq!(chess.perft(fen, depth), Ok(nodes), "{fen} depth {depth}");
        }
    }

    #[test]
    fn published_counts_of_fischer_random_chess() {
        // Stockfish, tests/perft.sh.
        let mut chess = Chess::fischer_random();
        for (fen, depth, nodes) in [
            ("rr6/2kpp3/1ppn2p1/p2b1q1p/P4P1P/1PNN2P1/2PP4/1K2R2R b E - 1 20", 2, 1438),
            ("rr6/2kpp3/1ppn2p1/p2b1q1p/P4P1P/1PNN2P1/2PP4/1K2RR2 w E - 0 20", 3, 37_340),
            ("rr6/2kpp3/1ppnb1p1/p2Q1q1p/P4P1P/1PNN2P1/2PP4/1K2RR2 b E - 2 19", 4, 2_237_725),
        ] {
            assert_eq!(chess.perft(fen, depth), Ok(nodes), "{fen} depth {depth}");
        }
    }

    #[test]
    fn divide_adds_up() {
        let counts = Chess::standard().divide(KIWIPETE, 3).unwrap();
        assert_eq!(counts.len(), 48);
        assert_eq!(counts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 97_862);
        assert_eq!(Chess::standard().divide(START, 0), Ok(vec![]));
    }

    fn king_moves(mut chess: Chess, fen: &str, from: &str) -> Vec<String> {
        let mut moves = chess.legal_moves(fen).unwrap();
        moves.retain(|text| text.starts_with(from));
        moves.sort();
        moves
    }

    #[test]
    fn castling_is_spelled_as_each_game_does() {
        let fen = "r3k2r/8/8/8/8/8/3PPP2/R2QKB1R b kq -";
        let around = ["e8d7", "e8d8", "e8e7", "e8f7", "e8f8"];
        let with = |castling: [&'static str; 2]| {
            let mut moves = [&around[..], &castling].concat();
            moves.sort();
            moves
        };
        assert_eq!(king_moves(Chess::standard(), fen, "e8"), with(["e8g8", "e8c8"]));
        assert_eq!(king_moves(Chess::fischer_random(), fen, "e8"), with(["e8h8", "e8a8"]));
    }

    #[test]
    fn rights_by_letter_and_by_file_agree() {
        let x_fen = "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w KQkq - 0 9";
        let shredder = x_fen.replace("KQkq", "FBfb");
        let chess = Chess::fischer_random();
        assert_eq!(chess.board(x_fen), chess.board(&shredder));
        assert_eq!(Chess::standard().board(START), Chess::standard().board(&START.replace("KQkq", "HAha")));
    }

    #[test]
    fn promotion_and_en_passant() {
        let moves = Chess::standard().legal_moves("4k3/6P1/8/3pP3/8/8/8/4K3 w - d6").unwrap();
        for text in ["g7g8q", "g7g8n", "e5d6"] {
            assert!(moves.contains(&text.to_owned()), "{text} in {moves:?}");
        }
    }

    #[test]
    fn a_game_is_followed_to_its_end() {
        let mut chess = Chess::standard();
        let mut end = |fen: &str, moves: &str| {
            let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
            chess.observe(fen, &moves).map(|seen| seen.standing)
        };
        let draw = |ending| Ok(Standing::Over(Verdict::Draw, ending));
        // The fool's mate.
        let mate = Ok(Standing::Over(Verdict::Loss, Ending::Checkmate));
        assert_eq!(end(START, "f2f3 e7e5 g2g4 d8h4"), mate);
        assert_eq!(end("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ""), draw(Ending::Stalemate));
        let once = "g1f3 g8f6 f3g1 f6g8 ";
        assert_eq!(end(START, once), Ok(Standing::Open));
        assert_eq!(end(START, &once.repeat(2)), draw(Ending::Repetition));
        let rook = "4k3/8/8/8/8/8/8/R3K3 w - - 99 80";
        assert_eq!(end(rook, ""), Ok(Standing::Open));
        assert_eq!(end(rook, "a1a2"), draw(Ending::Quiet));
        for (pieces, light) in
            [("2B1K3", true), ("1N2K3", true), ("1NN1K3", false), ("B1B1K3", true), ("BB2K3", false)]
        {
            let fen = format!("4k3/8/8/8/8/8/8/{pieces} w - - 0 1");
            let expected = if light { draw(Ending::Material) } else { Ok(Standing::Open) };
            assert_eq!(end(&fen, ""), expected, "{fen}");
        }
        let illegal = end(START, "e2e4 e2e5");
        assert!(matches!(&illegal, Err(Error::Illegal { text, .. }) if text == "e2e5"), "{illegal:?}");
        // Rights and en passant are tracked: the rook has moved and returned.
        let rights = "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1";
        let moves = ["h1h2", "h8h7", "h2h1", "h7h8"].map(str::to_owned);
        let fen = chess.observe(rights, &moves).unwrap().fen;
        assert_eq!(fen.as_deref(), Some("4k2r/8/8/8/8/8/8/4K2R w - - 4 3"));
    }

    #[test]
    fn what_is_wrong_with_a_fen() {
        let chess = Chess::standard();
        for (fen, reason) in [
            ("", "it is empty"),
            ("8/8", "the side to move is missing"),
            ("8/8/8/8/8/8/8/8 w", "cozy-chess says \"The board is invalid\""),
            ("r3k1rR/5K2/8/8/8/8/8/8 b - -", "the kings stand side by side"),
            ("4k3/8/8/8/8/8/8/4K3 w K", "the right `K` has no rook"),
            ("4k3/8/8/8/8/8/8/4K2R w KX", "`X` is no castling right"),
            ("4k3/8/8/8/8/8/8/3K3R w K", "the right `K` needs the king and the rook on their own squares"),
            ("4k3/8/8/8/8/8/8/4K3 w - e9", "cozy-chess says \"The en passant square is invalid\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - many", "the counter `many` is no number"),
        ] {
            let expected = Err(Error::Fen { fen: fen.to_owned(), reason: reason.to_owned() });
            assert_eq!(chess.board(fen), expected);
        }
    }

    #[test]
    fn no_position_makes_it_panic() {
        let mut random = Random::new(1);
        let mut accepted = 0;
        for _ in 0..60_000 {
            let mut squares = ['1'; 64];
            for letter in "KkRRrQbNnPpPp".chars() {
                // Kings and rooks are placed mostly on the corner ranks, to allow castling.
                let bound = if "KR".contains(letter) { 8 } else { 64 };
                squares[random.below(bound)] = letter;
            }
            let rows: Vec<String> = squares.chunks(8).rev().map(|row| row.iter().collect()).collect();
            let turn = random.choose(&["w", "b"]).unwrap();
            let rights = random.choose(&["-", "KQkq", "K", "Q", "HA", "Bg"]).unwrap();
            let en_passant = random.choose(&["-", "-", "e3", "d6", "a6", "h3"]).unwrap();
            let fen = format!("{} {turn} {rights} {en_passant}", rows.join("/"));
            for mut chess in [Chess::standard(), Chess::fischer_random()] {
                accepted += usize::from(chess.divide(&fen, 2).is_ok());
            }
        }
        assert!(accepted > 500, "only {accepted} positions were accepted");
    }
}
