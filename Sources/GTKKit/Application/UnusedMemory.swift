import CGTK

/// Gives memory that was freed back to the system; the C library would hold on to it.
///
/// Some milliseconds for a program that had hundreds of megabytes in use.
public func returnUnusedMemory() {
    malloc_trim(0)
}

/// Has all threads take memory from one place; to be called before there are any.
///
/// The C library would keep up to 64 MB for each thread that once worked, and never gives the end of it back. Small pieces
/// come from a store of each thread's own, so that threads hardly wait for each other.
func takeMemoryFromOnePlace() {
    mallopt(M_ARENA_MAX, 1)
}
