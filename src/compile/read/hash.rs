//! The rule hash: a number that identifies a set of rules.

use crate::compile::read::tree::{Node, Table, Value};
use crate::compile::schema::is_proof;

/// Keys that do not affect the rules, besides [proofs](is_proof).
const SILENT: [&str; 5] = ["name", "description", "records", "engine", "allow"];
/// Keys that only affect drawings: the section, the nesting depth of the table in it (0 is the section itself), and the key.
const LOOKS: [(&str, usize, &str); 7] = [
    ("board", 0, "drawing"),
    ("board", 0, "tiles"),
    ("board", 0, "labels"),
    ("board", 0, "at"),
    ("board", 0, "lines"),
    ("players", 1, "colour"),
    ("pieces", 1, "picture"),
];

/// The hash of the merged rule file: FNV-1a (64 bits, after Fowler, Noll and Vo). It covers keys and values in the order of the
/// file, each with its kind and length. Comments, blanks and quoting style do not count.
pub(crate) fn rule_hash(root: &Table) -> u64 {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    let silent = |key: &str| is_proof(key) || SILENT.contains(&key);
    for entry in root.entries.iter().filter(|entry| !silent(&entry.key.value)) {
        hash.text(&entry.key.value);
        node(&mut hash, &entry.value, &entry.key.value, 0);
    }
    hash.0
}

struct Fnv(u64);

impl Fnv {
    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn text(&mut self, text: &str) {
        self.bytes(&(text.len() as u64).to_le_bytes());
        self.bytes(text.as_bytes());
    }
}

/// Hashes a value at a nesting depth of a section.
fn node(hash: &mut Fnv, value: &Node, section: &str, depth: usize) {
    match &value.kind {
        Value::String(text) => {
            hash.bytes(b"s");
            // Line endings depend on the editor.
            hash.text(&text.value.replace("\r\n", "\n"));
        }
        Value::Integer(number) => {
            hash.bytes(b"i");
            hash.bytes(&number.to_le_bytes());
        }
        Value::Decimal(number) => {
            hash.bytes(b"d");
            hash.bytes(&number.to_bits().to_le_bytes());
        }
        Value::Boolean(value) => hash.bytes(if *value { b"t" } else { b"f" }),
        Value::Array(items) => {
            hash.bytes(b"a");
            hash.bytes(&(items.len() as u64).to_le_bytes());
            items.iter().for_each(|item| node(hash, item, section, depth + 1));
        }
        Value::Table(table) => {
            // A zone given as a table with drawing keys hashes like the plain zone.
            if section == "zones"
                && depth == 1
                && let Some(squares) = table.get("squares")
            {
                return node(hash, squares, section, depth);
            }
            hash.bytes(b"{");
            let looks = |key: &str| LOOKS.contains(&(section, depth, key));
            for entry in table.entries.iter().filter(|entry| !looks(&entry.key.value)) {
                hash.text(&entry.key.value);
                node(hash, &entry.value, section, depth + 1);
            }
            hash.bytes(b"}");
        }
        Value::Other(_) => hash.bytes(b"o"),
    }
}
