//! Reads a PGN stream with several threads: its parts in parallel, their results in order.
//!
//! One thread decodes and splits, workers read the parts, and the caller's thread takes the results. All queues between them
//! are short, so that memory is bounded for any length of games and results.

use std::any::Any;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use carn::record::Encoding;
use carn::record::pgn::{Block, Parts, Reader};

use super::super::exit::Result;

/// The maximum number of waiting blocks of text, and of waiting results.
const WAITING: usize = 4;

/// A message of a worker. All kinds of results use the same queue type: separate code for each would be a twentieth of the
/// command.
enum Made {
    /// The result for one game.
    One(Box<dyn Any + Send>),
    /// The part is finished; with its number of games.
    End(u64),
}

/// A part, and the queue for its results.
struct Job {
    first: Block,
    more: Receiver<Block>,
    made: SyncSender<Made>,
}

/// Calls `work` to read each part, and `take` with its results, in the order of the stream, together with the number of games
/// before the part. `work` receives a function that returns whether to continue.
///
/// # Errors
/// The errors of `take`, and of `broken` for a stream that cannot be read.
pub fn in_parts<T: Send + 'static>(
    reader: Box<dyn Read + Send>,
    encoding: Option<Encoding>,
    threads: usize,
    work: impl Fn(Reader<io::Empty>, &mut dyn FnMut(T) -> bool) -> u64 + Sync,
    mut take: impl FnMut(u64, T) -> Result,
    broken: impl FnOnce(io::Error) -> Result,
) -> Result<u64> {
    thread::scope(|scope| {
        let (jobs, todo) = sync_channel::<Job>(1);
        let (order, ordered) = sync_channel::<Receiver<Made>>(threads + 1);
        let (todo, work) = (Arc::new(Mutex::new(todo)), &work);
        let cutter = scope.spawn(move || cut(Parts::new(reader, encoding), &jobs, &order));
        for _ in 0..threads {
            let todo = Arc::clone(&todo);
            scope.spawn(move || {
                loop {
                    // The queue stays valid even if a thread panicked while holding it.
                    let job = todo.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(Job { first, more, made }) = job else { return };
                    let reader = Reader::of_part(first, move || more.recv().ok());
                    let games = work(reader, &mut |one| made.send(Made::One(Box::new(one))).is_ok());
                    // The receiver may be gone.
                    let _ = made.send(Made::End(games));
                }
            });
        }
        drop(todo);
        let mut games = 0;
        for made in &ordered {
            for one in &made {
                match one {
                    Made::One(one) => {
                        if let Ok(one) = one.downcast() {
                            take(games, *one)?;
                        }
                    }
                    Made::End(more) => games += more,
                }
            }
        }
        // Closing the queue ends the workers and the splitting thread.
        drop(ordered);
        match cutter.join() {
            Ok(Err(error)) => broken(error).map(|()| games),
            _ => Ok(games),
        }
    })
}

/// Distributes the parts of a stream.
fn cut(
    mut parts: Parts<Box<dyn Read + Send>>,
    jobs: &SyncSender<Job>,
    order: &SyncSender<Receiver<Made>>,
) -> io::Result<()> {
    let mut open: Option<SyncSender<Block>> = None;
    while let Some(block) = parts.block()? {
        match open.as_ref().filter(|_| !block.is_first()) {
            // The worker has stopped and needs no more.
            Some(open) => drop(open.send(block)),
            None => {
                let (blocks, more) = sync_channel(WAITING);
                let (made, ready) = sync_channel(WAITING);
                open = Some(blocks);
                if order.send(ready).is_err() || jobs.send(Job { first: block, more, made }).is_err() {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}
