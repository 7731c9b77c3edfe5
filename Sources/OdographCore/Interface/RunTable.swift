import FusionCore
import Synchronization

/// The runs that C has handles of.
///
/// A handle is a number that is used once, and not an address: a handle that was freed, or never was one, is found out
/// instead of followed. This table is the one variable that all calls of the C interface share.
final class RunTable: Sendable {
    private struct State {
        var runs: [UInt64: Run] = [:]
        var last: UInt64 = 0
    }

    private let state = Mutex(State())

    /// The most runs at a time: more are those that a program forgot to free.
    static let mostRuns = 1 << 20

    /// Adds a run and returns its handle.
    func add(_ run: Run) throws(CoreError) -> UInt64 {
        try state.withLock { state throws(CoreError) in
            guard state.runs.count < Self.mostRuns else {
                throw .tooMany("There are \(Self.mostRuns) runs already; free some with odograph_free.")
            }
            state.last += 1
            state.runs[state.last] = run
            return state.last
        }
    }

    /// Returns the run of a handle.
    func run(_ handle: UInt64) throws(CoreError) -> Run {
        guard let run = state.withLock({ $0.runs[handle] }) else { throw .noRun }
        return run
    }

    /// Removes a run; one that another thread works with is freed once that has finished.
    func remove(_ handle: UInt64) throws(CoreError) {
        guard state.withLock({ $0.runs.removeValue(forKey: handle) }) != nil else { throw .noRun }
    }
}
