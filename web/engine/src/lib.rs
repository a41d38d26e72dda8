//! The engine of the page: three functions that a browser can call, requests and answers as JSON in between.
//!
//! A caller asks [`carn_room`] for room, writes a request of so many bytes there, calls [`carn_answer`], and finds as many
//! bytes as that says at [`carn_answered`]. A request names what is to be done (`{"do": "game", …}`), an answer is
//! `{"ok": …}` or `{"error": "…"}`. The module keeps one [`Session`]: the rule file as it was last understood, and a
//! position of it.

mod arrange;
mod best;
mod count;
mod game;
mod look;
mod moves;
mod position;
mod prose;
mod records;
mod session;
mod spans;
mod tables;
mod why;

use std::cell::RefCell;

use session::Session;

/// What goes in and out, and what is known in between.
#[derive(Default)]
struct Desk {
    request: Vec<u8>,
    answer: Vec<u8>,
    session: Session,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Room for a request of so many bytes; what was asked before is forgotten.
#[unsafe(no_mangle)]
pub extern "C" fn carn_room(length: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.request.clear();
        desk.request.resize(length, 0);
        desk.request.as_mut_ptr()
    })
}

/// Does what the request says; how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn carn_answer() -> usize {
    DESK.with_borrow_mut(|desk| {
        let answer = match serde_json::from_slice(&desk.request) {
            Ok(request) => desk.session.answer(&request),
            Err(error) => serde_json::json!({ "error": error.to_string() }),
        };
        desk.answer = answer.to_string().into_bytes();
        desk.answer.len()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn carn_answered() -> *const u8 {
    DESK.with_borrow(|desk| desk.answer.as_ptr())
}
