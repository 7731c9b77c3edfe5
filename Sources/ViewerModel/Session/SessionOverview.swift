public import FusionCore
public import Replay
public import SensorModel

/// The key figures of a session or a part of it, which the window shows until the user moves to an instant.
public struct SessionOverview: Sendable, Hashable {
    /// A key figure with its name.
    public struct Row: Sendable, Hashable {
        /// The quantity.
        public var title: Phrase
        /// Its value in the units of the preferences.
        public var value: String
        /// Details; `nil` if there are none.
        public var detail: Phrase?

        init(_ title: String, _ value: String, _ detail: Phrase? = nil) {
            (self.title, self.value, self.detail) = (Phrase(title), value, detail)
        }
    }

    private let summary: Summary
    private let figures: TrackFigures
    private let stops: Int
    private let mapClimb: ClimbCounter?

    /// Creates the overview of a run or of a part of it. O(n).
    /// - Parameters:
    ///   - run: The run.
    ///   - span: The part; `nil` for the whole run.
    ///   - figures: The figures along the track of the run or the part; `nil` to compute them.
    ///   - mapHeights: The heights of the ground along the whole track, in metres; `nil` without files of heights.
    public init(
        _ run: SessionRun, within span: TimeSpan? = nil, figures: TrackFigures? = nil, mapHeights: TimeSeries? = nil
    ) {
        summary = span.map(run.summary(within:)) ?? run.summary
        self.figures = figures ?? TrackFigures(run, within: span)
        stops = span.map(run.day.stopCount(within:)) ?? run.day.stopCount
        mapClimb = mapHeights.flatMap { MapHeights.climb(along: $0, within: span) }
    }

    /// Returns the rows, without quantities that were not measured.
    /// - Parameter unit: The unit of speeds, and of the distances that go with it.
    public func rows(in unit: SpeedUnit) -> [Row] {
        let length = unit.distanceUnit
        var rows: [Row] = []
        if summary.distanceAvailability == .measured {
            rows.append(
                Row(
                    translatable("Distance"), length.text(of: summary.distance),
                    summary.filter.remark.map { Phrase($0) }))
        }
        if summary.estimatedDistance >= 0.5 {
            rows.append(
                Row(
                    translatable("Estimated"), length.text(of: summary.estimatedDistance),
                    Phrase(translatable("during outages, in addition to the measured distance"))))
        }
        rows.append(Row(translatable("Duration"), durationText(summary.duration)))
        if summary.movingTime > 0 { rows.append(Row(translatable("In motion"), durationText(summary.movingTime))) }
        if let speed = summary.movingSpeed {
            rows.append(
                Row(
                    translatable("Average"), unit.text(of: speed),
                    Phrase(translatable("the total distance divided by the time in motion"))))
        }
        if let timer = summary.timerTime {
            rows.append(
                Row(translatable("Timer"), durationText(timer), Phrase(translatable("stated by the device"))))
        }
        if let paused = summary.pausedTime {
            rows.append(
                Row(
                    translatable("Paused"), durationText(paused),
                    Phrase(translatable("stated by the device, and not part of the time in motion"))))
        }
        if summary.maximumSpeed > 0 {
            rows.append(
                Row(
                    translatable("Fastest"), unit.text(of: summary.maximumSpeed),
                    Phrase(translatable("held for {1} s, measured"), decimalText(DistanceColumn.support))))
        }
        if let best = figures.bestMinute { rows.append(Row(translatable("Best minute"), unit.text(of: best))) }
        if let best = figures.bestKilometre { rows.append(Row(translatable("Best km"), unit.text(of: best))) }
        if let climb = figures.climb {
            rows.append(Row(translatable("Ascent"), length.smallText(of: climb.ascent)))
            rows.append(Row(translatable("Descent"), length.smallText(of: climb.descent)))
        }
        if let climb = mapClimb {
            let source = Phrase(translatable("the ground under the track, from the files of heights"))
            rows.append(Row(translatable("Ascent by the map"), length.smallText(of: climb.ascent), source))
            rows.append(Row(translatable("Descent by the map"), length.smallText(of: climb.descent), source))
        }
        if summary.stepsAvailability == .measured { rows.append(Row(translatable("Steps"), countText(summary.steps))) }
        rows.append(Row(translatable("Stops"), countText(stops)))
        if summary.fixes > 0 { rows.append(rejections) }
        return rows
    }

    private var rejections: Row {
        let reasons = summary.rejected.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
        let named = reasons.map {
            Phrase(translatable("{1}: {2}"), [Phrase($0.key.title), Phrase(plain: countText($0.value))])
        }
        return Row(
            translatable("Rejected fixes"), "\(countText(summary.rejectedCount)) / \(countText(summary.fixes))",
            Phrase(list: named))
    }

    /// The mean and the largest distance by which smoothing moves the fixes; `nil` if nothing is smoothed.
    public func smoothing(in unit: SpeedUnit) -> Phrase? {
        figures.smoothing.map { moves in
            let text = { unit.distanceUnit.smallText(of: $0, decimals: 1) }
            return Phrase(
                translatable("Smoothing moves a fix by {1} on average, and by {2} at most"), text(moves.mean),
                text(moves.largest))
        }
    }

    /// The smallest slow drift, in metres, that one decimal shows.
    private static let leastWander = 0.05

    /// The learned errors of the receiver and of its speed; `nil` without a receiver, and if there were several.
    public func receiver(in unit: SpeedUnit) -> Phrase? {
        guard let found = summary.receivers.first, summary.receivers.count == 1 else { return nil }
        func metres(_ value: Double) -> Phrase {
            Phrase(plain: unit.distanceUnit.smallText(of: value, decimals: 1))
        }
        let errors =
            found.wander < Self.leastWander
            ? Phrase(translatable("The receiver errs by {1} from fix to fix"), [metres(found.white)])
            : Phrase(
                translatable("The receiver errs by {1} from fix to fix and drifts slowly by {2}"),
                [metres(found.white), metres(found.wander)])
        let percent = (found.speedScale - 1) * 100
        let lag = decimalText(found.speedLag, decimals: 2)
        let scale = decimalText(abs(percent), decimals: 1)
        let speed: Phrase? =
            switch (found.speedLag != 0, percent) {
            case (true, ..<0): Phrase(translatable("its speed lags {1} s and is too low by {2} %"), lag, scale)
            case (true, let percent) where percent > 0:
                Phrase(translatable("its speed lags {1} s and is too high by {2} %"), lag, scale)
            case (true, _): Phrase(translatable("its speed lags {1} s"), lag)
            case (false, ..<0): Phrase(translatable("its speed is too low by {1} %"), scale)
            case (false, let percent) where percent > 0:
                Phrase(translatable("its speed is too high by {1} %"), scale)
            default: nil
            }
        return speed.map { Phrase("{1}; {2}", [errors, $0]) } ?? errors
    }
}
