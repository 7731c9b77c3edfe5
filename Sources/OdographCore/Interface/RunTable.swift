import Synchronization

/// The runs that C has handles for.
///
/// A handle is a number that is used once, not an address, so that a handle that is invalid or was freed is detected
/// instead of followed. This table is the only variable shared by all calls of the C interface.
final class RunTable: Sendable {
    private struct State {
        var runs: [UInt64: Run] = [:]
        var last: UInt64 = 0
    }

    private let state = Mutex(State())

    /// The maximum number of simultaneous runs. A program with more has forgotten to free them.
    static let mostRuns = 1 << 20

    /// Adds a run and returns its handle.
    func add(_ run: Run) throws(CoreError) -> UInt64 {
        try state.withLock { state throws(CoreError) in
            guard state.runs.count < Self.mostRuns else {
                throw .tooMany("There are already \(Self.mostRuns) runs; free some with odograph_free.")
            }
            state.last += 1
            state.runs[state.last] = run
            return state.last
        }
    }

    /// Returns the run with a handle.
    func run(_ handle: UInt64) throws(CoreError) -> Run {
        guard let run = state.withLock({ $0.runs[handle] }) else { throw .noRun }
        return run
    }

    /// Removes a run. If another thread uses it, it is freed when that thread has finished.
    func remove(_ handle: UInt64) throws(CoreError) {
        guard state.withLock({ $0.runs.removeValue(forKey: handle) }) != nil else { throw .noRun }
    }
}
