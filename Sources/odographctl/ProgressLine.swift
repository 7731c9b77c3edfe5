import ArgumentParser
import Foundation
import Glibc
import SensorModel

/// The options of commands that take long.
struct ProgressOptions: ParsableArguments {
    @Flag(name: [.short, .long], help: "Do not show the progress.")
    var quiet = false

    @Flag(help: "Show the progress even if standard error is not a terminal.")
    var progress = false

    func validate() throws {
        if quiet, progress { throw ValidationError("Use either --quiet or --progress.") }
    }

    /// Returns the line for some work, empty if nothing is to be shown.
    func line(_ title: String) -> ProgressLine {
        ProgressLine(title, isTerminal: isatty(2) == 1, isShown: !quiet && (progress || isatty(2) == 1))
    }
}

/// The progress of long work: one line of the terminal, with a bar, a count, and the time left. Without a terminal, it is
/// a line for every tenth.
struct ProgressLine {
    private let title: String
    private let isTerminal: Bool
    private let isShown: Bool
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?
    private var lastTenth = -1

    /// The minimum time between two states of the line.
    private static let pause = Duration.milliseconds(100)
    private static let barLength = 24
    private static let clearing = "\r\u{1B}[K"

    init(_ title: String, isTerminal: Bool, isShown: Bool) {
        (self.title, self.isTerminal, self.isShown) = (title, isTerminal, isShown)
    }

    /// Shows how much is done.
    /// - Parameters:
    ///   - share: The share of the work, 0 ... 1.
    ///   - detail: A count or a name.
    mutating func show(_ share: Double, _ detail: String = "") {
        guard isShown else { return }
        let share = min(1, max(0, share))
        let percent = Int(nearest: (share * 100).rounded(.down))
        guard isTerminal else {
            guard percent / 10 > lastTenth else { return }
            lastTenth = percent / 10
            return StandardError.write([title, "\(percent) %", detail].filter { !$0.isEmpty }.joined(separator: "  "))
        }
        let now = ContinuousClock.now
        if let last, now - last < Self.pause { return }
        last = now
        let full = Int(nearest: share * Double(Self.barLength))
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: Self.barLength - full)
        var parts = [title.visible, bar, "\(percent) %"]
        if !detail.isEmpty { parts.append(detail.visible) }
        let elapsed = (now - start) / .seconds(1)
        if share > 0.02, elapsed > 1 { parts.append(InfoText.duration(elapsed * (1 - share) / share) + " left") }
        write(Self.clearing + String(parts.joined(separator: "  ").prefix(Self.columns)))
    }

    /// Removes the line, so that other output follows.
    mutating func clear() {
        if isTerminal, last != nil { write(Self.clearing) }
        last = nil
    }

    /// Writes a message above the line.
    mutating func message(_ text: String) {
        clear()
        StandardError.write(text)
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(2, bytes, bytes.count)
    }

    /// The width of the terminal.
    static var columns: Int {
        var size = winsize()
        guard ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col) - 1
    }
}
