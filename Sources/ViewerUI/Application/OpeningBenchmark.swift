import Foundation
import GTKKit
import Viewer
import ViewerModel

/// Measures how long the user waits: from the start of the process until the window is painted, and until it shows the
/// requested session.
@MainActor
final class OpeningBenchmark {
    private let window: MainWindow
    private var meter: FrameMeter?
    private var firstPaint: Double?
    private var sessionPaint: Double?

    /// Starts the measurement. The window must be about to paint its first frame.
    init(window: MainWindow) {
        self.window = window
        meter = FrameMeter(window.map.widget) { [weak self] _ in self?.notePaint() }
    }

    private func notePaint() {
        let now = Self.millisecondsSinceStart
        if firstPaint == nil { firstPaint = now }
        let isComplete = window.replay.libraryMap.isOn && window.map.library.layer.isPainted
        if sessionPaint == nil, window.replay.picture != nil || isComplete { sessionPaint = now }
    }

    /// Ends the measurement after the opening.
    /// - Returns: One JSON object.
    func report() -> String {
        meter = nil
        func text(_ milliseconds: Double?) -> String {
            milliseconds.map { decimalText($0, isGrouped: false) } ?? "null"
        }
        return "{\"benchmark\":\"open\",\"firstPaint\":\(text(firstPaint)),\"sessionPaint\":\(text(sessionPaint)),"
            + "\"unit\":\"ms\",\"points\":\(window.replay.picture?.tracks.raw.times.count ?? 0)}"
    }

    /// The time since the process started, in milliseconds, with a resolution of 10 ms.
    private static var millisecondsSinceStart: Double {
        let text = (try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8)) ?? ""
        // The name in parentheses may contain blanks; the start is the twentieth field after it.
        let fields = text.suffix(from: text.lastIndex(of: ")") ?? text.startIndex).split(separator: " ")
        guard fields.count > 20, let ticks = Double(fields[20]) else { return .nan }
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        let start = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
        return (Double(now.tv_sec) + Double(now.tv_nsec) / 1e9 - start) * 1e3
    }
}
