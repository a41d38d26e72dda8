//! KIF: headers, an optional diagram, one numbered move per line with its time, comments, variations. KI2: signed moves
//! instead, several per line.

use crate::notation::chinese_number;
use crate::record::problem::ProblemKind;
use crate::record::replay::Header;
use crate::record::sgf::Parsed;
use crate::record::tree::{Annotation, NodeId, Termination};

use super::{End, GAME, Line};

/// Headers with an equivalent PGN tag.
const TAGS: [(&str, &str); 8] = [
    ("先手", "White"),
    ("下手", "White"),
    ("後手", "Black"),
    ("上手", "Black"),
    ("棋戦", "Event"),
    ("表題", "Event"),
    ("場所", "Site"),
    ("戦型", "Opening"),
];

/// The word for an end by mate.
pub(super) const MATE: &str = "詰み";

/// Words in place of a move that end the line. The writer takes the first one of an end.
const ENDS: [(&str, End<'_>); 18] = [
    ("投了", End::Loss("")),
    (MATE, End::Loss("")),
    ("詰", End::Loss("")),
    ("切れ負け", End::Loss("time forfeit")),
    ("時間切れ", End::Loss("time forfeit")),
    ("反則負け", End::Loss("rules infraction")),
    ("不戦敗", End::Loss("abandoned")),
    ("反則勝ち", End::Win("rules infraction")),
    ("入玉勝ち", End::Win("declaration")),
    ("入玉宣言", End::Win("declaration")),
    ("勝ち宣言", End::Win("declaration")),
    ("不戦勝", End::Win("abandoned")),
    ("千日手", End::Draw("repetition")),
    ("持将棋", End::Draw("impasse")),
    ("引き分け", End::Draw("")),
    ("中断", End::Open("unterminated")),
    ("封じ手", End::Open("unterminated")),
    ("不詰", End::Open("")),
];

/// The usual start, and names of starts that a diagram shows instead.
const USUAL: [&str; 5] = ["平手", "その他", "詰将棋", "詰め将棋", ""];

/// The end for a word in place of a move.
pub(super) fn end_named(word: &str) -> Option<End<'static>> {
    ENDS.iter().find(|(end, _)| *end == word).map(|&(_, end)| end)
}

/// The word for an end.
pub(super) fn word_of(end: End<'_>) -> Option<&'static str> {
    ENDS.iter().find(|(_, known)| *known == end).map(|&(word, _)| word)
}

/// Reads all games. A game begins at a header after the moves of another.
pub(super) fn read(text: &str) -> Parsed {
    let mut parsed = Parsed::default();
    if text.trim().is_empty() {
        return parsed;
    }
    let mut reader = Reader::new(1);
    for (number, line) in (1..).zip(text.lines()) {
        if reader.begun && begins_game(line) {
            let next = Reader::new(reader.line.game + 1);
            std::mem::replace(&mut reader, next).finish(&mut parsed);
        }
        reader.line.line = number;
        reader.take(line.trim_end());
    }
    reader.finish(&mut parsed);
    parsed
}

/// Whether a line is a header at the head of a game. Other headers may follow the moves.
fn begins_game(line: &str) -> bool {
    let name = line.split_once(['：', ':']).map_or("", |(name, _)| name.trim());
    ["手合割", "開始日時"].contains(&name) || TAGS.iter().any(|(known, _)| *known == name)
}

/// Handles a header: a tag, the start, or any other.
pub(super) fn header(line: &mut Line, name: &str, value: &str, rest: &mut Vec<String>) {
    let tags = &mut line.tree.tags;
    match name {
        "手合割" if USUAL.contains(&value) => {}
        "手合割" if value.ends_with(GAME) => tags.set("Variant", value),
        "手合割" => {
            tags.set("Start", value);
            line.second = true;
        }
        _ if value.is_empty() => {}
        "開始日時" => line.day(value, "Date", "Time"),
        "終了日時" => line.day(value, "EndDate", "EndTime"),
        _ => match TAGS.iter().find(|(known, _)| *known == name) {
            Some((_, tag)) if tags.get(tag).is_none() => tags.set(tag, value),
            None if is_tag(name) && tags.get(name).is_none() => tags.set(name, value),
            _ => rest.push(format!("{name}：{value}")),
        },
    }
}

/// Whether a header is a PGN tag, as the writer writes tags without an equivalent. None of them decides how the game is read.
pub(super) fn is_tag(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !Header::decides(name)
}

/// Adds the other headers as a comment before the first move.
pub(super) fn put_first(line: &mut Line, rest: &[String]) {
    if !rest.is_empty() {
        let annotations = &mut line.tree[NodeId::ROOT].annotations;
        annotations.insert(0, Annotation::Comment(rest.join("\n").into()));
    }
}

struct Reader {
    line: Line,
    /// The rows of a diagram, and the hands, by names of pieces.
    rows: Vec<String>,
    hands: String,
    /// Headers without a tag.
    rest: Vec<String>,
    /// Whether the headers have ended.
    begun: bool,
}

impl Reader {
    fn new(game: u64) -> Self {
        let (rows, hands, rest) = (Vec::new(), String::new(), Vec::new());
        Self { line: Line::new(game), rows, hands, rest, begun: false }
    }

    fn finish(self, parsed: &mut Parsed) {
        let Self { mut line, rows, hands, rest, .. } = self;
        if !rows.is_empty() {
            line.start(&rows, &hands);
            line.tree.tags.remove("Start");
        }
        put_first(&mut line, &rest);
        line.tree.tags.set("Format", "kif");
        line.finish(parsed);
    }

    fn take(&mut self, text: &str) {
        let trimmed = text.trim_start();
        match trimmed.chars().next() {
            None | Some('#' | '+') => {}
            Some('*' | '&') => self.line.say(trimmed[1..].trim_start_matches('*')),
            Some('|') => self.row(trimmed),
            Some('▲' | '△' | '☗' | '☖' | '▼' | '▽') => self.signed(text),
            // The files of a diagram.
            Some('9') if trimmed.starts_with("9 8 7") => {}
            Some(c) if c.is_ascii_digit() => self.numbered(text),
            Some(_) => self.words(trimmed),
        }
    }

    /// Handles a line that is neither a move nor a comment.
    fn words(&mut self, text: &str) {
        if let Some(number) = text.strip_prefix("変化").map(|rest| rest.trim_start_matches(['：', ':'])) {
            let ply = number.trim().split('手').next().and_then(|number| number.parse::<usize>().ok());
            if !ply.is_some_and(|ply| self.line.go_back(ply)) {
                let message = format!("there is no move that this variation could replace: {text}");
                self.line.problem(ProblemKind::Damaged, message);
                self.line.lose(text);
            }
            return;
        }
        let begins = |starts: &[&str]| starts.iter().any(|start| text.starts_with(start));
        match text.split_once(['：', ':']) {
            // The last one means that the board is shown from the other side.
            _ if begins(&["手数"]) => self.begun = true,
            _ if begins(&["９", "盤面回転"]) => {}
            _ if begins(&["後手番", "上手番"]) => self.line.second = true,
            _ if begins(&["先手番", "下手番"]) => self.line.second = false,
            _ if begins(&["まで"]) => self.result(text),
            Some((name, value)) => self.header(name.trim(), value.trim()),
            None => {
                let message = format!("this is not a line of a record: {text}");
                self.line.problem(ProblemKind::UnknownToken, message);
                self.line.say(text);
            }
        }
    }

    fn header(&mut self, name: &str, value: &str) {
        match name.strip_suffix("の持駒") {
            Some(whose) => self.hand(if matches!(whose, "後手" | "上手") { '-' } else { '+' }, value),
            None => header(&mut self.line, name, value, &mut self.rest),
        }
    }

    /// Pieces in hand: `飛二　歩十二`. Blanks are optional, since a name is one character.
    fn hand(&mut self, side: char, text: &str) {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let mut rest = if text == "なし" { "" } else { &text };
        while let Some(name) = rest.chars().next() {
            let after = &rest[name.len_utf8()..];
            let digit = |c: char| chinese_number(c.encode_utf8(&mut [0; 4])).is_some();
            let (number, next) = after.split_at(after.find(|c| !digit(c)).unwrap_or(after.len()));
            let count = if number.is_empty() { Some(1) } else { chinese_number(number) };
            match count.filter(|_| !digit(name)) {
                Some(count) => self.hands += &format!("{side}{name}*{count} "),
                None => {
                    let message = format!("this is not a piece in hand: {name}{number}");
                    self.line.problem(ProblemKind::BadStart, message);
                }
            }
            rest = next;
        }
    }

    /// A row of a diagram: `|v香v桂 ・ 歩|一`.
    fn row(&mut self, text: &str) {
        let inner = text.trim_start_matches('|').split('|').next().unwrap_or_default();
        let mut cells = Vec::new();
        let mut side = '+';
        for c in inner.chars() {
            match c {
                ' ' | '^' => side = '+',
                'v' | 'V' => side = '-',
                '・' | '.' => cells.push(".".to_owned()),
                name => cells.push(format!("{side}{name}")),
            }
        }
        self.rows.push(cells.join(" "));
    }

    /// A move or the end of the line: `12 同　銀(31)   ( 0:05/00:00:05)+`.
    fn numbered(&mut self, text: &str) {
        self.begun = true;
        let lead = text.len() - text.trim_start().len();
        let digits = text[lead..].bytes().take_while(u8::is_ascii_digit).count();
        let number = text[lead..lead + digits].parse::<usize>().ok();
        let rest = text[lead + digits..].trim_end_matches('+').trim_end();
        // Parentheses with a colon hold the time, not the origin.
        let timed = rest.rfind('(').filter(|&at| rest[at..].contains(':'));
        let (word, time) = rest.split_at(timed.unwrap_or(rest.len()));
        let column = lead + digits + (word.len() - word.trim_start().len());
        let word: String = word.chars().filter(|c| !c.is_whitespace()).collect();
        if word.is_empty() {
            let message = format!("a number without a move: {}", text.trim());
            return self.line.problem(ProblemKind::UnknownToken, message);
        }
        let expected = self.line.path.len();
        if number != Some(expected) && !self.line.beyond && !self.line.ended && !self.line.lost {
            let message =
                format!("this move has the number {}, and is number {expected}", &text[lead..lead + digits]);
            self.line.problem(ProblemKind::Contradiction, message);
        }
        match end_named(&word) {
            Some(end) => self.line.end(end, &word),
            None => {
                self.line.play(&word, text[..column].chars().count());
                elapsed(time).map(|seconds| self.line.took(seconds));
            }
        }
    }

    /// Moves with a sign for the side, as in KI2: `▲７六歩 △３四歩`.
    fn signed(&mut self, text: &str) {
        self.begun = true;
        let signs = ['▲', '△', '☗', '☖', '▼', '▽'];
        let mut starts = text.match_indices(signs).map(|(at, _)| at).peekable();
        while let Some(at) = starts.next() {
            let end = starts.peek().copied().unwrap_or(text.len());
            let word = text[at..end].chars().filter(|c| !c.is_whitespace());
            let unsigned: String = word.clone().skip(1).collect();
            if let Some(end) = end_named(&unsigned) {
                self.line.end(end, &unsigned);
                continue;
            }
            // The player who gives odds may have different signs.
            let plain = |c| match c {
                '▼' => '▲',
                '▽' => '△',
                c => c,
            };
            self.line.play(&word.map(plain).collect::<String>(), text[..at].chars().count());
        }
    }

    /// `まで112手で後手の勝ち`
    fn result(&mut self, text: &str) {
        if !self.line.main {
            return;
        }
        // The last side named before the last verdict.
        let verdict = text.rfind(['勝', '負']).unwrap_or(0);
        let last = |names: [&str; 2]| names.iter().filter_map(|name| text[..verdict].rfind(name)).max();
        let (first, second) = (last(["先手", "下手"]), last(["後手", "上手"]));
        let wins = text[verdict..].starts_with('勝');
        let reason = match () {
            () if ["時間切れ", "切れ負け"].iter().any(|word| text.contains(word)) => "time forfeit",
            () if text.contains("反則") => "rules infraction",
            () => "",
        };
        let end = match () {
            () if text.contains("千日手") => End::Draw("repetition"),
            () if text.contains("持将棋") => End::Draw("impasse"),
            () if text.contains("引き分け") => End::Draw(""),
            () if first == second => return,
            () if ((first > second) == wins) == self.line.first_moves() => End::Win(reason),
            () => End::Loss(reason),
        };
        if !self.line.ended {
            return self.line.end(end, text);
        }
        let (is, said) = (self.line.tree.termination, self.line.termination(end));
        if is != said && is != Termination::Open {
            let message = format!("the moves end in {}, and this line says {}", is.marker(), said.marker());
            self.line.problem(ProblemKind::Contradiction, message);
        }
    }
}

/// The seconds of a move: `( 0:05/00:00:05)`, `( 0:05.2/…)`.
fn elapsed(text: &str) -> Option<f64> {
    let own = text.trim_start_matches('(').split(['/', ')']).next()?;
    own.split(':').try_fold(0.0, |total, part| Some(total * 60.0 + part.trim().parse::<f64>().ok()?))
}
