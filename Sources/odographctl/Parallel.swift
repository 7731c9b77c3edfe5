import Foundation

/// Runs two closures that share no state, on two processor cores if both are idle, and waits for both.
func inParallel(_ one: () -> Void, _ other: () -> Void) {
    withoutActuallyEscaping(one) { one in
        withoutActuallyEscaping(other) { other in
            // Neither outlives the call.
            nonisolated(unsafe) let both = (one, other)
            DispatchQueue.concurrentPerform(iterations: 2) { $0 == 0 ? both.0() : both.1() }
        }
    }
}
