import CGTK
import Glibc

/// Keeps large pieces that are freed for the next ones, until ``returnUnusedMemory()``.
///
/// The C library maps and unmaps each large piece. A long file goes through several of them, and clearing all their pages
/// again takes the system a tenth of a second for 360 000 points.
public func keepUnusedMemory() {
    mallopt(M_MMAP_MAX, 0)
    mallopt(M_TRIM_THRESHOLD, .max)
    mallopt(M_TOP_PAD, 64 << 20)
}

/// Memory that is taken from the system while there is time, so that what needs it does not wait for it page by page.
public struct MemoryAhead: Sendable {
    private let addresses: Range<UInt>

    private static let pageLength: UInt = 4_096
    private static let pieceLength: UInt = 1 << 20
    /// `MADV_POPULATE_WRITE`: Linux knows it from 5.14 on, an older one refuses it.
    private static let populate: Int32 = 23

    /// Finds room for so many bytes where the next large pieces will lie; after ``keepUnusedMemory()``.
    public init(byteCount: Int) {
        guard byteCount > 0, let room = malloc(byteCount) else {
            addresses = 0..<0
            return
        }
        let start = (UInt(bitPattern: room) + Self.pageLength - 1) & ~(Self.pageLength - 1)
        addresses = start..<max(start, (UInt(bitPattern: room) + UInt(byteCount)) & ~(Self.pageLength - 1))
        free(room)
    }

    /// Has the system put cleared pages there, front to back; what lies in pages that are there already stays.
    ///
    /// A third of a millisecond for each megabyte, so on a thread that nobody waits for.
    public func fill() {
        for start in stride(from: addresses.lowerBound, to: addresses.upperBound, by: Int(Self.pieceLength)) {
            let length = min(Self.pieceLength, addresses.upperBound - start)
            guard madvise(UnsafeMutableRawPointer(bitPattern: start), Int(length), Self.populate) == 0 else { return }
        }
    }
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
