import SensorModel

/// Detects samples that the kernel dropped. The kernel does not report them, but they leave a gap in the timestamps
/// that later samples do not make up for.
///
/// A step of at least one and a half periods is suspicious. A busy machine may give a sample a late timestamp and the
/// next ones correct timestamps, or deliver several at once. The samples after the gap are therefore compared with the
/// grid of the samples before it, and only the remaining delay counts as missing samples. The period is the nominal one
/// until there are enough samples to estimate the real one.
struct OverrunDetector {
    /// The minimum step, in periods, that is suspicious.
    static let gapFactor = 1.5
    /// The maximum step, in periods, of a sample that makes up for a gap.
    static let hurry = 0.5
    /// The weight of a new period in the running mean.
    static let learning = 0.02
    /// The fraction of a sample's distance from the grid by which the grid follows it.
    static let following = 0.1
    /// The number of samples after which the running mean is reliable.
    static let settling = 50
    /// The number of steady samples after a gap that determine how many are missing.
    static let confirmation = 4
    /// The number of samples after which a decision is made in any case.
    static let patience = 128

    /// The samples since a suspicious gap.
    private struct Suspicion {
        /// The delays of the last samples relative to the grid of those before the gap, in periods.
        var delays: [Double] = []
        var count = 0
    }

    private var period: Double
    private var last: Instant?
    private var grid = Instant(nanoseconds: 0)
    private var seen = 0
    private var suspicion: Suspicion?

    /// Creates a detector for a nominal rate in samples per second.
    init(nominalRate: Double) {
        period = 1 / max(nominalRate, 0.1)
    }

    /// Processes the time of the next sample. Returns the number of samples now known to be missing before it.
    mutating func missing(before time: Instant) -> Int {
        defer { last = time }
        guard let last else {
            grid = time
            return 0
        }
        let step = time - last
        grid = grid + period
        guard suspicion == nil else { return confirm(step, time) }
        guard step >= Self.gapFactor * period else {
            // A plain mean at first, so that the nominal rate is forgotten.
            period += max(Self.learning, 1 / Double(seen + 2)) * (max(0, step) - period)
            seen += 1
            grid = seen < Self.settling ? time : grid + Self.following * (time - grid)
            return 0
        }
        guard seen >= Self.settling else {
            // The device is slower than it reports, so adapt quickly instead of reporting drops.
            period += 0.3 * (step - period)
            seen += 1
            grid = time
            return 0
        }
        suspicion = Suspicion()
        return confirm(step, time)
    }

    private mutating func confirm(_ step: Double, _ time: Instant) -> Int {
        guard var current = suspicion else { return 0 }
        let isSteady = step >= Self.hurry * period && step < Self.gapFactor * period
        if !isSteady { current.delays = [] }
        current.delays.append((time - grid) / period)
        current.count += 1
        suspicion = current
        guard current.delays.count > Self.confirmation || current.count >= Self.patience else { return 0 }
        let delay = current.delays.reduce(0, +) / Double(current.delays.count)
        suspicion = nil
        grid = grid + delay * period
        // Invalid timestamps may be any number of periods apart.
        return Int(nearest: min(max(0, delay), Double(Int32.max)))
    }
}
