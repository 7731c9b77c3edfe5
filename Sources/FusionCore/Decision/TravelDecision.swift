import Glibc
import SensorModel

/// Infers how the user moved in a recording, from all of its places and motion.
///
/// Guide: docs/estimators/activity.md.
struct TravelDecision {
    let model: TravelModel
    let parameters: ActivityClassifier.Parameters
    let silences: SilenceParameters

    init(
        model: TravelModel = .trained, parameters: ActivityClassifier.Parameters, silences: SilenceParameters = .init()
    ) {
        self.model = model
        self.parameters = parameters
        self.silences = silences
    }

    /// Returns an estimate for each interval between two cells or, if acceleration was recorded or there is no place, for
    /// each window of the motion sensors. O(cells + windows).
    /// - Parameters:
    ///   - collector: The input of the session.
    ///   - places: The intervals between its cells.
    func labels(of collector: ActivityCollector, places: [TravelInterval]) -> [ActivityLabel] {
        let (cells, statements, corrections) = (collector.cells, collector.statements, collector.corrections)
        let intervals =
            collector.hasMotion || places.isEmpty
            ? TravelInterval.intervals(of: collector.placedWindows, places: places, silences) : places
        let corrected = intervals.map { interval in corrections.last { $0.covers(interval.start, interval.end) } }
        let decoder = TravelDecoder(
            TravelEvidence(
                model: model.adapted(to: parameters.paces).adapted(to: cells.cells),
                hasGrades: intervals.contains { $0.grade != nil },
                hasCadence: intervals.contains { $0.cadenceChange != nil }, hasMotion: collector.hasMotion))
        var labels: [ActivityLabel] = []
        labels.reserveCapacity(intervals.count)
        var index = 0
        while index < intervals.count {
            let isSilent = intervals[index].isSilent
            var end = index + 1
            while end < intervals.count, corrected[end] == corrected[index], !isSilent, !intervals[end].isSilent {
                end += 1
            }
            let part = intervals[index..<end]
            if let correction = corrected[index] {
                labels += part.map { ActivityLabel(estimate: estimate($0, correction.activity, probability: 1)) }
            } else if part.allSatisfy(\.isEmpty) || isSilent {
                labels += part.map { ActivityLabel(estimate: estimate($0, .unknown, probability: 0)) }
            } else {
                labels += zip(part, decoder.probabilities(of: part)).map { label($0, $1, statements) }
            }
            index = end
        }
        return labels
    }

    private func label(
        _ interval: TravelInterval, _ states: SIMD8<Float>, _ statements: StatedActivities
    ) -> ActivityLabel {
        let rest = Double(states[TravelModel.State.rest.rawValue])
        // A file states how the user moved, not when the user rested.
        if let stated = statements.activity(from: interval.start, until: interval.end) {
            guard rest <= 0.5 else {
                return ActivityLabel(estimate: estimate(interval, .stationary, probability: rest))
            }
            var label = estimate(interval, stated, probability: 1 - rest)
            label.isStated = true
            return ActivityLabel(estimate: label)
        }
        let shares = model.shares(of: states, hasMotion: interval.motion != nil, hasPlaces: interval.speed != nil)
        let place = Activity.named.indices.max { shares[$0] < shares[$1] } ?? 0
        let best = shares[place] >= parameters.unknownBelow ? Activity.named[place] : .unknown
        return ActivityLabel(estimate: estimate(interval, best, probability: shares[place]), shares: shares)
    }

    private func estimate(
        _ interval: TravelInterval, _ activity: Activity, probability: Double
    ) -> ActivityEstimate {
        ActivityEstimate(
            time: interval.start, until: interval.end, activity: activity,
            confidence: parameters.confidence(of: probability), probability: probability)
    }
}

extension TravelModel {
    /// Returns the calibrated probabilities of the activities, in the order of `Activity.named`.
    ///
    /// Those of places alone are too far from even, because their evidence is not as independent as the model assumes.
    /// Those of motion alone are a mixture with the even probabilities of an unfamiliar recording.
    /// - Parameters:
    ///   - states: The probabilities of the states.
    ///   - hasMotion: Whether motion is part of the evidence.
    ///   - hasPlaces: Whether places are part of the evidence.
    func shares(of states: SIMD8<Float>, hasMotion: Bool, hasPlaces: Bool) -> SIMD8<Double> {
        let shares = ActivityLabel.shares { activity in
            let share = State.allCases.reduce(0) { $1.activity == activity ? $0 + states[$1.rawValue] : $0 }
            return hasMotion ? Double(share) : pow(Double(share), 1 / Double(temperature))
        }
        let normalized = shares / max(shares.sum(), .leastNormalMagnitude)
        guard hasMotion, !hasPlaces else { return normalized }
        let even = 1 / Double(Activity.named.count)
        return ActivityLabel.shares { _ in Self.unfamiliar * even } + normalized * (1 - Self.unfamiliar)
    }

    /// Returns the model adapted to the sensors of a sports device: few users carry one in a car, more run and cycle, and
    /// they run as often as they cycle, unlike the people whose ways the model was trained on.
    func adapted(to cells: [TravelCells.Cell]) -> TravelModel {
        func share(_ isSo: (TravelCells.Cell) -> Bool) -> Double {
            Double(cells.count(where: isSo)) / Double(cells.count)
        }
        let hasCadence = share { ($0.cadence ?? 0) > Self.turning } > Self.workingShare
        let hasPower = share(\.hasPower) > Self.workingShare
        guard hasCadence || hasPower || share({ $0.heartRate != nil }) > Self.pulseShare else { return self }
        let vehicle = hasCadence || hasPower ? Self.vehicleWithCadence : Self.vehicleWithPulse
        func frequencies(_ states: [Float], after state: State? = nil) -> [Float] {
            var states = states
            let (run, cycle) = (State.run.rawValue, State.cycle.rawValue)
            states[State.car.rawValue] *= vehicle
            states[State.train.rawValue] *= vehicle
            let sport = Self.sport * (states[run] + states[cycle])
            switch state {
            case .run: (states[run], states[cycle]) = (0, sport)
            case .cycle: (states[run], states[cycle]) = (sport, 0)
            default: (states[run], states[cycle]) = (sport / 2, sport / 2)
            }
            return Self.shares(states)
        }
        var model = self
        model.start = frequencies(start)
        model.follows = State.allCases.map { frequencies(follows[$0.rawValue], after: $0) }
        return model
    }

    /// Returns each number as a fraction of their sum.
    static func shares(_ values: [Float]) -> [Float] {
        let sum = values.reduce(0, +)
        return sum > 0 ? values.map { $0 / sum } : values
    }

    /// The minimum cadence, in turns or strides per minute.
    private static let turning = 20.0
    /// The minimum fraction of the cells with a cadence or power, and with a pulse, which some devices measure rarely.
    private static let workingShare = 0.1
    private static let pulseShare = 0.5
    /// The factors for the frequency of vehicles with a cadence or power, and with a pulse alone.
    private static let vehicleWithCadence: Float = 1e-5
    private static let vehicleWithPulse: Float = 1e-2
    /// The factor for the frequency of running and cycling together with either.
    private static let sport: Float = 5
}
