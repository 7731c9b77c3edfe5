import CGTK

/// Keeps large pieces that are freed for the next ones, until ``returnUnusedMemory()``.
///
/// The C library maps and unmaps each large piece. A long file goes through several of them, and clearing all their pages
/// anew takes the system a tenth of a second for 360 000 points.
public func keepUnusedMemory() {
    mallopt(M_MMAP_MAX, 0)
    mallopt(M_TRIM_THRESHOLD, .max)
    mallopt(M_TOP_PAD, 64 << 20)
}

/// Gives memory that was freed back to the system; the C library would hold on to it.
///
/// Some milliseconds for a program that had hundreds of megabytes in use.
public func returnUnusedMemory() {
    // What the C library comes to by itself in a program that has freed large pieces.
    mallopt(M_MMAP_MAX, 65_536)
    mallopt(M_MMAP_THRESHOLD, 32 << 20)
    mallopt(M_TRIM_THRESHOLD, 64 << 20)
    mallopt(M_TOP_PAD, 128 << 10)
    malloc_trim(0)
}

/// Has all threads take memory from one place; to be called before there are any.
///
/// The C library would keep up to 64 MB for each thread that once worked, and never gives the end of it back. Small pieces
/// come from a store of each thread's own, so that threads hardly wait for each other.
func takeMemoryFromOnePlace() {
    mallopt(M_ARENA_MAX, 1)
}
