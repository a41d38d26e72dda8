//! The encodings of records, and a stream that decodes them to UTF-8.
//!
//! If no encoding is given, a byte-order mark means UTF-8 (or UTF-16). Otherwise the text from its first non-ASCII character
//! decides, up to [`SAMPLE`] bytes:
//!
//! - valid UTF-8 is UTF-8;
//! - text that looks like Chinese in GB18030 or Big5, Japanese in Shift_JIS or EUC-JP, Korean in EUC-KR or Russian in
//!   windows-1251 is decoded so, with a note;
//! - text that begins with a UTF-8 character is UTF-8 with errors;
//! - other text is decoded as Latin-1, with a warning.
//!
//! Invalid bytes in UTF-8 are decoded as Latin-1 one by one, with an error, so that nothing is lost.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use std::io::{self, Read};

use super::problem::ProblemKind;

/// The number of bytes, from the first non-ASCII one, used to detect an encoding.
pub const SAMPLE: usize = 1 << 14;

/// A character encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, with or without a byte-order mark.
    Utf8,
    /// GB18030, which contains GBK and GB2312.
    Gb18030,
    /// Big5 with the Hong Kong extensions.
    Big5,
    /// Latin-1, read as its superset windows-1252.
    Latin1,
    /// Shift_JIS.
    ShiftJis,
    /// EUC-JP.
    EucJp,
    /// EUC-KR.
    EucKr,
    /// windows-1251: Cyrillic.
    Windows1251,
    /// ISO-2022-JP.
    Iso2022Jp,
    /// ISO-8859-15: Latin-9.
    Latin9,
}

impl Encoding {
    /// All of them.
    pub const ALL: [Encoding; 10] = [
        Encoding::Utf8,
        Encoding::Gb18030,
        Encoding::Big5,
        Encoding::Latin1,
        Encoding::ShiftJis,
        Encoding::EucJp,
        Encoding::EucKr,
        Encoding::Windows1251,
        Encoding::Iso2022Jp,
        Encoding::Latin9,
    ];

    /// The usual name.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Gb18030 => "GB18030",
            Encoding::Big5 => "Big5",
            Encoding::Latin1 => "ISO-8859-1",
            Encoding::ShiftJis => "Shift_JIS",
            Encoding::EucJp => "EUC-JP",
            Encoding::EucKr => "EUC-KR",
            Encoding::Windows1251 => "windows-1251",
            Encoding::Iso2022Jp => "ISO-2022-JP",
            Encoding::Latin9 => "ISO-8859-15",
        }
    }

    /// The encoding of a name, in any spelling that the web uses (`gbk`, `latin1`, `sjis`, …).
    pub fn from_name(name: &str) -> Option<Encoding> {
        let name = name.trim();
        let found = encoding_rs::Encoding::for_label(name.as_bytes());
        let plain = |e: &Encoding| e.name().eq_ignore_ascii_case(name);
        // EUC-CN is the usual encoding of GB2312, but the web does not know the name.
        let euc_cn = ["euc-cn", "euccn", "euc_cn"].iter().any(|known| known.eq_ignore_ascii_case(name));
        if euc_cn || found == Some(encoding_rs::GBK) {
            return Some(Encoding::Gb18030);
        }
        Encoding::ALL.into_iter().find(|e| plain(e) || Some(e.table()) == found)
    }

    /// The text in this encoding, and whether it contains every character. Missing characters become `?`.
    pub fn encode(self, text: &str) -> (Vec<u8>, bool) {
        let (bytes, _, failed) = self.table().encode(text);
        if !failed {
            return (bytes.into_owned(), true);
        }
        let mut out = Vec::with_capacity(text.len());
        for character in text.chars() {
            let mut buffer = [0; 4];
            let (bytes, _, failed) = self.table().encode(character.encode_utf8(&mut buffer));
            out.extend_from_slice(if failed { b"?" } else { &bytes });
        }
        (out, false)
    }

    fn table(self) -> &'static encoding_rs::Encoding {
        match self {
            Encoding::Utf8 => encoding_rs::UTF_8,
            Encoding::Gb18030 => encoding_rs::GB18030,
            Encoding::Big5 => encoding_rs::BIG5,
            Encoding::Latin1 => encoding_rs::WINDOWS_1252,
            Encoding::ShiftJis => encoding_rs::SHIFT_JIS,
            Encoding::EucJp => encoding_rs::EUC_JP,
            Encoding::EucKr => encoding_rs::EUC_KR,
            Encoding::Windows1251 => encoding_rs::WINDOWS_1251,
            Encoding::Iso2022Jp => encoding_rs::ISO_2022_JP,
            Encoding::Latin9 => encoding_rs::ISO_8859_15,
        }
    }
}

/// The line of an offset in a text, from 1, and its column in characters, from 1.
pub(super) fn place(text: &str, offset: usize) -> (u64, u32) {
    let before = text.get(..offset).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() as u64 + 1;
    (line, u32::try_from(before[start..].chars().count() + 1).unwrap_or(u32::MAX))
}

impl Note {
    /// The kind of problem, its message, and its offset.
    pub(super) fn problem(self) -> (ProblemKind, String, usize) {
        match self {
            Note::Guessed(at, Encoding::Latin1) => {
                let message = "the text is not UTF-8: read as Latin-1; name its encoding";
                (ProblemKind::UnknownEncoding, message.to_owned(), at)
            }
            Note::Guessed(at, encoding) => {
                let message =
                    format!("no encoding is named: read as {}, by what the text holds", encoding.name());
                (ProblemKind::GuessedEncoding, message, at)
            }
            Note::Invalid(at) => {
                (ProblemKind::BadEncoding, "bytes that the encoding does not have".to_owned(), at)
            }
        }
    }
}

/// A note about the bytes, at an offset of the UTF-8 text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// From this offset on, the text was decoded with a guessed encoding other than UTF-8; as Latin-1 if nothing else fits.
    Guessed(usize, Encoding),
    /// The bytes here are invalid in the encoding.
    Invalid(usize),
}

enum Mode {
    /// Only ASCII so far.
    Undecided,
    Utf8,
    Table(Box<encoding_rs::Decoder>),
}

/// Appends UTF-8 text and notes about it; returns `false` at the end.
pub(super) type Given = Box<dyn FnMut(&mut Vec<u8>, &mut Vec<Note>) -> bool + Send>;

/// Decodes bytes of any encoding to UTF-8, in a bounded buffer.
pub struct Decoder<R> {
    /// A source of already decoded text, used instead of the reader.
    given: Option<Given>,
    reader: R,
    mode: Mode,
    named: Option<Encoding>,
    started: bool,
    finished: bool,
    /// The bytes of an incomplete character, and the first three bytes of the text.
    carry: Vec<u8>,
    ends: Ends,
}

/// The number of carriage returns in a row that decides that they end lines, whatever follows.
const MAX_HELD: usize = 8;

/// The line ends of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    /// None was read yet. Carriage returns at the end of the text so far are held back.
    Unknown(usize),
    /// Line feeds, perhaps after carriage returns; or they do not matter.
    Feeds,
    /// Carriage returns, which are replaced by line feeds.
    Returns,
}

impl<R: Read> Decoder<R> {
    /// Decodes with the given encoding, or a detected one.
    pub fn new(reader: R, named: Option<Encoding>) -> Decoder<R> {
        Decoder {
            given: None,
            reader,
            mode: Mode::Undecided,
            named,
            started: false,
            finished: false,
            carry: vec![],
            ends: Ends::Feeds,
        }
    }

    /// The same for a text of lines. If its first line ends in a carriage return alone, every carriage return becomes a line
    /// feed.
    pub fn of_lines(reader: R, named: Option<Encoding>) -> Decoder<R> {
        Decoder { ends: Ends::Unknown(0), ..Decoder::new(reader, named) }
    }

    /// Passes on text that is already decoded.
    pub(super) fn given(reader: R, given: Given) -> Decoder<R> {
        Decoder { given: Some(given), ..Decoder::new(reader, None) }
    }

    /// Reads up to `want` bytes and appends them as text to `out`, which stays valid UTF-8. Returns `false` at the end of the
    /// input. Appends to `notes`, with offsets in `out`.
    ///
    /// # Errors
    /// If the reader fails. An interrupted read is retried.
    pub fn fill(&mut self, out: &mut Vec<u8>, want: usize, notes: &mut Vec<Note>) -> io::Result<bool> {
        if let Some(given) = &mut self.given {
            return Ok(given(out, notes));
        }
        if self.finished {
            return Ok(false);
        }
        let before = out.len();
        if !self.started {
            self.start()?;
        }
        if let Ends::Unknown(held) = self.ends {
            out.extend(std::iter::repeat_n(b'\r', held));
        }
        let base = out.len();
        out.append(&mut self.carry);
        let read = self.read(out, want).and_then(|()| match self.mode {
            Mode::Undecided => self.decide(out, base, notes),
            _ => Ok(()),
        });
        if let Err(error) = read {
            out.truncate(before);
            return Err(error);
        }
        self.decode(out, base, notes);
        self.end_lines(out, before);
        Ok(true)
    }

    /// Replaces carriage returns in the text from an offset on, if they end the lines.
    fn end_lines(&mut self, out: &mut Vec<u8>, mut base: usize) {
        if matches!(self.ends, Ends::Unknown(_)) {
            let Some(first) = memchr::memchr2(b'\r', b'\n', &out[base..]) else { return };
            base += first;
            let returns = out[base..].iter().take_while(|&&byte| byte == b'\r').count();
            self.ends = match out.get(base + returns) {
                Some(b'\n') if returns < MAX_HELD => Ends::Feeds,
                None if !self.finished && returns < MAX_HELD => {
                    out.truncate(base);
                    Ends::Unknown(returns)
                }
                _ => Ends::Returns,
            };
        }
        if self.ends == Ends::Returns {
            out[base..].iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
        }
    }

    /// Appends up to `want` raw bytes.
    fn read(&mut self, out: &mut Vec<u8>, want: usize) -> io::Result<()> {
        let filled = out.len();
        out.resize(filled + want.max(1), 0);
        let read = loop {
            match self.reader.read(&mut out[filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        out.truncate(filled + *read.as_ref().unwrap_or(&0));
        self.finished = read? == 0;
        Ok(())
    }

    /// Selects the mode by the text from its first non-ASCII character, once there is one.
    fn decide(&mut self, out: &mut Vec<u8>, base: usize, notes: &mut Vec<Note>) -> io::Result<()> {
        // The usual case first: the buffer is still ASCII.
        let new = &out[base..];
        let first = if new.is_ascii() { None } else { new.iter().position(|byte| !byte.is_ascii()) };
        let Some(at) = first.map(|at| base + at) else { return Ok(()) };
        while !self.finished && out.len() < at + SAMPLE {
            let want = at + SAMPLE - out.len();
            self.read(out, want)?;
        }
        let sample = &out[at..out.len().min(at + SAMPLE)];
        let (mut good, mut bad) = (0, 0);
        for chunk in sample.utf8_chunks() {
            good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
            bad += chunk.invalid().len();
        }
        // A character cut off by the sample is not an error.
        let error = std::str::from_utf8(sample).err();
        let whole = error.is_none_or(|error| error.error_len().is_none() && good > 0);
        let begins = error.is_none_or(|error| error.valid_up_to() > 0);
        let told = if whole || bad <= good { None } else { told(sample) };
        self.mode = match told {
            None if whole || begins => Mode::Utf8,
            guess => {
                let guess = guess.unwrap_or(Encoding::Latin1);
                notes.push(Note::Guessed(at, guess));
                decoder(guess.table())
            }
        };
        Ok(())
    }

    /// Checks for a byte-order mark and selects the mode.
    fn start(&mut self) -> io::Result<()> {
        self.started = true;
        let mut head = [0; 3];
        let mut length = 0;
        while length < head.len() {
            match self.reader.read(&mut head[length..]) {
                Ok(0) => break,
                Ok(read) => length += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let mut head = &head[..length];
        let mark = encoding_rs::Encoding::for_bom(head);
        let marked = mark.filter(|_| self.named.is_none_or(|named| named == Encoding::Utf8));
        if let Some((table, length)) = marked {
            head = &head[length..];
            self.mode = decoder(table);
        } else if let Some(named) = self.named {
            self.mode = decoder(named.table());
        }
        self.carry.extend_from_slice(head);
        Ok(())
    }

    /// Decodes the raw bytes from `base` on to UTF-8.
    fn decode(&mut self, out: &mut Vec<u8>, base: usize, notes: &mut Vec<Note>) {
        match &mut self.mode {
            Mode::Undecided => {}
            Mode::Table(decoder) => {
                let raw = out.split_off(base);
                let room = decoder.max_utf8_buffer_length(raw.len()).unwrap_or(raw.len() * 3 + 16);
                out.resize(base + room, 0);
                let (_, _, written, bad) = decoder.decode_to_utf8(&raw, &mut out[base..], self.finished);
                out.truncate(base + written);
                if bad {
                    let first = find_replacement(&out[base..]);
                    notes.push(Note::Invalid(base + first));
                }
            }
            Mode::Utf8 => {
                let Err(error) = std::str::from_utf8(&out[base..]) else { return };
                let from = base + error.valid_up_to();
                if error.error_len().is_none() && !self.finished {
                    self.carry = out.split_off(from);
                    return;
                }
                notes.push(Note::Invalid(from));
                self.repair(out, from);
            }
        }
    }

    /// Copies UTF-8 from `from` on; each invalid byte becomes a Latin-1 character.
    fn repair(&mut self, out: &mut Vec<u8>, from: usize) {
        let raw = out.split_off(from);
        for chunk in raw.utf8_chunks() {
            out.extend_from_slice(chunk.valid().as_bytes());
            let bad = chunk.invalid();
            let at_end = bad.as_ptr_range().end == raw.as_ptr_range().end;
            let incomplete =
                at_end && std::str::from_utf8(bad).is_err_and(|error| error.error_len().is_none());
            if incomplete && !self.finished {
                self.carry = bad.to_vec();
                return;
            }
            let (text, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(bad);
            out.extend_from_slice(text.as_bytes());
        }
    }
}

fn decoder(table: &'static encoding_rs::Encoding) -> Mode {
    if table == encoding_rs::UTF_8 {
        Mode::Utf8
    } else {
        Mode::Table(Box::new(table.new_decoder_without_bom_handling()))
    }
}

/// The encoding of a text that looks like Chinese, Japanese, Korean or Russian.
pub(super) fn told(sample: &[u8]) -> Option<Encoding> {
    // A few accented letters are not enough to decide.
    if sample.iter().filter(|byte| !byte.is_ascii()).count() < 3 {
        return None;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, sample.len() < SAMPLE);
    let guess = detector.guess(None, Utf8Detection::Deny);
    // Words of only non-ASCII letters are Cyrillic; in other languages such letters are only parts of words.
    let words =
        || sample.split(|byte| byte.is_ascii()).filter(|word| word.len() > 2).map(<[u8]>::len).sum::<usize>();
    let letters = || sample.iter().filter(|byte| !byte.is_ascii()).count();
    [
        Encoding::Gb18030,
        Encoding::Big5,
        Encoding::ShiftJis,
        Encoding::EucJp,
        Encoding::EucKr,
        Encoding::Windows1251,
    ]
    .into_iter()
    .find(|encoding| guess == encoding.table() || *encoding == Encoding::Gb18030 && guess == encoding_rs::GBK)
    .filter(|encoding| *encoding != Encoding::Windows1251 || words() * 4 > letters() * 3)
}

fn find_replacement(text: &[u8]) -> usize {
    text.windows(3).position(|w| w == "\u{FFFD}".as_bytes()).unwrap_or(0)
}

/// Decodes all bytes; returns the text and notes (with offsets in the text).
pub fn decode(bytes: &[u8], named: Option<Encoding>) -> (String, Vec<Note>) {
    decode_with(Decoder::new(bytes, named), bytes.len())
}

/// The same for a text of lines, as [`Decoder::of_lines`].
pub fn decode_lines(bytes: &[u8], named: Option<Encoding>) -> (String, Vec<Note>) {
    decode_with(Decoder::of_lines(bytes, named), bytes.len())
}

fn decode_with(mut decoder: Decoder<&[u8]>, length: usize) -> (String, Vec<Note>) {
    let (mut out, mut notes) = (Vec::with_capacity(length), vec![]);
    while let Ok(true) = decoder.fill(&mut out, length, &mut notes) {}
    // `fill` appends only valid UTF-8, and reading from memory cannot fail.
    (String::from_utf8(out).unwrap_or_default(), notes)
}
