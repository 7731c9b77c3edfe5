import Dispatch
import Foundation
import Recorder
import SensorModel
import Synchronization

/// Prints the status lines of a recording, and each of its messages once.
///
/// A stopped terminal or an unread pipe delays only the printing. Status lines that become outdated meanwhile are
/// skipped.
final class StatusPrinter: Sendable {
    private struct State {
        var pending: RecorderStatus?
        var printed: Set<String> = []
    }
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "status")

    /// Prints a status asynchronously.
    func show(_ status: RecorderStatus) {
        state.withLock { $0.pending = status }
        queue.async { [self] in
            let next = state.withLock { state in
                defer { state.pending = nil }
                return state.pending
            }
            guard let next else { return }
            let line = StatusLine(next).text.visible
            // On a terminal, the line replaces the one before.
            let isTerminal = isatty(1) == 1
            if isTerminal { print(to: 1, "\r\u{1B}[K") }
            for message in news(in: next) { StandardError.write(message) }
            print(to: 1, isTerminal && !next.hasEnded ? String(line.prefix(ProgressLine.columns)) : line + "\n")
        }
    }

    /// Returns the messages that were not in the previous status. A message that disappears and returns is printed
    /// again.
    private func news(in status: RecorderStatus) -> [String] {
        let current =
            status.messages.map(\.description)
            + status.sources.compactMap { source in
                source.detail.map { DoctorText.titled(source.name, $0) + (source.advice.map { ". " + $0 } ?? "") }
            }
            + [status.fileTrouble].compactMap { $0?.description }
        return state.withLock { state in
            defer { state.printed = Set(current) }
            return current.filter { !state.printed.contains($0) }
        }
    }

    private func print(to descriptor: Int32, _ line: String) {
        let bytes = Array(line.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }
}

/// A line that summarizes the state of a recording.
struct StatusLine {
    /// The text of the line.
    let text: String

    /// Formats a status as a line.
    init(_ status: RecorderStatus) {
        let missing = status.sources.filter { !$0.isDelivering }.map { "\($0.name) (\($0.state.text))" }
        var parts = [Self.duration(status.elapsed), "\(status.fixCount) fixes"]
        parts += status.sources.compactMap { source in
            switch source.state {
            case .gpsd: "gpsd: \(source.state.text)"
            case .locationService: "\(source.name): \(source.state.text)"
            case .silent, .sensors: nil
            }
        }
        parts.append(status.accuracy.map { "±\(Self.decimal($0, 1)) m" } ?? "no position")
        parts.append(Self.speed(status))
        if !missing.isEmpty { parts.append("missing: " + missing.joined(separator: ", ")) }
        if let trouble = status.fileTrouble {
            parts.append("NOT WRITTEN (\(status.unwrittenCount) events): \(trouble)")
        } else if let seconds = status.slowDiskSeconds {
            parts.append("The disk is slow: the last \(seconds) s are not written yet")
        }
        text = parts.joined(separator: "  ")
    }

    private static func speed(_ status: RecorderStatus) -> String {
        guard let speed = status.speed else { return status.isSignalLost ? "speed lost" : "no speed" }
        return "\(decimal(speed, 2)) m/s" + (status.isSpeedEstimated ? " (estimated)" : "")
    }

    private static func duration(_ seconds: Double) -> String {
        let whole = Int(max(0, seconds))
        return [whole / 3_600, whole / 60 % 60, whole % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    private static func decimal(_ value: Double, _ places: Int) -> String {
        guard value.isFinite, abs(value) < 1e9 else { return "?" }
        let scale = places == 1 ? 10 : 100
        let scaled = Int(nearest: value * Double(scale))
        let fraction = "\(abs(scaled) % scale)"
        return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
    }
}
