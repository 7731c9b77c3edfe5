import CIIO
import Synchronization

/// A flag that ends a capture's threads, and wakes those that wait for samples from another machine.
final class StopFlag: Sendable {
    private struct State {
        var isSet = false
        /// The buffers that threads may be waiting for, as integers because pointers are not sendable.
        var buffers: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Whether a stop was requested.
    var isSet: Bool { state.withLock { $0.isSet } }

    /// Requests a stop and cancels all registered buffers.
    func set() {
        state.withLock { state in
            state.isSet = true
            for buffer in state.buffers { OpaquePointer(bitPattern: buffer).map(iio_buffer_cancel) }
        }
    }

    /// Registers a buffer, whose reads are canceled by a stop until ``release(_:)``.
    func guardBuffer(_ buffer: OpaquePointer) {
        state.withLock { state in
            state.buffers.insert(Int(bitPattern: buffer))
            if state.isSet { iio_buffer_cancel(buffer) }
        }
    }

    /// Removes a buffer that is about to be destroyed.
    func release(_ buffer: OpaquePointer) {
        state.withLock { _ = $0.buffers.remove(Int(bitPattern: buffer)) }
    }
}
