import Dispatch

/// Runs two closures that share no state, on two processor cores if both are idle, and waits for both.
///
/// Either may call this function again: unlike `DispatchQueue.concurrentPerform`, which leaves no core to what runs inside it.
public func inParallel(_ one: () -> Void, _ other: () -> Void) {
    withoutActuallyEscaping(other) { other in
        // It does not outlive the call.
        nonisolated(unsafe) let other = other
        let group = DispatchGroup()
        DispatchQueue.global(qos: .userInitiated).async(group: group) { other() }
        one()
        group.wait()
    }
}
