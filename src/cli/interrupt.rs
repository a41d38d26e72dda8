//! Ctrl-C during long work: the first ends the work and keeps its results, the second ends the program.

use std::sync::atomic::{AtomicBool, Ordering};

use carn::search::Control;

use super::exit::{Result, Stop};

/// Makes Ctrl-C stop a control. Must be called only once.
pub fn stops(control: &'static Control) -> Result {
    static STOPPED: AtomicBool = AtomicBool::new(false);
    let handled = ctrlc::set_handler(|| {
        if STOPPED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        control.stop();
    });
    handled.map_err(|error| Stop::usage(format!("cannot watch for Ctrl-C: {error}")))
}
