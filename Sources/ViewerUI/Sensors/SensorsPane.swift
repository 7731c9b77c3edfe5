import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// The sensors pane: the connected sensors, live, and those of the open session.
@MainActor
final class SensorsPane {
    let widget = Box(.vertical, spacing: 6)
    private let appearance: Appearance
    private let replay: ReplayController
    private let preferences: ViewerPreferences
    private let column = Box(.vertical, spacing: 8)
    private enum Source { case connected, recorded }
    private lazy var switcher = TabBar(
        [
            (Source.connected, localized("Connected Now"), localized("The sources connected to this machine, live")),
            (.recorded, localized("In the Session"), localized("What the session's sensors delivered")),
        ].map { ($0, $1, $1, $2) }
    ) { [weak self] _ in self?.update() }
    private var tally: SensorTally?
    private var reading: SensorReading?
    private var cards: [SensorCard] = []
    private var shapes: [[String]] = []
    private var watching: Task<Void, Never>?
    private var watched: RecordingClient.Request?
    private var isShown = false
    private var turn = 0

    /// The number of readings per update of the numbers, which makes two updates per second.
    private static let turnsPerText = 5
    /// The pause before the pane reads again after the sensors were lost to a recorder.
    private static let pause = Duration.milliseconds(700)

    init(appearance: Appearance, replay: ReplayController, preferences: ViewerPreferences) {
        (self.appearance, self.replay, self.preferences) = (appearance, replay, preferences)
        switcher.widget.setHomogeneous(true)
        switcher.widget.setMargins(start: 14, end: 14)
        widget.append(switcher.widget)
        column.setMargins(bottom: 14, start: 14, end: 14)
        let scroller = ScrolledWindow(column)
        scroller.expandsVertically = true
        widget.append(scroller)
        appearance.onChange { [weak self] in self?.column.queueDraw() }
        update()
    }

    /// Shows the sources of the session. Those of a recording are the connected ones.
    func showSession() {
        let hadSession = tally != nil
        tally = replay.isLive ? nil : replay.picture?.sensors
        if (tally != nil) != hadSession { switcher.show(tally == nil ? .connected : .recorded) }
        update()
    }

    /// Reads the sensors only while the pane is visible.
    func setShown(_ isShown: Bool) {
        self.isShown = isShown
        update()
    }

    /// Reads other sensors if the request has changed.
    func handlePreferences() {
        guard watching != nil, watched != preferences.recordingRequest else { return }
        stop()
        update()
    }

    /// Stops reading the sensors.
    func leave() {
        isShown = false
        stop()
    }

    private func stop() {
        watching?.cancel()
        watching = nil
        reading = nil
    }

    private var isWatchWanted: Bool {
        isShown && replay.clients?.readings != nil && (tally == nil || switcher.active == .connected)
    }

    private func update() {
        switcher.widget.isVisible = tally != nil && replay.clients?.readings != nil
        if isWatchWanted {
            if watching == nil { watch() }
        } else {
            stop()
        }
        show()
    }

    private func watch() {
        guard let readings = replay.clients?.readings else { return }
        let request = preferences.recordingRequest
        watched = request
        watching = Task { [weak self] in
            while !Task.isCancelled {
                guard self != nil else { return }
                for await reading in await readings(request) {
                    guard let self, !Task.isCancelled else { return }
                    self.reading = reading
                    show()
                }
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    private func show() {
        if isWatchWanted {
            guard let reading else {
                return showEmpty(localized("Looking for sensors…"), hint: "", icon: "network-wireless-symbolic")
            }
            showLive(SensorList(reading).cards)
        } else if let tally, !tally.sources.isEmpty {
            showRecorded(tally)
        } else {
            showEmpty(
                tally == nil ? localized("No session") : localized("No sensors"),
                hint: tally == nil
                    ? localized("Open or record one to see its sensors.")
                    : localized("The session names no source."), icon: "network-wireless-symbolic")
        }
    }

    private func showLive(_ list: [SensorList.Card]) {
        guard !list.isEmpty else {
            return showEmpty(
                localized("Nothing is connected"),
                hint: localized("Plug in a GPS receiver, or enter addresses in the preferences."),
                icon: "network-wireless-symbolic")
        }
        turn += 1
        let shapes = list.map(\.shape)
        if shapes == self.shapes {
            let withText = turn % Self.turnsPerText == 0
            for (card, model) in zip(cards, list) { card.show(model, withText: withText) }
            return
        }
        clear()
        self.shapes = shapes
        cards = list.map { SensorCard($0, appearance: appearance) }
        for card in cards { column.append(card.widget) }
    }

    private func showRecorded(_ tally: SensorTally) {
        let shape =
            ["recorded"]
            + tally.sources.flatMap { source in
                [source.name, source.report?.detail ?? ""] + source.streams.map { "\($0.kind) \($0.count) \($0.lost)" }
            }
        guard shapes != [shape] else { return }
        clear()
        shapes = [shape]
        for source in tally.sources { column.append(RecordedSource(source).widget) }
    }

    private func showEmpty(_ headline: String, hint: String, icon: String) {
        guard shapes != [["empty", headline]] else { return }
        clear()
        shapes = [["empty", headline]]
        column.append(EmptyState(icon: icon, headline: headline, hint: hint).widget)
    }

    private func clear() {
        column.removeAll()
        cards = []
        shapes = []
    }
}
