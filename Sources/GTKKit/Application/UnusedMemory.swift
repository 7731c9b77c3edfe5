import CGTK

/// Gives memory that was freed back to the system; the C library would hold on to it.
///
/// Some milliseconds for a program that had hundreds of megabytes in use.
public func returnUnusedMemory() {
    malloc_trim(0)
}
