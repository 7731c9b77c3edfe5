import Dispatch
import Foundation
import Recorder
import SensorModel
import Synchronization

/// Prints a recording's status lines, and each of its messages once.
///
/// A terminal that is held, or a pipe that nobody reads, holds up the printing and nothing else; lines that could not
/// be printed in their second are left out.
final class StatusPrinter: Sendable {
    private struct State {
        var pending: RecorderStatus?
        var told: Set<String> = []
    }
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "status")

    /// Prints a status soon.
    func show(_ status: RecorderStatus) {
        state.withLock { $0.pending = status }
        queue.async { [self] in
            let next = state.withLock { state in
                defer { state.pending = nil }
                return state.pending
            }
            guard let next else { return }
            for message in news(in: next) { StandardError.write(message) }
            print(to: 1, StatusLine(next).text.visible)
        }
    }

    /// What was not told yet; what is over may be told again when it comes back.
    private func news(in status: RecorderStatus) -> [String] {
        let current =
            status.messages
            + status.sources.compactMap { source in source.detail.map { DoctorText.titled(source.name, $0) } }
            + [status.fileTrouble].compactMap { $0 }
        return state.withLock { state in
            defer { state.told = Set(current) }
            return current.filter { !state.told.contains($0) }
        }
    }

    private func print(to descriptor: Int32, _ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(descriptor, bytes, bytes.count)
    }
}

/// One line on how a recording stands.
struct StatusLine {
    /// The line.
    let text: String

    /// Writes the line.
    init(_ status: RecorderStatus) {
        let missing = status.sources.filter { !$0.isDelivering }.map { "\($0.name) (\($0.state.text))" }
        var parts = [Self.duration(status.elapsed), "\(status.fixCount) fixes"]
        parts += status.sources.compactMap { source in
            if case .gpsd = source.state { "gpsd: \(source.state.text)" } else { nil }
        }
        parts.append(status.accuracy.map { "±\(Self.decimal($0, 1)) m" } ?? "no position")
        parts.append(Self.speed(status))
        if !missing.isEmpty { parts.append("missing: " + missing.joined(separator: ", ")) }
        if let trouble = status.fileTrouble {
            parts.append("NOT WRITTEN (\(status.unwrittenCount) events): \(trouble)")
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
