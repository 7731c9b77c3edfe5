import FusionCore
import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// The bar at the top: record, library, open, title, menu.
@MainActor
final class WindowHeader: Pane {
    let widget = HeaderBar()
    private let record: Button
    private let recordIcon = Icon("odograph-record-symbolic", size: 14)
    private let recordLabel = Label(localized("Record"))
    private let title = Label("Odograph", classes: ["title"])
    private let titles: Box
    /// The texts below the title, longest first; the first that fits is shown.
    private var subtitles: [String] = []
    private var windowWidth: Int?
    /// The minimum estimated distance that is shown, in metres.
    private static let smallestBridge = 10.0
    /// The title and the longest subtitle.
    var texts: (title: String, subtitle: String) { (title.text, subtitles.first ?? "") }
    private let subtitle = Label("", classes: ["subtitle"])
    private let live = Button(
        label: localized("Show Recording"), tooltip: localized("Return to the recording in progress")
    ).setAction("win.live")
    private let open = Button(
        label: localized("Open…"), describedAs: localized("Open a recording"),
        tooltip: localized("Open a recording (Ctrl+O)")
    ).setAction("win.open")
    private let keep = Button(
        label: localized("Add to Library"), tooltip: localized("Add the opened file to the library")
    ).setAction("win.add-to-library")
    private var canKeep = false
    private let compare = ToggleButton(label: "A/B")
    private var isNarrow = false
    private var isIdle: Bool { recording.state == .idle }
    private let replay: ReplayController
    private let recording: RecordingController

    init(replay: ReplayController, recording: RecordingController) {
        (self.replay, self.recording) = (replay, recording)
        record = Button(
            child: Box(.horizontal, spacing: 8, children: [recordIcon, recordLabel]),
            describedAs: localized("Record (Ctrl+R)"))
        record.addClasses("record")
        record.setAction("win.record")
        let sidebar = Button(icon: "odograph-sidebar-symbolic", describedAs: localized("Library (F9)"))
            .setAction("win.library")
        keep.isVisible = false
        for child in [record, live, sidebar, open, keep] { widget.packStart(child) }
        title.wrap(lines: 2)
        subtitle.ellipsize()
        titles = Box(.vertical, spacing: 0, children: [title, subtitle])
        titles.verticalAlignment = .center
        widget.setTitle(titles)
        let menu = MenuButton(icon: "view-more-symbolic", menu: Self.menu, describedAs: localized("Menu (F10)"))
        menu.makePrimary()
        widget.packEnd(menu)
        compare.tooltip = localized("Compare two sets of parameters (Ctrl+B)")
        compare.describe(localized("Compare two sets of parameters"))
        compare.setAction("win.compare")
        widget.packEnd(compare)
        showTexts()
        showRecording()
    }

    func show(_ change: FaceChange) {
        let isOfRecording = change.effects.contains(.recording)
        if change.picture == .session || change.has(\.header) || isOfRecording { showTexts() }
        if change.isOther || isOfRecording { showRecording() }
        if change.isOther || change.has(\.library) || change.has(\.storedCount) { showKeeping() }
    }

    func handlePreferences() { showTexts() }

    // Shared by all windows, because GTK 4.8 never releases a menu's sections after showing them.
    private static let menu: Menu = {
        let units = Menu(section: localized("Units"))
        for unit in SpeedUnit.allCases { units.append(localized(unit.title), action: "win.unit::\(unit.rawValue)") }
        return Menu([
            Menu(
                actions: "open", "demo", "receiver", "mark", "add-to-library", "export",
                "library-map", "export-library", "print"),
            Menu(actions: "crop", "hide-selection", "show-hidden"),
            // The map has buttons for the rest of its view.
            Menu(actions: "compare", "tiles", "save-picture"), units, Menu(actions: "preferences", "shortcuts"),
            Menu(actions: "about"),
        ])
    }()

    /// Hides labels, and buttons that are also in the menu, if the window has no room for them.
    func setNarrow(_ isNarrow: Bool) {
        self.isNarrow = isNarrow
        for button in [open, compare] { button.isVisible = !isNarrow }
        keep.isVisible = canKeep && !isNarrow
        for part in [widget, record] as [Widget] { part.setClass("narrow", isNarrow) }
        if isNarrow { live.setIcon("odograph-record-symbolic") } else { live.setLabel(localized("Show Recording")) }
        live.describe(localized("Show Recording"))
        showRecordLabel()
    }

    /// Shows whether the open file can be added to the library.
    private func showKeeping() {
        canKeep = replay.canKeep
        keep.isVisible = canKeep && !isNarrow
        fitTitle()
    }

    /// Hides the label in a narrow header, except for the time of a recording.
    private func showRecordLabel() { recordLabel.isVisible = !isNarrow || !isIdle }

    /// Fits the title into a window of a width in pixels.
    func adapt(toWidth width: Int) {
        windowWidth = width
        fitTitle()
    }

    /// Shows the longest subtitle that fits. Hides an unimportant one if the title needs two lines.
    private func fitTitle() {
        let room = windowWidth.map { $0 - (widget.minimumWidth - titles.minimumWidth) } ?? .max
        title.tooltip = ([title.text] + subtitles.prefix(1)).joined(separator: "\n")
        subtitle.tooltip = subtitles.first ?? ""
        subtitle.isVisible = subtitles.count <= 1 || title.naturalWidth <= room
        title.wrap(lines: subtitle.isVisible ? 1 : 2)
        for text in subtitles {
            subtitle.text = text
            if subtitle.naturalWidth <= room { break }
        }
        if subtitle.text.isEmpty { subtitle.isVisible = false }
    }

    private func show(subtitles: [String], isTrouble: Bool = false) {
        self.subtitles = subtitles
        subtitle.setClass("trouble", isTrouble)
        fitTitle()
    }

    /// Shows the state of a recording, and a button that leads to it while something else is shown.
    private func showRecording() {
        let isRunning = recording.state == .recording || recording.state == .stopping
        live.isVisible = isRunning && !replay.isLive
        recordIcon.setName(icon: isRunning ? "odograph-stop-symbolic" : "odograph-record-symbolic")
        let text: String =
            switch recording.state {
            case .idle: localized("Record")
            case .starting: localized("Starting…")
            case .recording: localized("Stop {1}", stopwatchText(recording.elapsed))
            case .stopping: localized("Stopping…")
            }
        recordLabel.text = isNarrow && recording.state == .recording ? stopwatchText(recording.elapsed) : text
        showRecordLabel()
        fitTitle()
        record.isSensitive =
            recording.canRecord && (recording.state == .idle || recording.state == .recording)
        record.describe(recording.state == .idle ? localized("Record") : text)
        record.tooltip = isRunning ? localized("Stop recording (Ctrl+R)") : localized("Record (Ctrl+R)")
    }

    private func showTexts() {
        if replay.isLive {
            showLive()
        } else if let picture = replay.picture {
            show(picture)
        } else {
            title.text = "Odograph"
            // The map shows the same message.
            show(subtitles: [localized("No session is open"), ""])
        }
        if let progress = replay.progress ?? replay.workText { show(subtitles: [progress]) }
    }

    /// Shows that a recording is followed.
    private func showLive() {
        title.text = recording.isUnsafe ? localized("Recording, Not Saved Yet") : localized("Recording")
        let slowness = recording.unsavedSeconds.map {
            localized("The disk is slow: the last {1} s are not written yet", "\($0)")
        }
        let trouble = recording.permission?.visible ?? slowness
        // The map says what else is wrong.
        if trouble == nil, recording.trouble != nil { return show(subtitles: [""]) }
        // There is rarely room for the advice.
        show(subtitles: [trouble ?? localized("All data is recorded unchanged")], isTrouble: trouble != nil)
    }

    private func show(_ session: SessionPicture) {
        let (clock, unit) = (replay.clock, replay.unit.distanceUnit)
        title.text = replay.title ?? session.title
        guard !session.isDrawing else {
            return show(subtitles: [localized("A drawing without times: nothing to replay")])
        }
        let (start, end) = (clock.time(session.start), clock.time(session.end))
        // A bridged distance is not a measurement, and is shown separately.
        let estimated = session.final.estimatedDistance
        let bridged =
            estimated >= Self.smallestBridge ? " + " + localized("{1} estimated", unit.text(of: estimated)) : ""
        let distance = unit.text(of: session.final.distance)
        guard !session.isLongerThanDay else {
            let days = CivilDate.localizedRange(start.date, end.date) + (clock.note.map { " (\($0))" } ?? "")
            return show(subtitles: ["\(days) · \(distance)\(bridged)", "\(days) · \(distance)", days])
        }
        let times = "\(start.minuteText) – \(end.minuteText)" + (clock.note.map { " \($0)" } ?? "")
        show(subtitles: [
            "\(start.date.localizedLongText) · \(times) · \(distance)\(bridged)",
            "\(start.date.localizedShortText) · \(times) · \(distance)",
            "\(start.date.localizedDayText) · \(times) · \(distance)",
            "\(start.date.localizedDayText) · \(distance)", start.date.localizedDayText,
        ])
    }
}
