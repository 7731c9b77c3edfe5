import Glibc

/// The fraction that remains after a time, `exp(-time / memory)`, cached for the latest arguments. Fixes usually arrive
/// at regular intervals, so it is rarely computed again.
struct Forgetting: Sendable, Hashable {
    private var time = 0.0
    private var memory = 1.0
    private var share = 1.0

    /// Returns the fraction that remains after `time`, with a time constant of `memory`, both in seconds.
    mutating func share(after time: Double, of memory: Double) -> Double {
        if time == self.time, memory == self.memory { return share }
        (self.time, self.memory) = (time, memory)
        share = exp(-time / memory)
        return share
    }
}
