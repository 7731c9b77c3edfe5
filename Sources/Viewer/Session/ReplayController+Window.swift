import FusionCore
import Localization
import Replay
import ViewerModel

/// The parts of the window that the user asks for, and what they do there.
extension ReplayController {
    /// Shows a part of the window.
    /// - Parameter parameter: The parameter to be found in the tuning panel; `nil` for none.
    package func show(_ page: WindowPage, parameter: String? = nil) {
        change { $0.visit.go(to: page, parameter: parameter) }
    }

    /// The notes about the session: parts of its file that were changed or left out, and falls of the signal.
    package var notes: [String] {
        guard let session = self.session, let picture = self.picture else { return [] }
        return session.source.notes
            + session.run.core.statuses.interferences(until: picture.end).map { span in
                localized(
                    "The signal fell on all satellites at {1} for {2}: interference?",
                    picture.clockText(span.start, by: self.clock), durationText(span.duration))
            }
    }

    /// Moves the replay to the next or the previous stop, outage or rejection.
    package func jump(isForward: Bool) {
        guard let run = self.session?.run, let instant = self.instant else { return }
        let marks = SessionLandmarks(run)
        guard let landmark = isForward ? marks.next(after: instant) : marks.previous(before: instant) else {
            return say(localized("There are no more stops, outages, or rejected fixes in this direction."))
        }
        handle(.seek(landmark.instant))
        say(landmark.title.localized)
    }

    /// Divides the session by the device's laps, by a number of kilometres or miles, by a line that the user draws, or by
    /// one at the position that is shown.
    package func divideIntoLaps(by name: String) {
        show(.tab(.day))
        switch name {
        case "gate":
            say(localized("Click the two ends of a line across the way: each crossing begins a lap."))
            draw(.gate)
        case "here":
            guard let position = self.latest.position, let course = position.courseOverGround else {
                return say(localized("Move the replay to an instant at which you are in motion."))
            }
            laps.rule = .gate(LapGate(across: course, at: position.coordinate))
        default: laps.rule = Double(name).map { .distance($0 * unit.distanceUnit.large.metres) } ?? .stated
        }
    }

    /// The present rule for laps, as ``divideIntoLaps(by:)`` takes it.
    package var lapChoice: String {
        switch laps.rule {
        case .stated: ""
        case .distance(let length): decimalText(length / unit.distanceUnit.large.metres)
        case .gate: "gate"
        }
    }

    /// The time between two frames of the replay, in seconds, in which nothing on the screen moves by more than half a
    /// pixel.
    /// - Parameter timeline: The width of a second on the timeline, in pixels.
    package func frameInterval(timeline: Double) -> Double {
        // A map that turns moves most at its edges.
        guard !self.map.isHeadingUp else { return 0 }
        let metres = (self.latest.speed?.value ?? 0) * self.playback.rate
        let onMap = viewport().map { metres / $0.metresPerPixel } ?? 0
        return min(0.5 / max(onMap, timeline * self.playback.rate, .leastNormalMagnitude), Self.longestFrame)
    }

    /// The time, in seconds, after which the gauge shows another speed.
    private static let longestFrame = 0.125

    // MARK: Map

    /// Lets clicks on the map draw something; `nil` ends that.
    package func draw(_ drawing: MapModes.Drawing?) {
        if drawing != nil { show(.map) }
        // What was drawn so far is forgotten.
        change { $0.map.drawing = nil }
        change { $0.map.drawing = drawing }
    }

    /// Shows or hides the divider between two tracks.
    package func setCurtain(_ isOn: Bool) {
        if isOn { show(.map) }
        change { $0.map.hasCurtain = isOn && $0.canCompareTracks }
    }
}
