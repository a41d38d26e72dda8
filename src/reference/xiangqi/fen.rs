//! Reads xiangqi positions from FEN, with errors in words, and writes them.

use super::{Board, FILES, Piece, RANKS, Role, Side, Square};

/// Reads a position, or returns the error as a clause.
pub(super) fn read(fen: &str) -> Result<Board, String> {
    let mut fields = fen.split_whitespace();
    let placement = fields.next().ok_or("it is empty")?;
    let turn = match fields.next() {
        Some("w" | "r") => Side::Red,
        Some("b") => Side::Black,
        Some(other) => return Err(format!("the side to move is `{other}`, not `w` or `b`")),
        None => return Err("the side to move is missing".to_owned()),
    };
    let mut board = Board { squares: Default::default(), turn };
    read_placement(placement, &mut board)?;
    check_generals(&board)?;
    Ok(board)
}

/// The placement and the side to move. Where two letters are in use, it follows the other FEN.
pub(super) fn write(board: &Board, like: &str) -> String {
    let used = like.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
    let mut fen = String::new();
    for rank in (0..RANKS).rev() {
        let mut empty = 0;
        for file in 0..FILES {
            let Some(piece) = board.piece_on(Square { file, rank }) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                fen += &empty.to_string();
                empty = 0;
            }
            let letter = match piece.role {
                Role::General => 'k',
                Role::Advisor => 'a',
                Role::Elephant if used.contains('e') => 'e',
                Role::Elephant => 'b',
                Role::Horse if used.contains('h') => 'h',
                Role::Horse => 'n',
                Role::Chariot => 'r',
                Role::Cannon => 'c',
                Role::Soldier => 'p',
            };
            fen.push(if piece.side == Side::Red { letter.to_ascii_uppercase() } else { letter });
        }
        if empty > 0 {
            fen += &empty.to_string();
        }
        fen.push(if rank > 0 { '/' } else { ' ' });
    }
    let red = if like.split_whitespace().nth(1) == Some("r") { 'r' } else { 'w' };
    fen.push(if board.turn == Side::Red { red } else { 'b' });
    fen
}

fn read_placement(placement: &str, board: &mut Board) -> Result<(), String> {
    let rows = placement.split('/').count();
    if rows != RANKS as usize {
        return Err(format!("it has {rows} ranks, not {RANKS}"));
    }
    for (rank, row) in (0..RANKS).rev().zip(placement.split('/')) {
        let mut file = 0;
        for letter in row.chars() {
            let wide = match letter.to_digit(10) {
                Some(empty) => empty as i8,
                None => {
                    if file < FILES {
                        board.put(Square { file, rank }, Some(piece(letter)?));
                    }
                    1
                }
            };
            file += wide;
            if file > FILES {
                return Err(format!("rank {} has more than {FILES} squares", rank + 1));
            }
        }
        if file < FILES {
            return Err(format!("rank {} has {file} squares, not {FILES}", rank + 1));
        }
    }
    Ok(())
}

fn piece(letter: char) -> Result<Piece, String> {
    let role = match letter.to_ascii_lowercase() {
        'k' => Role::General,
        'a' => Role::Advisor,
        'b' | 'e' => Role::Elephant,
        'n' | 'h' => Role::Horse,
        'r' => Role::Chariot,
        'c' => Role::Cannon,
        'p' => Role::Soldier,
        _ => return Err(format!("`{letter}` is no piece")),
    };
    let side = if letter.is_ascii_uppercase() { Side::Red } else { Side::Black };
    Ok(Piece { side, role })
}

fn check_generals(board: &Board) -> Result<(), String> {
    for (side, name) in [(Side::Red, "Red"), (Side::Black, "Black")] {
        let general = Some(Piece { side, role: Role::General });
        let count = board.squares.as_flattened().iter().filter(|&&piece| piece == general).count();
        if count != 1 {
            return Err(format!("{name} has {count} generals, not 1"));
        }
        if board.general_of(side).is_none() {
            return Err(format!("{name}'s general is outside its palace"));
        }
    }
    if board.in_check(board.turn.other()) {
        return Err("the side to move could take the general".to_owned());
    }
    Ok(())
}
