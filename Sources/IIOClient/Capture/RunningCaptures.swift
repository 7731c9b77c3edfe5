import Dispatch
import Synchronization

/// The captures that run now, each sensor once, and under an identity of its own.
final class RunningCaptures: Sendable {
    private struct State {
        /// The kernel's number of each sensor that is captured.
        var running: [SensorIdentity: String] = [:]
        var gone: Set<SensorIdentity> = []
    }

    private let bound: Int
    private let state = Mutex(State())
    private let group = DispatchGroup()

    /// Creates an empty set.
    /// - Parameter bound: The number of sensors that are captured at the same time, at most.
    init(bound: Int = .max) {
        self.bound = bound
    }

    /// True while a sensor that was captured is gone.
    var isMissingOne: Bool { state.withLock { !$0.gone.isEmpty } }

    /// Takes a sensor by the kernel's number of today; nil if it is captured already, or if there are too many.
    ///
    /// Of equal sensors each keeps its identity for as long as it is captured; one that comes gets the first that is
    /// free, that of one that went.
    func claim(_ kernelID: String, name: String, label: String?) -> SensorIdentity? {
        let claimed = state.withLock { state -> SensorIdentity? in
            guard !state.running.values.contains(kernelID), state.running.count < bound else { return nil }
            var index = 0
            while state.running[SensorIdentity(name: name, label: label, index: index)] != nil { index += 1 }
            let identity = SensorIdentity(name: name, label: label, index: index)
            state.running[identity] = kernelID
            state.gone.remove(identity)
            return identity
        }
        if claimed != nil { group.enter() }
        return claimed
    }

    /// Gives an identity back.
    func release(_ identity: SensorIdentity, hasGone: Bool) {
        state.withLock { state in
            state.running[identity] = nil
            if hasGone { state.gone.insert(identity) }
        }
        group.leave()
    }

    /// Returns when no capture runs.
    func waitForAll() { group.wait() }
}
