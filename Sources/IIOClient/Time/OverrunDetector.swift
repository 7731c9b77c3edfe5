import SensorModel

/// Finds samples that the kernel dropped: it says nothing, but the stamps leave a gap that is never made up for.
///
/// A step of one and a half periods is a suspicion. A machine that was busy stamps a sample late and the next ones on
/// time, or several at once; so the samples after the gap are held against the grid of those before it, and only what
/// they stay behind is missing. The period is the nominal one until enough samples show the real one.
struct OverrunDetector {
    /// Periods from which on a step is looked into.
    static let gapFactor = 1.5
    /// Periods below which a step makes up for a gap.
    static let hurry = 0.5
    /// Share with which a new period enters the running mean.
    static let learning = 0.02
    /// Share of a sample's distance from the grid by which the grid follows it.
    static let following = 0.1
    /// Samples before the running mean is trusted.
    static let settling = 50
    /// Steady samples after a gap that decide how many are missing.
    static let confirmation = 4
    /// Samples after which it is decided at the latest.
    static let patience = 128

    /// What came since a gap.
    private struct Suspicion {
        /// Periods by which the last samples lie behind the grid of those before the gap.
        var delays: [Double] = []
        var count = 0
    }

    private var period: Double
    private var last: Instant?
    private var grid = Instant(nanoseconds: 0)
    private var seen = 0
    private var suspicion: Suspicion?

    /// Starts with the nominal rate in samples a second.
    init(nominalRate: Double) {
        period = 1 / max(nominalRate, 0.1)
    }

    /// Takes the time of the next sample and returns how many are missing before it, as far as that is sure by now.
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
            // A plain mean at first, which forgets what the device promised.
            period += max(Self.learning, 1 / Double(seen + 2)) * (max(0, step) - period)
            seen += 1
            grid = seen < Self.settling ? time : grid + Self.following * (time - grid)
            return 0
        }
        guard seen >= Self.settling else {
            // A device that is slower than it says: learn quickly instead of crying wolf.
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
        // Stamps without sense may lie any number of periods apart.
        return Int(nearest: min(max(0, delay), Double(Int32.max)))
    }
}
