//! A PGN stream read by several threads: the parts of it side by side, what is made of them in order.
//!
//! One thread decodes and cuts, workers read the parts, the caller's thread takes what they made. Every queue between
//! them is short, so that memory is bounded whatever the lengths of games and of what is made of them.

use std::any::Any;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use carn::record::Encoding;
use carn::record::pgn::{Block, Parts, Reader};

use super::super::exit::Result;

/// How many blocks of text, and how many things made of games, wait at most for whoever takes them.
const WAITING: usize = 4;

/// What a worker hands on. Whatever is made of games goes through the same queues: the code of a queue for each kind
/// would be a twentieth of the command.
enum Made {
    /// Of one game.
    One(Box<dyn Any + Send>),
    /// The part is read; it had so many games.
    End(u64),
}

/// A part, and where to put what is made of it.
struct Job {
    first: Block,
    more: Receiver<Block>,
    made: SyncSender<Made>,
}

/// Has `work` read each part, and `take` what it hands on, in the order of the stream, together with the number of
/// games before the part. `work` is given a function that says whether it should go on.
///
/// # Errors
/// Those of `take`, and of `broken` for a stream that cannot be read.
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
                    // A thread that panicked while it held the queue left it whole.
                    let job = todo.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(Job { first, more, made }) = job else { return };
                    let reader = Reader::of_part(first, move || more.recv().ok());
                    let games = work(reader, &mut |one| made.send(Made::One(Box::new(one))).is_ok());
                    // Nobody may be left to be told.
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
        // Without orders left the workers end, and the cutter has ended.
        drop(ordered);
        match cutter.join() {
            Ok(Err(error)) => broken(error).map(|()| games),
            _ => Ok(games),
        }
    })
}

/// Hands out the parts of a stream.
fn cut(
    mut parts: Parts<Box<dyn Read + Send>>,
    jobs: &SyncSender<Job>,
    order: &SyncSender<Receiver<Made>>,
) -> io::Result<()> {
    let mut open: Option<SyncSender<Block>> = None;
    while let Some(block) = parts.block()? {
        match open.as_ref().filter(|_| !block.is_first()) {
            // A worker that needs no more has gone.
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
