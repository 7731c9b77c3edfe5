import GTKKit
import Localization
import Viewer
import ViewerModel

/// The motion at the instant: attitude, acceleration and rotation of the device and of a sensor on the head, and the raw
/// samples behind them.
@MainActor
final class MotionPane {
    let widget: ScrolledWindow
    private let replay: ReplayController
    private let appearance: Appearance
    private let column = Box(.vertical, spacing: 8)
    private var device: BodyCard?
    private var head: BodyCard?
    private let shake = Label(localized("Shaken"), classes: ["finding"], aligned: .start)
    private let course = FactRow(localized("Course over ground, from true north"))
    private let courseCard = Box(.vertical)
    private let raw = RawSampleList()
    private let statistics: PartStatisticsCard
    private var isShown = false
    /// True while the numbers of an instant have not been shown yet.
    private var isWaiting = false
    private var shape: [Bool]?

    /// The minimum interval between two updates of the numbers, in milliseconds; numbers that change with every frame
    /// are unreadable.
    private static let pause = 250

    init(appearance: Appearance, replay: ReplayController) {
        statistics = PartStatisticsCard(replay: replay)
        self.appearance = appearance
        self.replay = replay
        widget = ScrolledWindow(column)
        widget.expandsVertically = true
        column.setMargins(bottom: 14, start: 14, end: 14)
        courseCard.addClasses("rows")
        courseCard.append(course.widget)
        shake.isVisible = false
        showSession()
    }

    /// Follows the instant only while the pane is visible.
    func setShown(_ isShown: Bool) {
        self.isShown = isShown
        showSession()
    }

    /// Shows another session, or new sensors of a recording.
    func showSession() {
        guard isShown else { return }
        let sensors = replay.picture?.sensors
        let sources = sensors?.motionSources ?? []
        let shape = [sensors?.hasDeviceMotion ?? false, sensors?.hasHeadMotion ?? false, sources.isEmpty]
        if shape != self.shape {
            self.shape = shape
            build(hasDevice: shape[0], hasHead: shape[1], isEmpty: shape[2])
        }
        raw.list(sources)
        if !sources.isEmpty { statistics.show() }
        showInstant()
    }

    /// Shows the selected part.
    func showRange() { if isShown { statistics.show() } }

    private func build(hasDevice: Bool, hasHead: Bool, isEmpty: Bool) {
        column.removeAll()
        device = hasDevice ? BodyCard(localized("Device"), appearance: appearance) : nil
        head = hasHead ? BodyCard(localized("Head"), appearance: appearance) : nil
        guard !isEmpty else {
            column.append(
                EmptyState(
                    icon: "odograph-track-symbolic", headline: localized("No motion sensors"),
                    hint: replay.picture == nil
                        ? localized("Open or record a session with motion sensors to see how they move.")
                        : localized("This session has no motion sensors.")
                ).widget)
            return
        }
        column.append(shake)
        for card in [device, head].compactMap(\.self) { column.append(card.widget) }
        column.append(courseCard)
        column.append(statistics.widget)
        column.append(raw.widget)
    }

    /// Shows an instant: the horizon immediately, the numbers with the next update.
    func showInstant() {
        guard isShown, let instant = replay.instant else { return }
        let reading = MotionReading(replay.latest, at: instant)
        device?.showHorizon(reading.device)
        head?.showHorizon(reading.head)
        shake.isVisible = reading.isShaken
        guard !isWaiting else { return }
        isWaiting = true
        MainLoop.after(milliseconds: Self.pause) { [weak self] in self?.showNumbers() }
    }

    private func showNumbers() {
        isWaiting = false
        guard isShown, let instant = replay.instant else { return }
        let reading = MotionReading(replay.latest, at: instant)
        device?.show(reading.device)
        head?.show(reading.head)
        course.show(directionText(reading.course))
        raw.show(replay.rawSamples, at: instant)
        shake.isVisible = reading.isShaken
    }
}
