//! The encodings that records come in, and a stream that turns each of them into UTF-8.
//!
//! When no encoding is named: a byte-order mark says UTF-8 (or UTF-16); else the first characters outside ASCII
//! decide: if they are UTF-8 the text is UTF-8, if not it is taken for Latin-1, with a warning. In UTF-8, bytes that do
//! not belong are read as Latin-1 one by one, with an error, so that nothing is lost.

use std::io::{self, Read};

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
}

impl Encoding {
    /// All of them.
    pub const ALL: [Encoding; 7] = [
        Encoding::Utf8,
        Encoding::Gb18030,
        Encoding::Big5,
        Encoding::Latin1,
        Encoding::ShiftJis,
        Encoding::EucJp,
        Encoding::EucKr,
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
        }
    }

    /// The encoding of a name, in any of the spellings that the web knows (`gbk`, `latin1`, `sjis`, …).
    pub fn from_name(name: &str) -> Option<Encoding> {
        let name = name.trim();
        let found = encoding_rs::Encoding::for_label(name.as_bytes());
        let plain = |e: &Encoding| e.name().eq_ignore_ascii_case(name);
        let gbk = found == Some(encoding_rs::GBK);
        if gbk {
            return Some(Encoding::Gb18030);
        }
        Encoding::ALL.into_iter().find(|e| plain(e) || Some(e.table()) == found)
    }

    /// The text in this encoding, and whether every character of it has one; those that have none become `?`.
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
        }
    }
}

/// Something to report about the bytes, at an offset of the UTF-8 text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// The text was taken for Latin-1 from this offset on, because it is not UTF-8.
    Guessed(usize),
    /// Bytes here do not belong to the encoding.
    Invalid(usize),
}

enum Mode {
    /// Only ASCII so far.
    Undecided,
    Utf8,
    Table(Box<encoding_rs::Decoder>),
}

/// Appends UTF-8 and notes about it; false at the end.
pub(super) type Given = Box<dyn FnMut(&mut Vec<u8>, &mut Vec<Note>) -> bool + Send>;

/// Reads bytes of any encoding and gives UTF-8, in a bounded buffer.
pub struct Decoder<R> {
    /// What gives text that was decoded already, instead of the reader.
    given: Option<Given>,
    reader: R,
    mode: Mode,
    named: Option<Encoding>,
    started: bool,
    finished: bool,
    /// The bytes of a character that is not complete yet, and of the first three of the text.
    carry: Vec<u8>,
}

impl<R: Read> Decoder<R> {
    /// Decodes from the encoding named, or the one found out.
    pub fn new(reader: R, named: Option<Encoding>) -> Decoder<R> {
        Decoder {
            given: None,
            reader,
            mode: Mode::Undecided,
            named,
            started: false,
            finished: false,
            carry: vec![],
        }
    }

    /// Gives what it is given.
    pub(super) fn given(reader: R, given: Given) -> Decoder<R> {
        Decoder { given: Some(given), ..Decoder::new(reader, None) }
    }

    /// Reads up to `want` bytes and appends what they say to `out`, which stays valid UTF-8 if it was. False at the
    /// end of the input; what there is to report goes to `notes`, with offsets in `out`.
    ///
    /// # Errors
    /// When the reader fails; an interrupted read is tried again.
    pub fn fill(&mut self, out: &mut Vec<u8>, want: usize, notes: &mut Vec<Note>) -> io::Result<bool> {
        if let Some(given) = &mut self.given {
            return Ok(given(out, notes));
        }
        if self.finished {
            return Ok(false);
        }
        let base = out.len();
        if !self.started {
            self.start()?;
        }
        let carried = self.carry.len();
        out.append(&mut self.carry);
        out.resize(base + carried + want.max(1), 0);
        let read = loop {
            match self.reader.read(&mut out[base + carried..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    out.truncate(base);
                    return Err(error);
                }
                Ok(read) => break read,
            }
        };
        out.truncate(base + carried + read);
        self.finished = read == 0;
        self.decode(out, base, notes);
        Ok(true)
    }

    /// Looks for a byte-order mark and chooses the mode.
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

    /// Turns the raw bytes from `base` on into UTF-8.
    fn decode(&mut self, out: &mut Vec<u8>, base: usize, notes: &mut Vec<Note>) {
        let mut from = base;
        loop {
            match &mut self.mode {
                Mode::Table(decoder) => {
                    let raw = out.split_off(from);
                    let room = decoder.max_utf8_buffer_length(raw.len()).unwrap_or(raw.len() * 3 + 16);
                    out.resize(from + room, 0);
                    let (_, _, written, bad) = decoder.decode_to_utf8(&raw, &mut out[from..], self.finished);
                    out.truncate(from + written);
                    if bad {
                        let first = find_replacement(&out[from..]);
                        notes.push(Note::Invalid(from + first));
                    }
                    return;
                }
                Mode::Undecided | Mode::Utf8 => {}
            }
            let (valid, bad) = match std::str::from_utf8(&out[from..]) {
                Ok(_) => (out.len() - from, None),
                Err(error) => (error.valid_up_to(), Some(error.error_len())),
            };
            let ascii = matches!(self.mode, Mode::Undecided) && out[from..from + valid].is_ascii();
            if !ascii {
                self.mode = Mode::Utf8;
            }
            from += valid;
            match bad {
                None => return,
                Some(None) if !self.finished => {
                    self.carry = out.split_off(from);
                    return;
                }
                Some(_) if ascii => {
                    notes.push(Note::Guessed(from));
                    self.mode = decoder(encoding_rs::WINDOWS_1252);
                }
                Some(_) => {
                    notes.push(Note::Invalid(from));
                    self.repair(out, from);
                    return;
                }
            }
        }
    }

    /// Copies UTF-8 from `from` on, each byte that is none as a Latin-1 character.
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

fn find_replacement(text: &[u8]) -> usize {
    text.windows(3).position(|w| w == "\u{FFFD}".as_bytes()).unwrap_or(0)
}

/// The whole of some bytes as text, with what there is to report (offsets in the text).
pub fn decode(bytes: &[u8], named: Option<Encoding>) -> (String, Vec<Note>) {
    let mut decoder = Decoder::new(bytes, named);
    let (mut out, mut notes) = (Vec::with_capacity(bytes.len()), vec![]);
    while let Ok(true) = decoder.fill(&mut out, bytes.len(), &mut notes) {}
    // `fill` only ever appends valid UTF-8, and reading from memory does not fail.
    (String::from_utf8(out).unwrap_or_default(), notes)
}
