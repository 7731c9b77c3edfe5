import Dispatch
import Synchronization

/// The running captures: each sensor at most once, under a unique identity.
final class RunningCaptures: Sendable {
    private struct State {
        /// The kernel's identifier of each captured sensor.
        var running: [SensorIdentity: String] = [:]
        var gone: Set<SensorIdentity> = []
    }

    private let bound: Int
    private let state = Mutex(State())
    private let group = DispatchGroup()

    /// Creates an empty set.
    /// - Parameter bound: The maximum number of sensors captured at the same time.
    init(bound: Int = .max) {
        self.bound = bound
    }

    /// Whether a sensor that was captured is gone.
    var isMissingOne: Bool { state.withLock { !$0.gone.isEmpty } }

    /// Claims a sensor by the kernel's current identifier; `nil` if it is already captured, or if the bound is reached.
    ///
    /// Among identical sensors, each keeps its identity while it is captured. A new one is assigned the first free
    /// identity, which may be that of a sensor that has gone.
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

    /// Releases an identity.
    func release(_ identity: SensorIdentity, hasGone: Bool) {
        state.withLock { state in
            state.running[identity] = nil
            if hasGone { state.gone.insert(identity) }
        }
        group.leave()
    }

    /// Waits until no capture is running.
    func waitForAll() { group.wait() }
}
