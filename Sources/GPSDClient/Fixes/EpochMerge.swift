import SensorModel

/// Merges the TPV lines that gpsd sends for each epoch of one receiver into one fix attempt.
///
/// An epoch ends when a report with another time arrives, when it has as many lines as each of the epochs before, a short
/// time after its last report, or when it exceeds the longest plausible duration. Clocks that stop or step back are not
/// corrected: only the epoch that has just ended is remembered.
struct EpochMerge {
    /// The time limits that separate epochs.
    struct Parameters: Hashable {
        /// The time in seconds after its last report at which an epoch is complete.
        var settling = 0.2
        /// The number of successive epochs with equally many lines after which another one is complete with as many.
        var alikeEpochs = 10
        /// The time in seconds after which a report with the time of the last epoch starts a new one, because the clock
        /// has stopped.
        var standingClock = 0.75
        /// The maximum time in seconds over which reports for one time and position arrive. A serial line that is too
        /// slow for a receiver's one-second epoch delays them by less than another second.
        var longest = 2.0
    }

    let parameters: Parameters
    /// The number of lines omitted because their epoch exceeded its bounds.
    private(set) var excessCount = 0
    private var open: Epoch?
    private var ended: (time: Instant?, mode: FixMode, arrival: Instant)?
    private var loose: [String] = []
    private var looseBytes = 0
    private var awaitingNoise: (report: NoiseReport, line: String)?
    /// The number of lines of the latest epochs, and how many in succession have had it.
    private var usual = (lines: 0, epochs: 0)

    /// Creates a merge without an open epoch.
    init(parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    /// The time at which the open epoch is complete; `nil` if none is open.
    var deadline: Instant? {
        open.map { epoch in
            let isComplete = usual.epochs >= parameters.alikeEpochs && epoch.lines.count >= usual.lines
            return isComplete ? epoch.lastArrival : epoch.lastArrival + parameters.settling
        }
    }

    /// Processes a report. Returns the epoch that the report ends, if any.
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
            usual.epochs = 0
            keep(loose: line)
        case nil: begin(with: report, line: line, arrival: arrival)
        }
        return nil
    }

    /// Processes the receiver's error estimates, for the open epoch or the next one.
    mutating func consume(_ noise: NoiseReport, line: String) {
        if let time = noise.time, open?.time != time {
            if let waiting = awaitingNoise { keep(loose: waiting.line) }
            if time == ended?.time { usual.epochs = 0 }
            awaitingNoise = (noise, line)
        } else if let epoch = open {
            if epoch.hasRoom(for: line) { open?.add(noise, line: line) } else { excessCount += 1 }
        } else {
            keep(loose: line)
        }
    }

    /// Returns the open epoch if it is complete at the given time.
    mutating func settle(at now: Instant) -> Epoch? {
        guard let deadline, now >= deadline else { return nil }
        return finish()
    }

    /// Ends the open epoch and returns it; `nil` if there is none with a report.
    mutating func finish() -> Epoch? {
        guard var epoch = open, let mode = epoch.mode else { return nil }
        open = nil
        usual = (epoch.lines.count, epoch.lines.count == usual.lines ? usual.epochs + 1 : 1)
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
        // Next to a report with a fix or a time, a report without both adds no information.
        if report.time == nil, !report.mode.hasFix { return isSoon }
        guard report.time == epoch.time else { return false }
        let staysPut = report.coordinate == nil || epoch.coordinate == nil || report.coordinate == epoch.coordinate
        // Without a time, only the position separates epochs; a stationary receiver would have one endless epoch.
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

    /// Returns whether a report belongs to the epoch that has just ended. A report with the first fix for that time
    /// does not count, so that the fix is kept.
    private func isStraggler(_ report: PositionReport, arrival: Instant) -> Bool {
        guard let ended, let time = report.time, time == ended.time else { return false }
        if report.mode.hasFix, !ended.mode.hasFix { return false }
        return arrival - ended.arrival < parameters.standingClock
    }
}

extension FixMode {
    /// Whether the mode includes a position.
    var hasFix: Bool { self == .twoDimensional || self == .threeDimensional }
}
