//! The engine of the page: three functions for the browser, with requests and answers as JSON.
//!
//! A caller allocates a request of a given length with [`carn_room`], writes it there, and calls [`carn_answer`], which returns
//! the length of the answer at [`carn_answered`]. A request names its task (`{"do": "game", …}`). An answer is `{"ok": …}` or
//! `{"error": "…"}`. The module keeps one [`Session`]: the last valid rule file, and a position.

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

/// The buffers for requests and answers, and the session.
#[derive(Default)]
struct Desk {
    request: Vec<u8>,
    answer: Vec<u8>,
    session: Session,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Room for a request of this length; discards the previous request.
#[unsafe(no_mangle)]
pub extern "C" fn carn_room(length: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.request.clear();
        desk.request.resize(length, 0);
        desk.request.as_mut_ptr()
    })
}

/// Processes the request; returns the length of the answer in bytes.
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

/// The address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn carn_answered() -> *const u8 {
    DESK.with_borrow(|desk| desk.answer.as_ptr())
}
