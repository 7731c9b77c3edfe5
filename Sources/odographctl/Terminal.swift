import Glibc
import SensorModel

/// The screen of a terminal, used for a while and restored.
struct Terminal: ~Copyable {
    private let before: termios

    /// Switches to a separate screen, with the keys unbuffered and without an echo; `nil` unless both streams are a terminal.
    init?() {
        var settings = termios()
        guard isatty(0) == 1, isatty(1) == 1, tcgetattr(0, &settings) == 0 else { return nil }
        before = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(0, TCSANOW, &settings)
        Self.write("\u{1B}[?1049h\u{1B}[?25l")
    }

    deinit {
        var settings = before
        Self.write("\u{1B}[?25h\u{1B}[?1049l")
        tcsetattr(0, TCSANOW, &settings)
    }

    /// The number of columns and rows.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Replaces the screen in one piece.
    func show(_ lines: [String]) {
        Self.write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
    }

    /// Returns the keys that were pressed since the last call.
    func keys() -> [UInt8] {
        var waiting = pollfd(fd: 0, events: CShort(POLLIN), revents: 0)
        var buffer = [UInt8](repeating: 0, count: 64)
        guard poll(&waiting, 1, 0) > 0 else { return [] }
        let count = read(0, &buffer, buffer.count)
        return Array(buffer.prefix(max(0, count)))
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(1, bytes, bytes.count)
    }
}
