import Glibc

/// The share that is left of something after a time: `exp(-time / memory)`, computed again only where one of the two
/// has changed. Fixes come in even steps, so that it rarely has.
struct Forgetting: Sendable, Hashable {
    private var time = 0.0
    private var memory = 1.0
    private var share = 1.0

    /// Returns the share that is left after `time` of what is forgotten within `memory`, both in seconds.
    mutating func share(after time: Double, of memory: Double) -> Double {
        if time == self.time, memory == self.memory { return share }
        (self.time, self.memory) = (time, memory)
        share = exp(-time / memory)
        return share
    }
}
