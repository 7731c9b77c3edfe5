import FusionCore
import GTKKit
import SensorModel
import ViewerModel

/// The gauge and live values over the tabs.
@MainActor
final class InstrumentsPane {
    /// The pane's widget.
    let widget = Box(.vertical, spacing: 10)
    private let replay: ReplayController
    private let preferences: ViewerPreferences
    private let gauge: GaugeView
    private let quality = QualityPill()
    private let activity = ValueCard(localized("Activity"))
    private let cadence = ValueCard(localized("Cadence"))
    private let climb = ValueCard(localized("Climb"))
    private let fastest = ValueCard(localized("Fastest"))
    /// The fastest measured speed of all sessions of the library, in m/s; `odographctl records` reports the same.
    private var libraryFastest = 0.0
    private let tabs = Stack()
    private var tabButtons: [ViewerOptions.Pane: ToggleButton] = [:]
    let tune: TunePane
    let day: DayPane
    private let motion: MotionPane
    private let sensors: SensorsPane

    /// Seconds after a step in which walking goes on.
    private static let longestStep = 3.0
    static let width = 360
    static let narrowWidth = 290
    /// The width of a window below which the pane is narrow.
    static let narrowestWindow = 1_000

    init(
        appearance: Appearance, replay: ReplayController, preferences: ViewerPreferences, clients: ViewerClients
    ) {
        self.replay = replay
        self.preferences = preferences
        gauge = GaugeView(appearance: appearance)
        tune = TunePane(replay: replay)
        day = DayPane(appearance: appearance, replay: replay, client: clients.day, history: clients.history) {
            preferences.recordingFolder
        }
        motion = MotionPane(appearance: appearance, replay: replay)
        sensors = SensorsPane(appearance: appearance, client: clients.sensors) { preferences.recordingRequest }
        widget.addClasses("instruments")
        // What is in it may take all of its width, and it takes no more of the window's for that.
        widget.expandsHorizontally = false
        widget.requestSize(width: Self.width)
        gauge.canvas.setMargins(top: 16)
        widget.append(gauge.canvas)
        widget.append(quality.widget)
        let cards = Grid(rowSpacing: 6, columnSpacing: 8)
        cards.setColumnsHomogeneous(true)
        cards.setMargins(top: 4, start: 14, end: 14)
        for (index, card) in [activity, cadence, climb, fastest].enumerated() {
            cards.attach(card.widget, column: index % 2, row: index / 2)
        }
        widget.append(cards)
        addTabs()
        showInstant()
    }

    private func addTabs() {
        let switcher = Box(.horizontal)
        switcher.addClasses("tabs")
        switcher.setMargins(top: 4, start: 14, end: 14)
        let titles: [(ViewerOptions.Pane, String, String)] = [
            (.tune, localized("Tune"), "F5"), (.day, localized("Day"), "F6"), (.motion, localized("Motion"), "F8"),
            (.sensors, localized("Sensors"), "F7"),
        ]
        var first: ToggleButton?
        for (pane, title, key) in titles {
            let label = Label(title)
            label.ellipsize()
            let button = ToggleButton(child: label, describedAs: title)
            button.tooltip = "\(title) (\(key))"
            button.expandsHorizontally = true
            if let first { button.join(first) } else { first = button }
            button.onToggle { [weak self] isOn in if isOn { self?.reveal(pane) } }
            tabButtons[pane] = button
            switcher.append(button)
        }
        widget.append(switcher)
        tabs.add(tune.widget, name: ViewerOptions.Pane.tune.rawValue, title: localized("Tune"))
        tabs.add(day.widget, name: ViewerOptions.Pane.day.rawValue, title: localized("Day"))
        tabs.add(motion.widget, name: ViewerOptions.Pane.motion.rawValue, title: localized("Motion"))
        tabs.add(sensors.widget, name: ViewerOptions.Pane.sensors.rawValue, title: localized("Sensors"))
        tabs.expandsVertically = true
        widget.append(tabs)
        show(.tune)
    }

    /// Shows a tab.
    func show(_ pane: ViewerOptions.Pane) {
        tabButtons[pane == .history ? .day : pane]?.isActive = true
        reveal(pane)
        if pane == .history { day.showMonth() }
    }

    private func reveal(_ pane: ViewerOptions.Pane) {
        // The month is a part of the day's tab.
        tabs.visibleName = pane == .history ? ViewerOptions.Pane.day.rawValue : pane.rawValue
        motion.setShown(pane == .motion)
        sensors.setShown(pane == .sensors)
    }

    /// Looks at no sensor any longer.
    func leave() { sensors.leave() }

    /// Takes less room where the window has little.
    func setCompact(width isNarrow: Bool, height isLow: Bool) {
        widget.requestSize(width: isNarrow ? Self.narrowWidth : Self.width)
        gauge.setCompact(isLow)
    }

    /// Shows another session, or the same with other parameters.
    func showSession() {
        tune.showSession()
        showTracks()
    }

    /// Looks at what the preferences name now.
    func handlePreferences() { sensors.handlePreferences() }

    /// Shows the parameters that are asked for.
    func showParameters() { tune.showSession() }

    /// Shows what a recording has come to.
    func showTracks() {
        day.show(replay.picture, unit: preferences.speedUnit)
        motion.showSession()
        sensors.show(replay.picture?.sensors, isLive: replay.isLive)
    }

    /// Shows an instant.
    func showInstant() {
        day.showInstant()
        motion.showInstant()
        let latest = replay.latest
        let unit = preferences.speedUnit
        let model = GaugeModel(
            GaugeModel.Input(
                speed: shownSpeed(latest), fastest: fastest(latest), accuracy: latest.position?.accuracy,
                satellites: replay.instant.flatMap { replay.picture?.sensors.satellites(at: $0) },
                message: signalTrouble(latest)),
            unit: unit, topSpeed: replay.picture?.topSpeed ?? 0)
        gauge.show(model, isOnFoot: latest.speed?.source == .pedometer || latest.speed?.source == .placeholder)
        quality.show(model)
        activity.name = activityName(latest, unit: unit.distanceUnit)
        activity.value = replay.activity.map { ActivityWords.confidence($0.confidence) } ?? missingText
        cadence.value =
            freshCadence(latest).map { localized("{1} steps/s", decimalText($0, decimals: 1)) } ?? missingText
        climb.value = latest.altitude.map { climbText($0, unit: unit.distanceUnit) } ?? missingText
        fastest.value = model.fastestText
    }

    /// What is being done, and what a workout has come to.
    private func activityName(_ latest: Latest, unit: DistanceUnit) -> String {
        guard let name = replay.activity.map({ ActivityWords.name(of: $0.activity) }) else {
            return localized("Activity")
        }
        guard let workout = replay.workout else { return name }
        let distance = workout.distance.map { ", \(unit.text(of: $0))" } ?? ""
        return "\(name) · \(durationText(workout.duration))\(distance)"
    }

    /// Metres from which on a drift is shown without decimals.
    private static let coarseDrift = 10.0

    /// The height since the start, and how far weather may have moved it.
    private func climbText(_ altitude: AltitudeEstimate, unit: DistanceUnit) -> String {
        let height = unit.signedText(of: altitude.relative)
        guard let drift = altitude.driftSigma else { return height }
        return "\(height) "
            + unit.smallText(of: drift, prefix: "± ", decimals: drift < Self.coarseDrift * unit.small.metres ? 1 : 0)
    }

    /// The speed of now: none during a loss if no sensor says that it is zero.
    private func shownSpeed(_ latest: Latest) -> SpeedEstimate? {
        let isGuessed = latest.loss != nil && latest.motion == nil && latest.speed?.source == .still
        return isGuessed ? nil : latest.speed
    }

    /// What is to be said of the receiver instead of how good it is.
    private func signalTrouble(_ latest: Latest) -> String? {
        guard let loss = latest.loss else { return nil }
        let isEstimated = shownSpeed(latest) != nil
        if loss.kind == .signalUnusable {
            return isEstimated ? localized("Every fix is rejected: estimated") : localized("Every fix is rejected")
        }
        return isEstimated ? localized("No GPS signal: estimated") : localized("No GPS signal")
    }

    /// Takes over the fastest speed of the library's sessions.
    func show(library sessions: [LibraryList.Session]) {
        libraryFastest = sessions.compactMap(\.fastestSpeed).max() ?? 0
        showInstant()
    }

    /// The fastest speed of a session that is replayed; during a recording, or if none is open, that of the whole library.
    private func fastest(_ latest: Latest) -> Double? {
        guard replay.isLive || replay.picture == nil else { return latest.fastestSpeed }
        return max(latest.fastestSpeed, libraryFastest)
    }

    /// The cadence of steps that are being made, not of those made a while ago.
    private func freshCadence(_ latest: Latest) -> Double? {
        guard let step = latest.step, let now = replay.instant, now - step.time <= Self.longestStep else { return nil }
        return step.cadence
    }
}

/// One value with its name.
@MainActor
final class ValueCard {
    /// The card's widget.
    let widget: Box
    private let nameLabel: Label
    private static let askedCharacters = 8
    private let valueLabel = Label(missingText, classes: ["value"], aligned: .start)
    private let noteLabel = Label("", classes: ["name"], aligned: .start)

    init(_ name: String) {
        nameLabel = Label(name, classes: ["name"], aligned: .start)
        // A pane that grew with what a card says would push the map aside, and all of the window be laid out and drawn anew.
        nameLabel.ellipsize(askingFor: Self.askedCharacters)
        valueLabel.ellipsize(askingFor: Self.askedCharacters)
        noteLabel.wrap(maximumCharacters: Self.askedCharacters)
        noteLabel.isVisible = false
        widget = Box(.vertical, spacing: 0, children: [nameLabel, valueLabel, noteLabel])
        widget.addClasses("card")
        widget.expandsHorizontally = true
    }

    var name: String {
        get { nameLabel.text }
        set { nameLabel.text = newValue }
    }

    var value: String {
        get { valueLabel.text }
        set { valueLabel.text = newValue }
    }

    /// What has to be said of the value, in lines of its own; empty for nothing.
    var note: String {
        get { noteLabel.text }
        set {
            noteLabel.text = newValue
            noteLabel.isVisible = !newValue.isEmpty
        }
    }
}

/// How good the signal is, in one line.
@MainActor
final class QualityPill {
    /// The pill's widget.
    let widget: Box
    private let dot = Label("●")
    private let text = Label("")
    private var shownClass = ""

    init() {
        widget = Box(.horizontal, spacing: 8, children: [dot, text])
        widget.addClasses("pill")
        widget.horizontalAlignment = .center
    }

    func show(_ gauge: GaugeModel) {
        let quality = gauge.quality
        text.text = gauge.qualityText
        guard shownClass != quality.rawValue else { return }
        dot.setClass("quality-\(shownClass)", false)
        shownClass = quality.rawValue
        dot.setClass("quality-\(shownClass)", true)
    }
}
