//! Processor features, detected at run time. This is the only module with `unsafe` code.
//!
//! A [`Task`] is written once, generic over the [`Processor`]. [`Native`] runs it compiled with the detected
//! instructions, [`Portable`] with the instructions that every processor of the target has. A value of
//! `Native` exists only if the detection succeeded. The unsafe calls below rely on nothing else.
#![allow(
    unsafe_code,
    reason = "calls into functions compiled for detected processor features, and fetching memory"
)]

/// Work that can be compiled for several processors.
pub trait Task {
    /// The result of the task.
    type Output;

    /// Runs the task. Implementations are `#[inline(always)]` to be compiled with the caller's instructions.
    fn run<P: Processor>(self, processor: P) -> Self::Output;
}

/// A set of processor instructions to compile for.
pub trait Processor: Copy + Send + Sync + 'static {
    /// Whether [`extract`](Self::extract) is one instruction (PEXT). If not, tables use multiplication (magic
    /// numbers).
    const EXTRACTS: bool;

    /// The processor, if its features were detected.
    fn detected() -> Option<Self>;

    /// The bits of `word` selected by `mask`, packed at the low end.
    fn extract(self, word: u64, mask: u64) -> u64;

    /// Runs a task compiled for this processor. It is a real call, so tasks may recurse through it.
    fn call<T: Task>(self, task: T) -> T::Output;
}

/// Any processor of the target.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Processor for Portable {
    const EXTRACTS: bool = false;

    fn detected() -> Option<Self> {
        Some(Self)
    }

    #[inline]
    fn extract(self, word: u64, mask: u64) -> u64 {
        let (mut rest, mut packed, mut place) = (mask, 0, 0);
        while rest != 0 {
            packed |= (word >> rest.trailing_zeros() & 1) << place;
            rest &= rest - 1;
            place += 1;
        }
        packed
    }

    #[inline(never)]
    fn call<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
}

/// A processor with bit extraction (BMI2), fast bit counts and AVX2. It is created only by detection.
#[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
#[derive(Clone, Copy, Debug)]
pub struct Native(());

#[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
impl Native {
    /// Detects the instructions.
    pub fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("avx2");
        found.then_some(Self(()))
    }
}

#[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
impl Processor for Native {
    const EXTRACTS: bool = true;

    fn detected() -> Option<Self> {
        Self::detect()
    }

    #[inline(always)]
    fn extract(self, word: u64, mask: u64) -> u64 {
        // SAFETY: a value of `Native` exists only where BMI2 was detected.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }

    #[inline(always)]
    fn call<T: Task>(self, task: T) -> T::Output {
        // SAFETY: a value of `Native` exists only where all the features of `run_native` were detected.
        unsafe { run_native(self, task) }
    }
}

#[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx2")]
fn run_native<T: Task>(native: Native, task: T) -> T::Output {
    task.run(native)
}

/// Prefetches memory that will be read soon, for example a hash table entry. Has no other effect.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    // SAFETY: a prefetch reads nothing, and the reference is valid.
    #[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(feature = "portable"))))]
    let _ = place;
}

/// The processor of most users.
#[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
pub type Usual = Native;

/// The processor of most users.
#[cfg(not(all(target_arch = "x86_64", not(feature = "portable"))))]
pub type Usual = Portable;

#[cfg(all(test, target_arch = "x86_64", not(feature = "portable")))]
mod tests {
    use super::*;

    #[test]
    fn extraction_agrees_with_the_portable_twin() {
        let Some(native) = Native::detect() else { return };
        let mut random = crate::random::Random::new(0);
        for _ in 0..10_000 {
            let (word, mask) = (random.next_u64(), random.next_u64() & random.next_u64());
            struct Extract(u64, u64);
            impl Task for Extract {
                type Output = u64;
                fn run<P: Processor>(self, processor: P) -> u64 {
                    processor.extract(self.0, self.1)
                }
            }
            assert_eq!(native.call(Extract(word, mask)), Portable.extract(word, mask));
        }
    }
}
