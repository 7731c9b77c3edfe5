import CIIO
import Synchronization

/// Asks a capture's threads to end, and wakes those that wait for samples of another machine.
final class StopFlag: Sendable {
    private struct State {
        var isSet = false
        /// Buffers that a thread may be waiting for, as numbers since pointers are not sendable.
        var buffers: Set<Int> = []
    }

    private let state = Mutex(State())

    /// True once the end was asked for.
    var isSet: Bool { state.withLock { $0.isSet } }

    /// Asks for the end.
    func set() {
        state.withLock { state in
            state.isSet = true
            for buffer in state.buffers { OpaquePointer(bitPattern: buffer).map(iio_buffer_cancel) }
        }
    }

    /// Has a buffer's reads ended with the capture, until ``release(_:)``.
    func guardBuffer(_ buffer: OpaquePointer) {
        state.withLock { state in
            state.buffers.insert(Int(bitPattern: buffer))
            if state.isSet { iio_buffer_cancel(buffer) }
        }
    }

    /// Forgets a buffer that is about to be destroyed.
    func release(_ buffer: OpaquePointer) {
        state.withLock { _ = $0.buffers.remove(Int(bitPattern: buffer)) }
    }
}
