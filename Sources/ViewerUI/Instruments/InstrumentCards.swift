import FusionCore
import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// The cards of live values: those of every session, and those that require a sensor.
@MainActor
final class InstrumentCards {
    let widget = Grid(rowSpacing: 6, columnSpacing: 8)
    private let replay: ReplayController
    private let activity = ValueCard(localized("Activity"))
    private let fastest = ValueCard(localized("Fastest"))
    private let distance = ValueCard(localized("Distance"))
    private let pace = ValueCard(localized("Pace"))
    private let steps = ValueCard(localized("Steps"))
    private let cadence = ValueCard(localized("Cadence"))
    private let climb = ValueCard(localized("Climb"))
    private let floors = ValueCard(localized("Floors"))
    private var shown: [ObjectIdentifier] = []
    private var isNarrow = false
    private var isLow = false
    /// Whether three columns share a narrow pane.
    private var isTight = false

    /// The time in seconds after a step during which the user counts as walking.
    private static let longestStep = 3.0
    /// The most cards in two columns; more are in three.
    private static let mostInTwoColumns = 6
    /// The maximum drift, in metres, that is shown with decimals.
    private static let coarseDrift = 10.0

    init(replay: ReplayController) {
        self.replay = replay
        widget.setColumnsHomogeneous(true)
        widget.setMargins(top: 4, start: 14, end: 14)
        showSession()
    }

    /// Fits the cards into a narrow or a low pane; a low one has no room for many rows.
    func setCompact(width isNarrow: Bool, height isLow: Bool) {
        guard (isNarrow, isLow) != (self.isNarrow, self.isLow) else { return }
        (self.isNarrow, self.isLow) = (isNarrow, isLow)
        shown = []
        showSession()
    }

    /// Shows the cards of a session's sensors. A card keeps its position until another session is shown.
    func showSession() {
        let kinds = Set(replay.picture?.sensors.sources.flatMap { $0.streams.map(\.kind) } ?? [])
        let hasSteps = kinds.contains(.acceleration)
        var cards = [activity, cadence, climb, fastest]
        if !kinds.isEmpty {
            cards = [activity, fastest]
            if kinds.contains(.fix) || hasSteps { cards = [activity, distance, pace, fastest] }
            if hasSteps { cards += [steps, cadence] }
            if kinds.contains(.scalar(.pressure)) { cards += [climb, floors] }
        }
        guard cards.map({ ObjectIdentifier($0) }) != shown else { return }
        shown = cards.map { ObjectIdentifier($0) }
        widget.removeAll()
        let columns = cards.count > Self.mostInTwoColumns && (isLow || !isNarrow) ? 3 : 2
        isTight = columns == 3 && isNarrow
        // The activity needs more room than the other values.
        let first = columns == 3 ? 2 : 1
        var cell = 0
        for card in cards {
            let width = cell == 0 ? first : 1
            widget.attach(card.widget, column: cell % columns, row: cell / columns, columns: width)
            cell += width
        }
    }

    /// Shows the values of an instant.
    /// - Parameters:
    ///   - speed: The shown speed; `nil` for none.
    ///   - fastest: The fastest speed in words.
    func showInstant(_ latest: Latest, speed: SpeedEstimate?, fastest fastestText: String, unit: SpeedUnit) {
        let isOfLibrary = replay.isLive || replay.picture == nil
        fastest.name = isOfLibrary ? localized("All-time best") : localized("Fastest")
        fastest.widget.tooltip =
            isOfLibrary ? localized("The fastest measured speed of all sessions of the library") : ""
        let length = unit.distanceUnit
        activity.name = activityName(unit: length)
        activity.value = activitySource ?? missingText
        fastest.value = fastestText
        distance.value = length.text(of: replay.distance)
        let paceName = "\(localized("Pace")), \(unit.paceUnit.symbol)"
        // The unit alone identifies the value; a third of a narrow pane has no room for both.
        pace.name = isTight ? unit.paceUnit.symbol : paceName
        pace.widget.tooltip = isTight ? paceName : ""
        pace.value = paceDigits(of: speed, unit: unit)
        steps.value = countText(replay.stepCount)
        let rhythm = freshCadence(latest).map { decimalText($0, decimals: 1) }
        cadence.name = isTight ? localized("steps/s") : localized("Cadence")
        cadence.value = rhythm.map { isTight ? $0 : "\($0)/s" } ?? missingText
        let spelled = [isTight ? localized("Cadence") : nil, rhythm.map { localized("{1} steps/s", $0) }]
        cadence.widget.tooltip = spelled.compactMap(\.self).joined(separator: "\n")
        let whole = latest.altitude.map { climbText($0, unit: length) }
        let height = latest.altitude.map { length.signedText(of: $0.relative) }
        climb.value = (isTight ? height : whole) ?? missingText
        let meaning = localized("The height since the start, and the possible error caused by the weather")
        climb.widget.tooltip = [isTight ? whole : nil, meaning].compactMap(\.self).joined(separator: "\n")
        // Arrows, because a third of the pane has no room for the words; the tooltip has them.
        floors.value = latest.altitude.map { "↑ \($0.floorsUp)  ↓ \($0.floorsDown)" } ?? missingText
        floors.widget.tooltip =
            latest.altitude.map { localized("{1} up, {2} down", "\($0.floorsUp)", "\($0.floorsDown)") } ?? ""
    }

    /// The activity, and the totals of a workout.
    private func activityName(unit: DistanceUnit) -> String {
        let sport = replay.otherSport.map(DayList.title(ofSport:))
        guard let name = sport ?? replay.activity.map({ ActivityWords.name(of: $0.activity) }) else {
            return localized("Activity")
        }
        guard let workout = replay.workout else { return name }
        let distance = workout.distance.map { ", \(unit.text(of: $0))" } ?? ""
        return "\(name) · \(durationText(workout.duration))\(distance)"
    }

    /// The confidence in the activity, or that a file states it.
    private var activitySource: String? {
        replay.activity.map { activity in
            activity.isStated ? localized("stated by the file") : ActivityWords.confidence(activity.confidence)
        }
    }

    /// The pace on foot, without its unit.
    private func paceDigits(of speed: SpeedEstimate?, unit: SpeedUnit) -> String {
        guard let speed, let activity = replay.activity?.activity, activity == .walking || activity == .running else {
            return missingText
        }
        return unit.paceUnit.digits(of: speed.value)
    }

    /// The height since the start, and the possible error caused by the weather.
    private func climbText(_ altitude: AltitudeEstimate, unit: DistanceUnit) -> String {
        guard let drift = altitude.driftSigma else { return unit.signedText(of: altitude.relative) }
        let decimals = drift < Self.coarseDrift * unit.small.metres ? 1 : 0
        return "\(unit.signedDigits(of: altitude.relative)) "
            + unit.smallText(of: drift, prefix: "± ", decimals: decimals)
    }

    /// The cadence of the current steps, not of earlier ones.
    private func freshCadence(_ latest: Latest) -> Double? {
        guard let step = latest.step, let now = replay.instant, now - step.time <= Self.longestStep else { return nil }
        return step.cadence
    }
}
