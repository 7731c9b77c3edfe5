import SensorModel

/// Creates one fix attempt of the several TPV lines that gpsd sends for an epoch, for one receiver.
///
/// An epoch ends when a report of another time comes, a short while after its last report, or when it has lasted as
/// long as no receiver takes to say it. Clocks that stand still or step back are taken as they are: only the epoch just
/// ended is remembered.
struct EpochMerge {
    /// How epochs are told apart.
    struct Parameters: Hashable {
        /// Seconds after its last report at which an epoch is complete.
        var settling = 0.2
        /// Seconds after which a report with the time of the epoch just ended is a new epoch of a clock that stands.
        var standingClock = 0.75
        /// Seconds that the reports of one moment and place take at most: a serial line too slow for its receiver's
        /// second holds them up by less than another one.
        var longest = 2.0
    }

    let parameters: Parameters
    /// Reports that came after their epoch had ended; their lines go with the next epoch.
    private(set) var stragglerCount = 0
    /// Lines that were left out because their epoch had more than any has.
    private(set) var excessCount = 0
    private var open: Epoch?
    private var ended: (time: Instant?, mode: FixMode, arrival: Instant)?
    private var loose: [String] = []
    private var looseBytes = 0
    private var awaitingNoise: (report: NoiseReport, line: String)?

    /// Creates a merge that has seen nothing.
    init(parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    /// When the open epoch is complete; nil while none is open.
    var deadline: Instant? { open.map { $0.lastArrival + parameters.settling } }

    /// Processes a report; returns the epoch that it ends, if it ends one.
    mutating func consume(_ report: PositionReport, line: String, arrival: Instant) -> Epoch? {
        switch open.map({ joins(report, $0, arrival: arrival) }) {
        case true? where open?.hasRoom(for: line) == false: excessCount += 1
        case true?:
            open?.add(report, line: line, arrival: arrival)
        case false?:
            let finished = finish()
            begin(with: report, line: line, arrival: arrival)
            return finished
        case nil where isStraggler(report, arrival: arrival):
            stragglerCount += 1
            keep(loose: line)
        case nil: begin(with: report, line: line, arrival: arrival)
        }
        return nil
    }

    /// Processes the receiver's own errors: for the open epoch, or for the one about to begin.
    mutating func consume(_ noise: NoiseReport, line: String) {
        if let time = noise.time, open?.time != time {
            if let waiting = awaitingNoise { keep(loose: waiting.line) }
            awaitingNoise = (noise, line)
        } else if let epoch = open {
            if epoch.hasRoom(for: line) { open?.add(noise, line: line) } else { excessCount += 1 }
        } else {
            keep(loose: line)
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
            looseBytes = 0
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
                keep(loose: waiting.line)
            }
            awaitingNoise = nil
        }
        open = epoch
    }

    private func joins(_ report: PositionReport, _ epoch: Epoch, arrival: Instant) -> Bool {
        let age = arrival - epoch.firstArrival
        let isSoon = age < parameters.standingClock
        // A report without a fix or a time says nothing of its own next to one that has them.
        if report.time == nil, !report.mode.hasFix { return isSoon }
        guard report.time == epoch.time else { return false }
        let staysPut = report.coordinate == nil || epoch.coordinate == nil || report.coordinate == epoch.coordinate
        // Without a time only the place tells: of one that stays where it is, all would be one epoch for ever.
        guard report.time != nil else { return staysPut && isSoon }
        return isSoon || (staysPut && age < parameters.longest)
    }

    /// Keeps a line for the next epoch.
    private mutating func keep(loose line: String) {
        loose.append(line)
        looseBytes += line.utf8.count
        while loose.count > GPSDBounds.looseLines || looseBytes > GPSDBounds.looseBytes {
            looseBytes -= loose.removeFirst().utf8.count
        }
    }

    /// A report of the epoch just ended; one that brings a fix to an epoch that had none is let through.
    private func isStraggler(_ report: PositionReport, arrival: Instant) -> Bool {
        guard let ended, let time = report.time, time == ended.time else { return false }
        if report.mode.hasFix, !ended.mode.hasFix { return false }
        return arrival - ended.arrival < parameters.standingClock
    }
}

extension FixMode {
    /// True if there is a position.
    var hasFix: Bool { self == .twoDimensional || self == .threeDimensional }
}
