//! Ctrl-C during long work: the first ends the work and keeps its results, the second ends the program.

use std::sync::{Arc, Mutex, Once, PoisonError, Weak};

use carn::search::Control;

use super::process::kill_engines;

/// The current work.
static WORK: Mutex<Weak<Control>> = Mutex::new(Weak::new());

/// A control that Ctrl-C stops. The next Ctrl-C ends the program, and so does one after the control is dropped.
pub fn control() -> Arc<Control> {
    let control = Arc::new(Control::new());
    *WORK.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(&control);
    watch();
    control
}

/// Makes Ctrl-C kill the running engines.
pub fn watch() {
    static WATCH: Once = Once::new();
    WATCH.call_once(|| {
        // Without a handler, Ctrl-C ends the program.
        let _ = ctrlc::set_handler(interrupted);
    });
}

fn interrupted() {
    let work = std::mem::take(&mut *WORK.lock().unwrap_or_else(PoisonError::into_inner)).upgrade();
    // The work stops before its engines are killed, so that it does not count their end as a fault.
    if let Some(work) = &work {
        work.stop();
    }
    kill_engines();
    if work.is_none() {
        // The usual code of shells.
        std::process::exit(130);
    }
}
