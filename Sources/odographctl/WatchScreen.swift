import Foundation
import FusionCore
import Geometry
import Recorder
import SensorModel

/// The lines that `watch` shows. An estimate has the mark ≈, and no fix is older than it says.
struct WatchScreen {
    let state: WatchState
    /// The time of the screen, by the clock of the events.
    let now: Instant
    let columns: Int
    let rows: Int

    /// The signal strength at the end of a bar, in dB-Hz.
    private static let strongest = 50.0
    /// The maximum age, in seconds, of the present fix.
    private static let oldFix = 3.0
    private static let labelWidth = 11

    /// The lines, none wider than the terminal.
    var lines: [String] {
        var lines = [recording, ""]
        lines += [
            row("Speed", speed), row("Place", place), row("Fix", fix), row("Filter", filter), row("Heading", heading),
            row("Activity", activity), row("Distance", distance), "",
        ]
        lines += sources
        lines += state.core.latest.messages.map { "! " + $0.message }
        lines.append("")
        let room = max(0, rows - lines.count - 2)
        lines += sky(upTo: room)
        let shown = lines.prefix(max(1, rows - 1)).map { String($0.visible.prefix(columns)) }
        return shown + ["q ends"]
    }

    private func row(_ label: String, _ text: String) -> String { label.column(Self.labelWidth) + text }

    private var recording: String {
        guard let status = state.recording else { return "Not recording" }
        let trouble = status.fileTrouble.map { "NOT WRITTEN: \($0)" } ?? (status.path ?? "")
        return "Recording  \(InfoText.duration(status.elapsed))  \(status.fixCount) fixes  \(trouble)"
    }

    private var isLost: Bool { state.core.latest.loss != nil }

    private var speed: String {
        guard let speed = state.core.latest.speed, !isLost || speed.isEstimated else { return "–" }
        let number = String(format: "%@%.1f km/h", speed.isEstimated ? "≈ " : "", speed.value * 3.6)
        let fastest = state.core.latest.fastestSpeed
        return "\(number)  \(source(speed.source)), signal \(speed.quality.rawValue)"
            + (fastest > 0 ? String(format: ", fastest %.1f km/h", fastest * 3.6) : "")
    }

    private func source(_ source: SpeedEstimate.Source) -> String {
        switch source {
        case .gps: "receiver"
        case .pedometer: "steps"
        case .placeholder: "assumed"
        case .deadReckoning: "dead reckoning"
        case .still: "at rest"
        }
    }

    private var place: String {
        guard let position = state.core.latest.position else { return "–" }
        let coordinate = position.coordinate
        let mark = position.isEstimated || isLost ? "≈ " : ""
        return mark
            + String(
                format: "%.6f° %@  %.6f° %@  ±%.1f m", abs(coordinate.latitude), coordinate.latitude < 0 ? "S" : "N",
                abs(coordinate.longitude), coordinate.longitude < 0 ? "W" : "E", position.accuracy)
    }

    private var fix: String {
        guard let fix = state.fix, let verdict = state.core.latest.verdict else { return "no fix yet" }
        let age = now - verdict.time
        guard fix.coordinate != nil else { return "no fix" }
        var parts = [fix.mode == .threeDimensional ? "3D" : fix.mode == .twoDimensional ? "2D" : "fix"]
        if let accuracy = fix.horizontalAccuracy { parts.append(String(format: "states ±%.1f m", accuracy)) }
        if let sky = state.sky {
            parts.append("\(sky.satellites.count { $0.isUsed }) of \(sky.satellites.count) satellites")
        } else if let count = fix.satellites {
            parts.append("\(count) satellites")
        }
        if let dilution = fix.horizontalDilution ?? state.sky?.horizontalDilution {
            parts.append(String(format: "HDOP %.1f", dilution))
        }
        if age > Self.oldFix { parts.append("\(InfoText.duration(age)) old") }
        return parts.joined(separator: ", ")
    }

    /// The effect of the last fix in the filter.
    private var filter: String {
        guard let verdict = state.core.latest.verdict else { return "–" }
        if let rejection = verdict.rejection { return "rejected: \(rejection.rawValue)" }
        guard let assessment = verdict.assessment, let innovation = assessment.innovation else { return "first fix" }
        let along = String(format: "%.1f m %@", abs(innovation.x), innovation.x < 0 ? "behind" : "ahead")
        let across = String(format: "%.1f m %@", abs(innovation.y), innovation.y < 0 ? "left" : "right")
        let sigmas = assessment.sigmas.map { String(format: " (%.1f σ)", $0) } ?? ""
        let percent = Int(nearest: assessment.weight * 100)
        return
            "\(along), \(across) of where it was expected\(sigmas), weight \(percent) %: \(assessment.hypothesis.rawValue)"
    }

    private var heading: String {
        let course = state.fix?.courseDegrees.map { String(format: "course %.0f°", $0) }
        let altitude = state.fix?.altitude.map { String(format: "altitude %.0f m", $0) }
        let climb = state.fix?.climb.map { String(format: "climb %+.1f m/s", $0) }
        let parts = [course, altitude, climb].compactMap(\.self)
        return parts.isEmpty || isLost ? "–" : parts.joined(separator: ", ")
    }

    private var activity: String {
        guard let activity = state.core.latest.activity else { return "–" }
        return "\(activity.activity.rawValue), \(activity.confidence.rawValue) confidence"
    }

    private var distance: String {
        let latest = state.core.latest
        let estimated = latest.estimatedDistance
        return String(format: "%.3f km", latest.distance / 1000)
            + (estimated >= 0.5 ? String(format: ", ≈ %.3f km more through outages", estimated / 1000) : "")
    }

    private var sources: [String] {
        state.examination.statuses.map { "\($0.name): \($0.state.text)" + ($0.detail.map { ", \($0)" } ?? "") }
            + state.examination.survey.sources.compactMap { source in
                let rates = source.streams.compactMap { stream in
                    stream.rate.map { "\(stream.kind.rawValue) \(String(format: "%.1f", $0)) Hz" }
                }
                return rates.isEmpty ? nil : "  \(source.name): \(rates.joined(separator: ", "))"
            }
    }

    /// A bar for each satellite, the strongest first; a filled one is used.
    private func sky(upTo room: Int) -> [String] {
        guard let sky = state.sky, room > 0 else { return [] }
        let satellites = sky.satellites.sorted {
            ($0.signalStrength ?? 0, $1.number) > ($1.signalStrength ?? 0, $0.number)
        }
        let width = max(10, min(50, columns - 24))
        return satellites.prefix(room).map { satellite in
            let share = min(1, max(0, (satellite.signalStrength ?? 0) / Self.strongest))
            let length = Int(nearest: share * Double(width))
            let bar = String(repeating: satellite.isUsed ? "█" : "░", count: length)
            let strength = satellite.signalStrength.map { String(format: "%3.0f", $0) } ?? "  –"
            return "\(Self.label(satellite).column(6))\(strength) dB-Hz  \(bar)"
        }
    }

    /// Returns the letter of RINEX and the number; gpsd numbers constellations from 0.
    private static func label(_ satellite: Satellite) -> String {
        let letters = ["G", "S", "E", "C", "I", "J", "R", "I"]
        guard let number = satellite.constellation, letters.indices.contains(number) else {
            return "\(satellite.number)"
        }
        return "\(letters[number])\(satellite.number)"
    }
}
