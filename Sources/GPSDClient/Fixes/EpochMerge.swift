import SensorModel

/// Makes one fix attempt of the several TPV lines that gpsd sends for an epoch, for one receiver.
///
/// An epoch ends when a report of another time comes, or a short while after its last report. Clocks that stand still
/// or step back are taken as they are: only the epoch just ended is remembered.
struct EpochMerge {
    /// How epochs are told apart.
    struct Parameters: Hashable {
        /// Seconds after its last report at which an epoch is complete.
        var settling = 0.2
        /// Seconds after which a report with the time of the epoch just ended is a new epoch of a clock that stands.
        var standingClock = 0.75
    }

    let parameters: Parameters
    /// Reports that came after their epoch had ended; their lines go with the next epoch.
    private(set) var stragglerCount = 0
    private var open: Epoch?
    private var ended: (time: Instant?, mode: FixMode, arrival: Instant)?
    private var loose: [String] = []
    private var awaitingNoise: (report: NoiseReport, line: String)?

    /// Makes a merge that has seen nothing.
    init(parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    /// When the open epoch is complete; nil while none is open.
    var deadline: Instant? { open.map { $0.lastArrival + parameters.settling } }

    /// Takes a report; returns the epoch that it ends, if it ends one.
    mutating func consume(_ report: PositionReport, line: String, arrival: Instant) -> Epoch? {
        if var epoch = open {
            if joins(report, epoch, arrival: arrival) {
                epoch.add(report, line: line, arrival: arrival)
                open = epoch
                return nil
            }
            let finished = finish()
            begin(with: report, line: line, arrival: arrival)
            return finished
        }
        if isStraggler(report, arrival: arrival) {
            stragglerCount += 1
            loose.append(line)
        } else {
            begin(with: report, line: line, arrival: arrival)
        }
        return nil
    }

    /// Takes the receiver's own errors: for the open epoch, or for the one about to begin.
    mutating func consume(_ noise: NoiseReport, line: String) {
        if let time = noise.time, open?.time != time {
            if let waiting = awaitingNoise { loose.append(waiting.line) }
            awaitingNoise = (noise, line)
        } else if open != nil {
            open?.add(noise, line: line)
        } else {
            loose.append(line)
        }
    }

    /// Returns the open epoch once it is complete at a moment.
    mutating func settle(at now: Instant) -> Epoch? {
        guard let deadline, now >= deadline else { return nil }
        return finish()
    }

    /// Ends the open epoch, if there is one with a report in it.
    mutating func finish() -> Epoch? {
        guard var epoch = open, let mode = epoch.mode else { return nil }
        open = nil
        ended = (epoch.time, mode, epoch.lastArrival)
        if !loose.isEmpty {
            epoch.prepend(loose)
            loose = []
        }
        return epoch
    }

    private mutating func begin(with report: PositionReport, line: String, arrival: Instant) {
        var epoch = Epoch(time: report.time, arrival: arrival)
        epoch.add(report, line: line, arrival: arrival)
        if let waiting = awaitingNoise {
            if waiting.report.time == report.time {
                epoch.add(waiting.report, line: waiting.line)
            } else {
                loose.append(waiting.line)
            }
            awaitingNoise = nil
        }
        open = epoch
    }

    private func joins(_ report: PositionReport, _ epoch: Epoch, arrival: Instant) -> Bool {
        let isSoon = arrival - epoch.firstArrival < parameters.standingClock
        // A report without a fix or a time says nothing of its own next to one that has them.
        if report.time == nil, !report.mode.hasFix { return isSoon }
        guard report.time == epoch.time else { return false }
        let staysPut = report.coordinate == nil || epoch.coordinate == nil || report.coordinate == epoch.coordinate
        return staysPut || (isSoon && report.time != nil)
    }

    /// A report of the epoch just ended; one that brings a fix to an epoch that had none is let through.
    private func isStraggler(_ report: PositionReport, arrival: Instant) -> Bool {
        guard let ended, let time = report.time, time == ended.time else { return false }
        if report.mode.hasFix, !ended.mode.hasFix { return false }
        return arrival - ended.arrival < parameters.standingClock
    }
}

extension FixMode {
    /// True where there is a position.
    var hasFix: Bool { self == .twoDimensional || self == .threeDimensional }
}
