import CGlibc

/// Returns freed memory to the system, which the allocator would keep between blocks that are in use. Takes up to some
/// tens of milliseconds for a very long recording, during which other threads wait for memory.
func returnFreedMemory() { malloc_trim(0) }
