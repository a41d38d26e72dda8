//! How much memory can be had. A system promises more than there is, and ends who takes it: so that is asked first.

use std::path::Path;

/// Whether so many bytes more can be had, as far as the system tells.
pub fn has(bytes: usize) -> bool {
    // What cannot even be promised: a limit on the process, or an address space that is too small.
    let promised = Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
    promised && [of_the_machine(), of_the_group()].into_iter().flatten().all(|free| free >= bytes as u64)
}

/// What Linux says that programs can have without making others smaller.
fn of_the_machine() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let kilobytes = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(kilobytes.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// What is left of the limit that a container has.
fn of_the_group() -> Option<u64> {
    let number = |name: &str| -> Option<u64> {
        std::fs::read_to_string(Path::new("/sys/fs/cgroup").join(name)).ok()?.trim().parse().ok()
    };
    Some(number("memory.max")?.saturating_sub(number("memory.current")?))
}
