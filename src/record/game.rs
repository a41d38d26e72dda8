//! A game in progress: playing, stepping back, variations, and export to a file.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use crate::geometry::Square;
use crate::notation::{self, ReadError};
use crate::position::{FromFenError, IllegalMove, Position};
use crate::variant::{Move, Outcome, Script};

use super::replay::{self, Known, Lookup, MoveReader, Replay, pack};
use super::{Annotation, Cursor, GameTree, MoveText, NodeId, Numbering, Problem, Problems, Termination};

/// The error for a word that is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadMove {
    /// The error.
    pub error: ReadError,
    /// The same in words (see [`notation::reason`]).
    pub reason: String,
}

impl std::fmt::Display for BadMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for BadMove {}

/// A game being recorded: a tree, a current node, and the position there.
///
/// Stepping back loses nothing: played moves stay in the tree and can be replayed, and a different move becomes a variation.
/// Position, counters and outcome are always those of the current node.
#[derive(Clone, Debug)]
pub struct Game {
    known: Known,
    start: Position,
    tree: GameTree,
    /// The last node of the main line.
    end: NodeId,
    cursor: Cursor,
    position: Position,
    reader: MoveReader,
}

impl Game {
    /// A game from the usual start position.
    pub fn new(known: Known) -> Game {
        let start = Position::start(&known.rules);
        Game::at(known, start)
    }

    /// A game from another position.
    ///
    /// # Errors
    /// If the FEN is invalid or the position cannot be played.
    pub fn from_fen(known: Known, fen: &str) -> Result<Game, FromFenError> {
        let start = Position::from_fen(&known.rules, fen)?;
        let mut game = Game::at(known, start);
        let fen = game.start.fen();
        if game.start.setup() != game.known.rules.variant().start {
            game.tree.tags.set("SetUp", "1");
            game.tree.tags.set("FEN", &fen);
            game.tree.numbering = numbering(&game.start);
        }
        Ok(game)
    }

    fn at(known: Known, start: Position) -> Game {
        let mut tree = GameTree::new();
        tree.tags.set("Variant", &known.rules.variant().name);
        if let Some(hash) = &known.hash {
            tree.tags.set("CarnRules", hash);
        }
        for name in players(&known) {
            if tree.tags.get(&name).is_none() {
                tree.tags.set(&name, UNKNOWN);
            }
        }
        let reader = MoveReader::new(&known.rules);
        let (position, end) = (start.clone(), NodeId::ROOT);
        Game { known, start, tree, end, cursor: Cursor::new(), position, reader }
    }

    /// A game from a record, at its root. Words that are not legal moves stay in the tree as unreachable nodes; the problems
    /// give the reasons.
    ///
    /// # Errors
    /// If the rules are unknown or the start position cannot be played.
    pub fn from_tree(mut tree: GameTree, lookup: &Lookup<'_>) -> Result<(Game, Problems), Problem> {
        let Replay { known, start, problems, .. } = replay::resolve_leniently(&mut tree, 1, lookup, None)?;
        let reader = MoveReader::new(&known.rules);
        let (position, end) = (start.clone(), last_main(&tree));
        Ok((Game { known, start, tree, end, cursor: Cursor::new(), position, reader }, problems))
    }

    /// The rules.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// The position at the current node.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position at the root.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The tree with all variations.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// The current node.
    pub fn node(&self) -> NodeId {
        self.cursor.path().last().copied().unwrap_or(NodeId::ROOT)
    }

    /// The number of moves to the current node.
    pub fn ply(&self) -> usize {
        self.cursor.ply()
    }

    /// Plies since the last progress.
    pub fn quiet_plies(&self) -> u32 {
        self.position.setup().quiet_plies
    }

    /// The number of the full move.
    pub fn full_moves(&self) -> u32 {
        self.position.setup().full_moves
    }

    /// The last move before the current node.
    pub fn last_move(&self) -> Option<Move> {
        self.position.moves().next_back()
    }

    /// Plays a move. It goes to the node of this move if there is one, and otherwise adds one; next to other moves, it begins a
    /// variation. A new end of the main line has the result of the rules instead of the recorded one.
    ///
    /// Moves are accepted after the end of the game too, as long as some are legal: after a threefold repetition, and after a
    /// resignation, whose result is lost. Test [`Game::result`] first.
    ///
    /// # Errors
    /// If the move is illegal. Nothing is changed then.
    pub fn play(&mut self, mv: Move) -> Result<NodeId, IllegalMove> {
        if !self.position.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        let here = self.node();
        if let Some(known) = self.tree.children(here).find(|&child| self.resolved(child) == Some(mv)) {
            self.position.play_unchecked(mv);
            self.cursor.go(&self.tree, known);
            return Ok(known);
        }
        let script =
            self.known.rules.variant().notation.scripts.first().copied().unwrap_or(Script::Coordinate);
        let last = last_target(&self.position);
        let before = self.position.here();
        let written = replay::play_and_write(&mut self.position, mv, script, last);
        let text = written.or_else(|| notation::write(&before, mv, Script::Coordinate)).unwrap_or_default();
        let main = here == self.end;
        let node = self.tree.add(here, Some(MoveText { text: text.into(), resolved: Some(pack(mv)) }));
        replay::number(&mut self.tree, node, &before);
        self.cursor.go(&self.tree, node);
        if main {
            self.end_at(node);
        }
        Ok(node)
    }

    /// Sets the script of the following words, in case two scripts could read them differently.
    pub fn read_as(&mut self, script: Script) {
        self.reader.restart(Some(script));
    }

    /// The scripts tried for the next word, beginning with that of the previous word. Coordinates or ICCS is removed once a
    /// word fits only the other.
    pub fn read_scripts(&self) -> &[Script] {
        self.reader.scripts()
    }

    /// Plays a move given as text in any of the variant's scripts.
    ///
    /// # Errors
    /// If the text is not a legal move, or is different moves in two scripts. Nothing is changed then.
    pub fn play_text(&mut self, word: &str) -> Result<NodeId, BadMove> {
        let refused =
            |game: &Game, error| BadMove { reason: notation::reason(&game.position, word, &error), error };
        let told =
            notation::spelled_out(self.position.rules().variant(), word.trim(), last_target(&self.position));
        match self.reader.read(&self.position, &told) {
            Ok(mv) => self.play(mv).map_err(|_| refused(self, ReadError::Unreadable)),
            Err(error) => Err(refused(self, error)),
        }
    }

    /// Steps back up to `plies` moves; returns the number of steps.
    pub fn undo(&mut self, plies: usize) -> usize {
        let mut undone = 0;
        while undone < plies && self.cursor.back(&self.tree).is_some() {
            self.position.undo();
            undone += 1;
        }
        undone
    }

    /// Steps forward up to `plies` moves, along the undone line or else to the first child; returns the number of steps.
    pub fn redo(&mut self, plies: usize) -> usize {
        let mut redone = 0;
        while redone < plies {
            let Some(next) = self.cursor.forward(&self.tree) else { break };
            let Some(mv) = self.resolved(next) else {
                self.cursor.back(&self.tree);
                break;
            };
            self.position.play_unchecked(mv);
            redone += 1;
        }
        redone
    }

    /// Goes to any node. Returns `false` without moving if the tree does not contain it, or if a word on the path is not a
    /// legal move.
    pub fn go(&mut self, node: NodeId) -> bool {
        if !self.tree.contains(node) {
            return false;
        }
        let path = self.tree.path(node);
        let shared = path.iter().zip(self.cursor.path()).take_while(|(a, b)| a == b).count();
        let moves: Option<Vec<Move>> = path[shared..].iter().map(|&id| self.resolved(id)).collect();
        let Some(moves) = moves else { return false };
        for _ in shared..self.cursor.path().len() {
            self.position.undo();
        }
        moves.into_iter().for_each(|mv| self.position.play_unchecked(mv));
        self.cursor.go(&self.tree, node)
    }

    /// The children of the current node, main line first.
    pub fn branches(&self) -> Vec<NodeId> {
        self.tree.children(self.node()).collect()
    }

    /// Deletes a node and its descendants; returns the number of deleted nodes. If the current node is among them, the game
    /// first steps back.
    pub fn delete(&mut self, node: NodeId) -> usize {
        if let Some(depth) = self.cursor.path().iter().position(|&id| id == node).filter(|&depth| depth > 0) {
            self.undo(self.ply() + 1 - depth);
        }
        let place = self.node();
        let gone = self.tree.delete(node);
        // The remembered line may contain deleted nodes.
        self.cursor = Cursor::at(&self.tree, place);
        self.end_at(last_main(&self.tree));
        gone
    }

    /// Makes the line through a node the main line.
    pub fn promote(&mut self, node: NodeId) -> bool {
        let promoted = self.tree.contains(node) && self.tree.promote_to_main(node);
        if promoted {
            self.end_at(last_main(&self.tree));
        }
        promoted
    }

    /// Sets the last node of the main line. The recorded result belongs to the former end: a new one has the result of the
    /// rules.
    fn end_at(&mut self, end: NodeId) {
        if end == self.end {
            return;
        }
        self.end = end;
        let outcome = match end == self.node() {
            true => self.outcome(),
            false => self.end_of_main().and_then(|end| end.outcome()),
        };
        let ended = |outcome| Termination::of(self.known.rules.variant(), outcome);
        self.tree.termination = outcome.map_or(Termination::Open, ended);
    }

    /// Adds a comment to the current node.
    pub fn comment(&mut self, text: &str) {
        let node = self.node();
        self.tree[node].annotations.push(Annotation::Comment(text.into()));
    }

    /// Adds comments and glyphs to a node, if it exists.
    pub fn annotate(&mut self, node: NodeId, said: impl IntoIterator<Item = Annotation>) {
        if let Some(node) = self.tree.get_mut(node) {
            node.annotations.extend(said);
        }
    }

    /// Sets a tag of the record.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        self.tree.tags.set(name, value);
    }

    /// Sets the result of the main line, for example by resignation or time ([`Termination::lost_by`]) or agreement
    /// ([`Termination::drawn`]). It holds until the main line gets another end: it does not stop [`Game::play`].
    pub fn conclude(&mut self, result: Termination) {
        self.tree.termination = result;
    }

    /// The result at the current node by the rules.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// The result at the current node: by the rules, or at the end of the main line by the record; otherwise open.
    pub fn result(&self) -> Termination {
        let node = self.node();
        match self.outcome() {
            Some(outcome) => Termination::of(self.known.rules.variant(), outcome),
            None if node == self.end => self.tree.termination,
            None => Termination::Open,
        }
    }

    /// A position before which no position can recur (the start, or the one after the last irreversible move that the engine
    /// [knows](Position::reversible_moves)), and the moves since then. The `position` command of an engine protocol needs
    /// both.
    pub fn since_progress(&self) -> (String, Vec<Move>) {
        let moves: Vec<Move> = self.position.moves().collect();
        // A count towards a draw may have begun before the last irreversible move.
        let counted = usize::from(self.position.setup().count.plies);
        let since = self.position.reversible_moves().max(counted).min(moves.len());
        let mut then = self.position.clone();
        for _ in 0..since {
            then.undo();
        }
        (then.fen(), moves[moves.len() - since..].to_vec())
    }

    /// The moves to the current node and on along its line, in a script.
    pub fn line(&self, script: Script) -> Vec<String> {
        let mut position = self.start.clone();
        let moves = self.whole_line().map_while(|id| self.resolved(id));
        let one = |mv| {
            let last = last_target(&position);
            replay::play_and_write(&mut position, mv, script, last).unwrap_or_default()
        };
        moves.map(one).collect()
    }

    /// The nodes to the current node and on along its line.
    fn whole_line(&self) -> impl Iterator<Item = NodeId> {
        let ahead = self.tree.line(self.node()).skip(1);
        self.cursor.path().iter().skip(1).copied().chain(ahead)
    }

    /// [`Game::line`] as a numbered table with `columns` moves per line, or with one round per line (see [`move_list`]).
    pub fn move_list(&self, script: Script, columns: Option<usize>) -> String {
        move_list(&self.line(script), &self.tree.numbers(self.whole_line()), columns)
    }

    /// The game as a record, with the necessary tags. The result is that of the main line.
    pub fn to_tree(&self) -> GameTree {
        let mut tree = self.tree.clone();
        if let Some(outcome) = self.end_of_main().and_then(|end| end.outcome()) {
            tree.termination = Termination::of(self.known.rules.variant(), outcome);
        }
        tree.tags.set("Result", &tree.termination.marker());
        tree
    }

    /// The position at the end of the main line, if all of it is legal.
    fn end_of_main(&self) -> Option<Position> {
        let mut position = self.start.clone();
        for id in self.tree.main_line().skip(1) {
            position.play_unchecked(self.resolved(id)?);
        }
        Some(position)
    }

    fn resolved(&self, node: NodeId) -> Option<Move> {
        replay::legal(self.tree.get(node)?.played.as_ref()?)
    }
}

/// The target of the last move.
fn last_target(position: &Position) -> Option<Square> {
    position.moves().next_back()?.target()
}

/// The value of a player's tag if the name is unknown.
const UNKNOWN: &str = "?";

/// The tags for the players' names in games of more than two players. Each is the player's name in the rule file, if it is a
/// valid tag name without another meaning.
fn players(known: &Known) -> Vec<String> {
    let players = &known.rules.variant().players;
    let fits = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let several = players.iter().filter(|_| players.len() > 2);
    let names = several.map(|player| player.name.chars().filter(fits).collect::<String>());
    names.filter(|name| !name.is_empty() && !replay::Header::decides(name)).collect()
}

/// The last node of the main line.
fn last_main(tree: &GameTree) -> NodeId {
    tree.main_line().last().unwrap_or(NodeId::ROOT)
}

/// The numbering of moves from a position.
fn numbering(start: &Position) -> Numbering {
    let (setup, variant) = (start.setup(), start.rules());
    Numbering {
        number: setup.full_moves,
        second: variant.variant().mover(setup.turn) != variant.variant().mover(0),
    }
}

/// Moves as a table with this number of columns. A number precedes the first move of each full move, and each line. Without
/// columns, each number has one line; eliminated players leave no gaps. Columns are aligned by display width. Empty if there
/// are no moves.
pub fn move_list(moves: &[String], numbers: &[Numbering], columns: Option<usize>) -> String {
    let Some(columns) = columns else { return rounds(moves, numbers) };
    let columns = columns.max(1);
    // If the second player begins, the first player's column stays empty.
    let begun = numbers.first().is_some_and(|first| first.second);
    let skipped = usize::from(begun && columns.is_multiple_of(2));
    let numbered = |index: usize| {
        let Some(at) = numbers.get(index) else { return String::new() };
        let first_of_line = (index + skipped).is_multiple_of(columns) || index == 0;
        match at.second {
            false => format!("{}.", at.number),
            true if first_of_line => format!("{}...", at.number),
            true => String::new(),
        }
    };
    let number_column = |column: usize| !columns.is_multiple_of(2) || column.is_multiple_of(2);
    let numbered: Vec<String> = (0..moves.len()).map(numbered).collect();
    let widest = numbered.iter().map(|number| width(number)).max().unwrap_or(0);
    let mut widths = vec![0; columns];
    for (index, text) in moves.iter().enumerate() {
        let column = &mut widths[(index + skipped) % columns];
        *column = width(text).max(*column);
    }
    let mut out = String::new();
    let blanks = |out: &mut String, count: usize| out.extend(std::iter::repeat_n(' ', count));
    let cell = |out: &mut String, column: usize, number: &str, text: &str| {
        if number_column(column) {
            blanks(out, widest.saturating_sub(width(number)));
            out.push_str(number);
            out.push(' ');
        }
        out.push_str(text);
        blanks(out, widths[column].saturating_sub(width(text)) + 2);
    };
    let mut begin = 0;
    if skipped == 1 && !moves.is_empty() {
        cell(&mut out, 0, &numbered[0], "");
    }
    for (index, (text, number)) in moves.iter().zip(&numbered).enumerate() {
        let column = (index + skipped) % columns;
        let number = if skipped == 1 && index == 0 { "" } else { number };
        cell(&mut out, column, number, text);
        if column + 1 == columns || index + 1 == moves.len() {
            out.truncate(begin + out[begin..].trim_end().len());
            out.push('\n');
            begin = out.len();
        }
    }
    out
}

/// The display width of a text.
fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.width() }
}

/// A line for each number with its moves, in aligned columns.
fn rounds(moves: &[String], numbers: &[Numbering]) -> String {
    let mut lines: Vec<(u32, String, Vec<&str>)> = vec![];
    for (text, at) in moves.iter().zip(numbers) {
        match lines.last_mut() {
            Some((number, _, line)) if *number == at.number => line.push(text),
            _ => {
                let dots = if at.second { "..." } else { "." };
                lines.push((at.number, format!("{}{dots}", at.number), vec![text]));
            }
        }
    }
    let widest = lines.iter().map(|(_, number, _)| number.width()).max().unwrap_or(0);
    let columns = lines.iter().map(|(_, _, line)| line.len()).max().unwrap_or(0);
    let width = |column: usize| lines.iter().filter_map(|(_, _, line)| Some(line.get(column)?.width())).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut out = String::new();
    for (_, number, line) in &lines {
        let mut row = format!("{}{number} ", " ".repeat(widest - number.width()));
        for (text, &width) in line.iter().zip(&widths) {
            let _ = write!(row, "{text}{}  ", " ".repeat(width - text.width()));
        }
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out
}
