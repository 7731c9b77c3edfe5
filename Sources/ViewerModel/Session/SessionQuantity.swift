import FusionCore
import Geometry
public import Replay
public import SensorModel

/// A quantity of a session over time, for a chart or a colour.
public enum SessionQuantity: String, Sendable, Hashable, Codable, CaseIterable {
    /// The shown speed in m/s, with its estimates marked.
    case speed
    /// The altitude in metres: the receiver's, or the height above the start from air pressure if the receiver states
    /// none.
    case altitude
    /// The magnitude of the measured acceleration including gravity, in m/s^2.
    case acceleration
    /// The steps per second.
    case cadence
    /// The heartbeats per minute.
    case heartRate
    /// The power at the crank in watts.
    case power
    /// The receiver's 1-sigma accuracy in metres.
    case accuracy
    /// The number of satellites used.
    case satellites
    /// The median strength of the satellites that a receiver uses, or sees if it names none as used, in dB-Hz.
    case signal
    /// The interference that a receiver indicates, from 0 to 255.
    case jamming
    /// The deviation of a fix from the prediction in metres along the course, positive ahead.
    case innovationAlong
    /// The deviation of a fix from the prediction in metres across the course, positive to the right.
    case innovationAcross
    /// The deviation of a fix from the prediction in standard deviations.
    case innovationSigmas
    /// The weight of a fix in the filter, from 0 to 1.
    case fixWeight
    /// The error along the course of a reference in metres, positive ahead.
    case errorAlong
    /// The error across the course of a reference in metres, positive to the right.
    case errorAcross
    /// The distance from the road in metres, if the track is on one.
    case roadDeviation

    /// The name on a chart.
    public var title: String {
        switch self {
        case .speed: translatable("Speed")
        case .altitude: translatable("Altitude")
        case .acceleration: translatable("Acceleration")
        case .cadence: translatable("Cadence")
        case .heartRate: translatable("Heart rate")
        case .power: translatable("Power")
        case .accuracy: translatable("Accuracy")
        case .satellites: translatable("Satellites")
        case .signal: translatable("Signal")
        case .jamming: translatable("Jamming")
        case .innovationAlong: translatable("Innovation along")
        case .innovationAcross: translatable("Innovation across")
        case .innovationSigmas: translatable("Innovation in sigmas")
        case .fixWeight: translatable("Weight of fixes")
        case .errorAlong: translatable("Error along")
        case .errorAcross: translatable("Error across")
        case .roadDeviation: translatable("Distance from the road")
        }
    }

    /// True if it requires a comparison: with a reference, or with roads.
    public var isOfComparison: Bool { [.errorAlong, .errorAcross, .roadDeviation].contains(self) }

    /// Returns a value as text.
    /// - Parameters:
    ///   - value: The value; `nil` if there is none.
    ///   - unit: The unit of speeds, and of the distances that go with it.
    public func text(of value: Double?, unit: SpeedUnit) -> Phrase {
        guard let value else { return Phrase(plain: missingText) }
        return switch self {
        case .speed: Phrase(plain: unit.text(of: value))
        case .altitude, .accuracy: Phrase(plain: unit.distanceUnit.smallText(of: value))
        case .errorAlong, .errorAcross, .roadDeviation, .innovationAlong, .innovationAcross:
            Phrase(plain: unit.distanceUnit.smallText(of: value, decimals: 1))
        case .acceleration: Phrase(plain: "\(decimalText(value, decimals: 1)) m/s²")
        case .cadence: Phrase(translatable("{1} steps/s"), decimalText(value, decimals: 1))
        case .heartRate: Phrase(plain: "\(decimalText(value)) 1/min")
        case .power: Phrase(plain: "\(decimalText(value)) W")
        case .satellites, .jamming: Phrase(plain: decimalText(value))
        case .signal: Phrase(plain: "\(decimalText(value, decimals: 1)) dB-Hz")
        case .innovationSigmas: Phrase(plain: "\(decimalText(value, decimals: 1)) σ")
        case .fixWeight: Phrase(plain: decimalText(value, decimals: 2))
        }
    }

    /// The unit of the numbers on a chart's axis: `km/h`; `nil` for a count.
    /// - Parameter unit: The unit of speeds, and of the distances that go with it.
    public func axisUnit(_ unit: SpeedUnit) -> Phrase? {
        switch self {
        case .speed: Phrase(plain: unit.axis.symbol)
        case .altitude, .accuracy, .errorAlong, .errorAcross, .roadDeviation, .innovationAlong, .innovationAcross:
            Phrase(plain: unit.distanceUnit.small.symbol)
        case .acceleration: Phrase(plain: "m/s²")
        case .cadence: Phrase(translatable("steps/s"))
        case .heartRate: Phrase(plain: "1/min")
        case .power: Phrase(plain: "W")
        case .innovationSigmas: Phrase(plain: "σ")
        case .signal: Phrase(plain: "dB-Hz")
        case .satellites, .jamming, .fixWeight: nil
        }
    }

    /// The time in seconds without a fix that breaks a line, unless fixes are rarer anyway.
    private static let gap = 15.0
    /// The number of usual intervals without a fix that breaks a line.
    private static let gapIntervals = 5.0
    /// The time after a step, in seconds, during which the user counts as walking.
    private static let stride = 5.0

    /// Collects the quantity of a run. O(n log n); for samples O(events).
    /// - Parameters:
    ///   - run: The run.
    ///   - recording: The recording of the run.
    ///   - reference: The comparison of the run with a reference; `nil` if there is none.
    ///   - roads: The roads that the run followed; `nil` if they are not shown.
    public func series(
        of run: SessionRun, _ recording: Recording, against reference: ReferenceComparison? = nil,
        on roads: MatchedRoads? = nil
    ) -> TimeSeries {
        switch self {
        case .speed: return Self.speeds(of: run)
        case .altitude:
            let stated = Self.fixes(of: run, \.altitude)
            guard stated.isEmpty else { return stated }
            let heights = run.core.altitudes
            return TimeSeries(times: heights.map(\.time), values: heights.map { Float($0.relative) })
        case .acceleration: return .acceleration(of: recording)
        case .cadence:
            // Steps are credited late, and may be earlier than the last reported one.
            let steps = run.core.steps.sorted { $0.time < $1.time }
            return TimeSeries(
                times: steps.map(\.time), values: steps.map { Float($0.cadence) }, longestStep: Self.stride)
        case .heartRate:
            return .samples(of: recording) {
                if case .scalar(.heartRate, let sample) = $0 { sample.value } else { nil }
            }
        case .power:
            return .samples(of: recording) { if case .scalar(.power, let sample) = $0 { sample.value } else { nil } }
        case .accuracy: return Self.fixes(of: run, \.accuracy)
        case .satellites: return Self.fixes(of: run) { $0.satellites.map(Double.init) }
        case .signal:
            var receiver: DeviceID?
            return .samples(of: recording) { payload in
                guard case .sky(let sky) = payload, sky.device == receiver ?? sky.device,
                    let strength = sky.medianStrength
                else { return nil }
                receiver = sky.device
                return strength
            }
        case .jamming:
            return .samples(of: recording) { if case .scalar(.jamming, let sample) = $0 { sample.value } else { nil } }
        case .innovationAlong: return Self.fixes(of: run) { $0.assessment?.innovation?.x }
        case .innovationAcross: return Self.fixes(of: run) { $0.assessment?.innovation?.y }
        case .innovationSigmas: return Self.fixes(of: run) { $0.assessment?.sigmas }
        case .fixWeight: return Self.fixes(of: run) { $0.assessment?.weight }
        case .errorAlong: return Self.errors(of: reference, \.along)
        case .errorAcross: return Self.errors(of: reference, \.across)
        case .roadDeviation: return roads?.deviation ?? TimeSeries(times: [], values: [])
        }
    }

    private static func errors(
        of reference: ReferenceComparison?, _ value: (ReferenceComparison.Error) -> Double?
    ) -> TimeSeries {
        let known = (reference?.errors ?? []).compactMap { error in value(error).map { (error.time, Float($0)) } }
        return TimeSeries(times: known.map(\.0), values: known.map(\.1), longestStep: gap)
    }

    private static func speeds(of run: SessionRun) -> TimeSeries {
        let speeds = ascendingSpeeds(of: run)
        return TimeSeries(
            times: speeds.times, values: speeds.values.map { Float($0) },
            isEstimated: speeds.indices.map { speeds.isEstimated($0) }, longestStep: longestStep(of: run))
    }

    /// Returns the shown speeds of a run, without those that are out of order.
    static func ascendingSpeeds(of run: SessionRun) -> SpeedTrack {
        let all = run.core.speeds
        // Speeds are rarely out of order.
        guard zip(all.times, all.times.dropFirst()).contains(where: { $0 > $1 }) else { return all }
        var speeds = SpeedTrack()
        for speed in all where speeds.last.map({ $0.time <= speed.time }) ?? true { speeds.append(speed) }
        return speeds
    }

    /// Returns whether the receiver states altitudes; otherwise those of a chart are from air pressure and begin with
    /// zero. O(n).
    public static func statesAltitude(_ run: SessionRun) -> Bool {
        run.core.fixes.contains { $0.isAccepted && $0.altitude != nil }
    }

    static func fixes(of run: SessionRun, _ value: (RecordedFix) -> Double?) -> TimeSeries {
        var known: [(fix: RecordedFix, value: Double)] = []
        for fix in run.core.fixes where fix.hasTrackPoint && known.last.map({ $0.fix.time <= fix.time }) ?? true {
            if let value = value(fix) { known.append((fix, value)) }
        }
        return TimeSeries(
            times: known.map(\.fix.time), values: known.map { Float($0.value) }, longestStep: longestStep(of: run))
    }

    /// Returns the longest time in seconds between two accepted fixes that a line joins.
    static func longestStep(of run: SessionRun) -> Double {
        let times = run.core.fixes.lazy.filter(\.hasTrackPoint).map(\.time)
        return max(gap, gapIntervals * quantiles([0.5], of: zip(times.dropFirst(), times).map { $0 - $1 })[0])
    }
}
