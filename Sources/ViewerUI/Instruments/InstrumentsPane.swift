import FusionCore
import GTKKit
import Localization
import Replay
import SensorModel
import Viewer
import ViewerModel

/// The gauge and live values over the tabs.
@MainActor
final class InstrumentsPane: Pane {
    let widget = Box(.vertical, spacing: 10)
    private let appearance: Appearance
    private let replay: ReplayController
    private let preferences: ViewerPreferences
    private lazy var gauge = GaugeView(appearance: appearance)
    private let quality = QualityPill()
    private lazy var cards = InstrumentCards(replay: replay)
    private lazy var moment = Box(.vertical, spacing: 10, children: [gauge.canvas, quality.widget, cards.widget])
    private let overview = OverviewCards()
    /// The session as a whole, or an instant of it. Both have the same height, so that nothing moves when they change.
    private let views = Stack(crossfade: true)
    private var isOverviewOld = true
    /// The instant that was shown when the part was selected; `nil` for the whole session.
    private var momentOfPart: Instant?
    private var addingUp: Task<Void, Never>?
    /// The fastest measured speed of all sessions of the library, in m/s; `odographctl records` reports the same.
    private var libraryFastest = 0.0
    private let tabs = Stack()
    private(set) lazy var tune = TunePane(appearance: appearance, replay: replay)
    private lazy var day = DayPane(appearance: appearance, replay: replay)
    private lazy var motion = MotionPane(appearance: appearance, replay: replay)
    private lazy var sensors = SensorsPane(appearance: appearance, replay: replay, preferences: preferences)

    private static let width = 360
    private static let narrowWidth = 290
    private lazy var switcher = TabBar(Self.titles) { [replay] in replay.show($0) }
    private var isNarrow = false
    private var isLow = false
    private var isPage = false

    init(appearance: Appearance, replay: ReplayController, preferences: ViewerPreferences) {
        (self.appearance, self.replay, self.preferences) = (appearance, replay, preferences)
        widget.addClasses("instruments")
        // The contents may use the full width, but must not widen the pane.
        widget.expandsHorizontally = false
        widget.requestSize(width: widget.scaled(Self.width))
        gauge.canvas.setMargins(top: 16)
        views.add(moment, name: View.moment.rawValue, title: localized("Moment"))
        views.add(overview.widget, name: View.session.rawValue, title: localized("The session"))
        widget.append(views)
        addTabs()
        showInstant()
    }

    private enum View: String {
        case moment, session
    }

    /// The buttons of the tabs, with the keys that show them.
    static var titles: [TabBar<WindowPage>.Item] {
        let titles: [(ViewerOptions.Pane, String)] = [
            (.tune, localized("Tune")), (.day, localized("Day")), (.motion, localized("Motion")),
            (.sensors, localized("Sensors")),
        ]
        return titles.map { pane, title in
            (.tab(pane), title, title, "\(title) (\(WindowAction.key(of: pane.rawValue) ?? ""))")
        }
    }

    private func addTabs() {
        switcher.widget.setMargins(top: 4, start: 14, end: 14)
        widget.append(switcher.widget)
        for (item, widget) in zip(Self.titles, [tune.widget, day.widget, motion.widget, sensors.widget] as [Widget]) {
            if case .tab(let pane) = item.tab { tabs.add(widget, name: pane.rawValue, title: item.title) }
        }
        tabs.expandsVertically = true
        widget.append(tabs)
        show(.tune)
    }

    func show(_ change: FaceChange) {
        switch change.picture {
        case .none, .tracks: break
        case .growth: showTracks()
        case .session:
            tune.showSession()
            showTracks()
        }
        if change.isOfMoment { showInstant() }
        if change.hasOther(\.range) { showRange() }
        if change.hasOther(\.comparison) || change.has(\.tuning) { tune.showSession() }
        if change.has(\.storedCount) { day.handleStored() }
        if change.has(\.library) {
            showFastest(of: change.new.library)
            day.show(library: change.new.library, instead: change.old.library)
        }
        if change.has(\.visit), case .tab(let pane) = change.new.visit.page {
            show(pane)
            change.new.visit.parameter.map(tune.show)
        }
        for effect in change.effects { show(effect) }
    }

    private func show(_ effect: SessionEffect) {
        switch effect {
        case .heights:
            isOverviewOld = true
            showView()
        case .laps: day.showLaps()
        case .sensitivity: tune.showSensitivity()
        case .tracks, .fitting, .roads, .libraryMap, .recording: break
        }
    }

    /// Fills a narrow window, whose page bar has the tabs.
    func setPage(_ isPage: Bool) {
        self.isPage = isPage
        switcher.widget.isVisible = !isPage
        widget.expandsHorizontally = isPage
        widget.expandsVertically = isPage
        widget.setClass("page", isPage)
        requestWidth()
    }

    /// Shows or hides the values and the tabs, of which a narrow window has room for one.
    func show(values: Bool, tab: Bool) {
        views.isVisible = values
        tabs.isVisible = tab
    }

    /// Shows a tab. The month is a part of the day's.
    private func show(_ pane: ViewerOptions.Pane) {
        let shown = pane == .history ? .day : pane
        switcher.show(.tab(shown))
        tabs.visibleName = shown.rawValue
        replay.showsParameters = pane == .tune
        motion.setShown(pane == .motion)
        sensors.setShown(pane == .sensors)
        if pane == .history { day.showMonth() }
    }

    /// Stops reading the sensors.
    func leave() { sensors.leave() }

    /// Requests a width for the text size if the pane is next to the map. In a narrow window, the pane fills the
    /// window, so no width is requested.
    private func requestWidth() {
        widget.requestSize(width: isPage ? nil : widget.scaled(isNarrow ? Self.narrowWidth : Self.width))
    }

    /// Uses less space in a small window.
    func setCompact(width isNarrow: Bool, height isLow: Bool) {
        (self.isNarrow, self.isLow) = (isNarrow, isLow)
        requestWidth()
        cards.setCompact(width: isNarrow, height: isLow)
        gauge.setCompact(isLow, sharesRoom: !isPage)
        views.setClass("low", isLow && !isPage)
        fitOverview()
    }

    /// Fits the totals into the height of the values at an instant, whose cards depend on the session.
    private func fitOverview() {
        overview.setCompact(width: isNarrow, height: isLow, room: moment.naturalHeight)
    }

    /// Reads the sensors that the preferences now name.
    func handlePreferences() {
        sensors.handlePreferences()
        tune.showFigures()
        showTracks()
        showInstant()
    }

    /// Shows the totals of the session before a replay, or of a part after its selection, until the user moves to an
    /// instant. A drawn line has no duration.
    private func showView() {
        let isPart = momentOfPart != nil && momentOfPart == replay.instant
        guard !replay.isLive, isPart || replay.reached == nil, let session = replay.session,
            session.run.summary.duration > 0
        else {
            views.visibleName = View.moment.rawValue
            return
        }
        // Computing the totals of a part takes longer than a frame of the replay.
        if isOverviewOld {
            let span = replay.span
            let shown = SessionOverview(
                session.run, within: span, figures: span == nil ? session.figures : nil,
                mapHeights: replay.heights.heights)
            overview.show(shown, ofPart: span != nil, unit: replay.unit)
        }
        isOverviewOld = false
        views.visibleName = View.session.rawValue
    }

    /// Shows the current state of a recording.
    private func showTracks() {
        isOverviewOld = true
        cards.showSession()
        fitOverview()
        showView()
        day.showSession()
        motion.showSession()
        sensors.showSession()
    }

    /// Shows the selected part.
    private func showRange() {
        motion.showRange()
        momentOfPart = replay.range == nil ? nil : replay.instant
        isOverviewOld = true
        // Turning the wheel changes the part many times per second.
        addingUp?.cancel()
        addingUp = Task { [weak self] in
            try? await Task.sleep(for: .milliseconds(100))
            if !Task.isCancelled { self?.showView() }
        }
    }

    private func showInstant() {
        day.showInstant()
        motion.showInstant()
        showView()
        let latest = replay.latest
        let unit = replay.unit
        let speed = shownSpeed(latest)
        let model = GaugeModel(
            GaugeModel.Input(
                speed: speed, fastest: fastest(latest), accuracy: latest.position?.accuracy,
                satellites: replay.instant.flatMap { replay.picture?.sensors.satellites(at: $0) },
                isFromLocationService: latest.isFromLocationService, message: signalTrouble(latest),
                overdue: replay.instant.flatMap { replay.picture?.overdue(at: $0) }),
            unit: unit, topSpeed: replay.picture?.topSpeed ?? 0,
            keeping: replay.holdsScales ? gauge.gauge.maximum : nil)
        gauge.show(model, isOnFoot: latest.speed?.source == .pedometer || latest.speed?.source == .placeholder)
        quality.show(model)
        cards.showInstant(latest, speed: speed, fastest: model.fastestText, unit: unit)
    }

    /// The present speed; `nil` during a loss if no sensor confirms that it is zero.
    private func shownSpeed(_ latest: Latest) -> SpeedEstimate? {
        let isGuessed = latest.loss != nil && latest.motion == nil && latest.speed?.source == .still
        return isGuessed ? nil : latest.speed
    }

    /// The problem that is shown instead of the receiver's quality.
    private func signalTrouble(_ latest: Latest) -> String? {
        guard let loss = latest.loss else {
            return latest.messages.contains { $0.kind == .interference } ? localized("Interference?") : nil
        }
        let isEstimated = shownSpeed(latest) != nil
        if loss.kind == .signalUnusable {
            return isEstimated ? localized("Every fix is rejected: estimated") : localized("Every fix is rejected")
        }
        return isEstimated ? localized("No GPS signal: estimated") : localized("No GPS signal")
    }

    /// Updates the fastest speed of the library's sessions.
    private func showFastest(of sessions: [LibraryList.Session]) {
        libraryFastest = sessions.compactMap(\.fastestSpeed).max() ?? 0
        showInstant()
    }

    /// The fastest speed of a session that is replayed; during a recording, or if none is open, that of the whole library.
    private func fastest(_ latest: Latest) -> Double? {
        guard replay.isLive || replay.picture == nil else { return latest.fastestSpeed }
        return max(latest.fastestSpeed, libraryFastest)
    }
}
