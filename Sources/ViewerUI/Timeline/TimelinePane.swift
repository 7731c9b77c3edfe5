import GTKKit
import Localization
import SensorModel
import Viewer
import ViewerModel

/// The replay pane: chart, activity band, slider, play button, rate and clock.
@MainActor
final class TimelinePane: Pane {
    let widget = Box(.vertical)
    private let replay: ReplayController
    private let appearance: Appearance
    /// The charts over the slider.
    private(set) lazy var charts = ChartStack(appearance: appearance, replay: replay)
    private let play = Button(icon: "media-playback-start-symbolic", describedAs: localized("Play (Space)"))
    private let slider = Scale(0...1, step: 1)
    private let startLabel = Label("", classes: ["edge"], aligned: .start)
    private let clock = Label("", classes: ["clock"])
    private let part = Button(label: "")
    private let labels = Box(.horizontal, spacing: 8)
    private lazy var chartArea = Overlay(charts.widget)
    private let rate = MenuButton(label: "1×", menu: rateMenu, describedAs: localized("Replay rate ([ and ])"))
    private var ticker: FrameTicker?
    private var lastFrame: Double?
    private var frameInterval = 0.0

    /// Returns the width of the chart's numbers at the start, in pixels, so that chart and slider have the same axis.
    static func gutter(textScale: Double) -> Double { (48 * textScale).rounded() }
    /// The free space at the end, in pixels.
    static let endMargin = 16
    /// Half of the knob's size, from its size and margins in the style sheet. The middle of the knob is on the axis.
    private static let knobReach = 2
    /// The distance in pixels of the choice of charts from the top, so that it is on the line of the legend.
    private static let choiceTop = 9
    /// The play button's width and distance from the edge in pixels, so that the knob at the start does not overlap it.
    private static let playPlace = (width: 30, margin: 6)

    init(replay: ReplayController, appearance: Appearance) {
        (self.replay, self.appearance) = (replay, appearance)
        widget.addClasses("timeline")
        addChart()
        addControls()
        showSession()
    }

    func show(_ change: FaceChange) {
        if change.picture == .session || change.picture == .growth { showSession() }
        if change.has(\.holdsScales) { charts.holdsScales = change.new.holdsScales }
        if change.has(\.dragged) { charts.show(dragged: change.new.dragged) }
        if change.hasOther(\.range) { showRange() }
        if change.hasOther(\.playing) { showPlayback() }
        if change.isOfMoment || change.has(\.range) { showInstant() }
        for effect in change.effects { show(effect) }
    }

    func handlePreferences() {
        showSession()
        showInstant()
        show(.tracks)
        show(.roads)
    }

    private func show(_ effect: SessionEffect) {
        switch effect {
        case .tracks: charts.showErrors()
        case .roads: charts.showRoads()
        case .heights: charts.showHeights()
        case .fitting, .laps, .sensitivity, .libraryMap, .recording: break
        }
    }

    // Shared by all windows, because GTK 4.8 never releases a menu's sections after showing them.
    private static let rateMenu: Menu = {
        let menu = Menu()
        for rate in PlaybackState.rates { menu.append("\(Int(rate))×", action: "win.rate::\(Int(rate))") }
        return menu
    }()

    private func addChart() {
        charts.widget.setMargins(top: 8, end: Self.endMargin)
        let choice = MenuButton(label: localized("Charts"), menu: Self.chartMenu, describedAs: localized("More charts"))
        choice.addClasses("charts")
        choice.horizontalAlignment = .end
        choice.verticalAlignment = .start
        choice.setMargins(top: Self.choiceTop, end: Self.endMargin)
        chartArea.add(choice)
        charts.button = choice
        widget.append(chartArea)
    }

    // Shared by all windows, because GTK 4.8 never releases a menu's sections after showing them.
    private static let chartMenu: Menu = {
        let menu = Menu()
        // The parts of a comparison are shown only with it.
        for quantity in SessionQuantity.allCases where quantity != .speed && !quantity.isOfComparison {
            menu.append(localized(quantity.title), action: "win.chart-\(quantity.rawValue)")
        }
        return menu
    }()

    private func addControls() {
        play.addClasses("play")
        play.verticalAlignment = .center
        play.onClick { [weak self] in self?.replay.handle(.toggle) }
        slider.addClasses("replay")
        slider.expandsHorizontally = true
        // No tooltip, because it would cover the clock that the user watches while scrubbing.
        slider.describe(localized("Replay position (arrows, Shift for fine steps, Home, End)"))
        slider.onChange { [weak self] value in self?.replay.handle(.seekPosition(value)) }
        let keys = KeyController { [weak self] key, held in self?.handle(key, held) ?? false }
        keys.seesEventsFirst()
        slider.install(keys)
        let row = Box(.horizontal, children: [play, slider])
        slider.setMargins(end: Self.endMargin - Self.knobReach)
        widget.append(row)
        rate.addClasses("rate")
        rate.verticalAlignment = .center
        clock.expandsHorizontally = true
        startLabel.reserve(characters: 8)
        part.addClasses("part")
        part.verticalAlignment = .center
        part.tooltip = localized("Look at the whole session again (Escape)")
        part.onClick { [weak self] in self?.replay.handle(.setRange(nil)) }
        for child in [startLabel, clock, part, rate] as [Widget] { labels.append(child) }
        widget.append(labels)
        place()
        charts.onTextScaleChange = { [weak self] in self?.place() }
        // Space then plays, instead of pressing the button that had the focus.
        charts.onPress = { [weak self] in self?.focus() }
    }

    /// Aligns the slider and the labels with the axis of the charts.
    private func place() {
        let gutter = Int(charts.gutter)
        play.setMargins(
            start: Self.playPlace.margin,
            end: gutter - Self.playPlace.margin - Self.playPlace.width - Self.knobReach)
        labels.setMargins(bottom: 8, start: gutter, end: Self.endMargin)
    }

    /// Shows another session, or the same one with other parameters.
    private func showSession() {
        charts.showSession()
        showSlider()
        showInstant()
    }

    /// Shows the selected part.
    private func showRange() {
        charts.show(range: replay.range == nil ? nil : replay.playback.range)
        showSlider()
    }

    private func showSlider() {
        let shown = replay.playback.range
        // A drawing without times has no duration.
        let canReplay = replay.session != nil && shown.lowerBound < shown.upperBound
        slider.isSensitive = canReplay
        play.isSensitive = canReplay
        slider.setRange(shown.lowerBound...max(shown.lowerBound + 1, shown.upperBound), step: 1, page: 30)
        let range = replay.range
        startLabel.text =
            replay.picture.map { $0.clockText(range?.lowerBound ?? $0.start, by: replay.clock) } ?? ""
        part.isVisible = range != nil
        if let range {
            part.setLabel(localized("Part of {1}  ×", durationText(range.upperBound - range.lowerBound)))
            part.describe(localized("Look at the whole session again"))
        }
    }

    func focus() { slider.grabFocus() }

    private func showInstant() {
        let playback = replay.playback
        slider.value = playback.position
        charts.show(
            cursor: replay.picture == nil ? nil : playback.position, isPlaying: playback.isPlaying && !replay.isLive)
        guard let picture = replay.picture, let instant = replay.instant else { return clock.text = "" }
        clock.text = "\(picture.clockText(instant, by: replay.clock)) · \(exactDurationText(playback.elapsed))"
    }

    /// Shows or hides the charts over the slider.
    func setCharts(_ isShown: Bool) { chartArea.isVisible = isShown }

    /// Handles a key.
    /// - Returns: True if the key is one of the replay's.
    func handle(_ key: KeyController.Key, _ held: Modifiers) -> Bool {
        guard replay.session != nil, !held.contains(.control), !held.contains(.alt) else { return false }
        let isFine = held.contains(.shift)
        switch key {
        case .space: replay.handle(.toggle)
        case .left: replay.handle(isFine ? .stepFine(-1) : .stepCoarse(-1))
        case .right: replay.handle(isFine ? .stepFine(1) : .stepCoarse(1))
        case .home: replay.handle(.toStart)
        case .end: replay.handle(.toEnd)
        case .character("i"): replay.handle(.startRange)
        case .character("o"): replay.handle(.endRange)
        case .character("]"): replay.handle(.faster)
        case .character("["): replay.handle(.slower)
        default: return false
        }
        return true
    }

    /// Shows whether the replay is running, and its rate. Frames are requested only while it is running.
    private func showPlayback() {
        let playback = replay.playback
        play.setIcon(playback.isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic")
        play.describe(playback.isPlaying ? localized("Pause") : localized("Play"))
        play.tooltip = playback.isPlaying ? localized("Pause (Space)") : localized("Play (Space)")
        rate.setLabel(playback.rateText)
        if playback.isPlaying, ticker == nil {
            lastFrame = nil
            ticker = FrameTicker(widget) { [weak self] seconds in self?.tick(at: seconds) }
        } else if !playback.isPlaying {
            ticker = nil
        }
    }

    private func tick(at seconds: Double) {
        if let lastFrame {
            guard seconds - lastFrame >= frameInterval else { return }
            replay.handle(.tick(seconds - lastFrame))
        }
        lastFrame = seconds
        frameInterval = replay.frameInterval(timeline: charts.pixelsPerSecond)
    }
}
