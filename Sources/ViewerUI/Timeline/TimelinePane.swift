import GTKKit
import SensorModel
import ViewerModel

/// The replay: chart, activity band, slider, play, rate and clock.
@MainActor
final class TimelinePane {
    /// The pane's widget.
    let widget = Box(.vertical)
    private let replay: ReplayController
    private let play = Button(icon: "media-playback-start-symbolic", describedAs: "Play (Space)")
    private let slider = Scale(0...1, step: 1)
    private let startLabel = Label("", classes: ["edge"], aligned: .start)
    private let clock = Label("", classes: ["clock"])
    private let rate: MenuButton
    private var ticker: FrameTicker?
    private var lastFrame: Double?

    init(replay: ReplayController) {
        self.replay = replay
        let items = Menu()
        rate = MenuButton(label: "1×", menu: items, describedAs: "Replay rate ([ and ])")
        widget.addClasses("timeline")
        play.addClasses("play")
        play.verticalAlignment = .center
        play.onClick { [weak self] in self?.replay.togglePlaying() }
        slider.addClasses("replay")
        slider.expandsHorizontally = true
        slider.describe("Replay position")
        slider.tooltip = "Replay position (arrows, Home, End)"
        slider.onChange { [weak self] value in self?.replay.seek(to: value) }
        rate.addClasses("rate")
        rate.verticalAlignment = .center
        let row = Box(.horizontal, spacing: 10, children: [play, slider])
        row.setMargins(top: 6, start: 12, end: 14)
        widget.append(row)
        clock.expandsHorizontally = true
        let labels = Box(.horizontal, children: [startLabel, clock, rate])
        labels.setMargins(bottom: 10, start: 52, end: 16)
        widget.append(labels)
    }

    /// Shows another session.
    func showSession() {
        slider.isSensitive = replay.session != nil
        play.isSensitive = replay.session != nil
        slider.setRange(0...max(1, replay.duration), step: 1, page: 30)
        startLabel.text = replay.session.map { ClockTime($0.start, utcOffset: 0).secondText } ?? ""
        showInstant()
    }

    /// Shows an instant.
    func showInstant() {
        slider.value = replay.elapsed
        guard let instant = replay.instant else { return clock.text = "" }
        clock.text = "\(ClockTime(instant, utcOffset: 0).secondText) · \(exactDurationText(replay.elapsed))"
    }

    /// Shows whether it plays, and how fast; frames are asked for only while it does.
    func showPlayback() {
        play.setIcon(replay.isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic")
        play.describe(replay.isPlaying ? "Pause" : "Play")
        rate.setLabel("\(Int(replay.rate))×")
        if replay.isPlaying, ticker == nil {
            lastFrame = nil
            ticker = FrameTicker(widget) { [weak self] seconds in
                guard let self else { return }
                if let lastFrame { replay.advance(by: seconds - lastFrame) }
                lastFrame = seconds
            }
        } else if !replay.isPlaying {
            ticker = nil
        }
    }
}
