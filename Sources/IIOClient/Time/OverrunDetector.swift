import SensorModel

/// Finds samples that the kernel dropped: it says nothing, but the stamps leave a gap.
///
/// A gap counts from one and a half periods on; the period is the nominal one until enough samples show the real one.
struct OverrunDetector {
    /// Periods from which on a gap counts.
    static let gapFactor = 1.5
    /// Share with which a new period enters the running mean.
    static let learning = 0.02
    /// Samples before the running mean is trusted.
    static let settling = 50

    private var period: Double
    private var last: Instant?
    private var seen = 0

    /// Starts with the nominal rate in samples a second.
    init(nominalRate: Double) {
        period = 1 / max(nominalRate, 0.1)
    }

    /// Takes the time of the next sample and returns how many are missing before it.
    mutating func missing(before time: Instant) -> Int {
        defer { last = time }
        guard let last else { return 0 }
        let step = time - last
        guard step > 0 else { return 0 }
        if step < Self.gapFactor * period {
            // A plain mean at first, which forgets what the device promised.
            period += max(Self.learning, 1 / Double(seen + 2)) * (step - period)
            seen += 1
            return 0
        }
        guard seen >= Self.settling else {
            // A device that is slower than it says: learn quickly instead of crying wolf.
            period += 0.3 * (step - period)
            seen += 1
            return 0
        }
        return max(0, Int((step / period).rounded()) - 1)
    }
}
