import Foundation
import TestSupport
import Testing

/// The program in a window, operated with a real pointer and keys.
final class WindowDriver {
    /// A part of the screen, in pixels.
    typealias Part = (x: Int, y: Int, width: Int, height: Int)

    /// The environment of a window that draws every frame whole: where a number has changed, GTK 4.18 may leave out the
    /// topmost row of its pixels, or leave that of the number before. GTK 4.8 does not, and says that it does not know this.
    static let wholeFrames = ["GSK_DEBUG": "full-redraw"]

    let server: any Screen
    /// The whole screen.
    private let whole: Part
    private let program: ChildProcess

    /// Starts the program on a screen as large as its window.
    convenience init(_ arguments: [String], width: Int = 1440, height: Int = 900) throws {
        try self.init(arguments, in: temporaryFolder(), width: width, height: height)
    }

    /// Starts the program with a file that holds a text.
    convenience init(
        file: String, holding text: String, _ arguments: [String] = [], width: Int = 1440, height: Int = 900,
        environment: [String: String] = [:]
    ) throws {
        let folder = try temporaryFolder()
        let path = folder.appending(path: file).path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        try self.init([path] + arguments, in: folder, width: width, height: height, environment: environment)
    }

    /// Starts the program in a folder that acts as the user's home, and remains afterwards.
    /// - Parameter settings: What is set in the program, as a key file has it.
    convenience init(
        home: URL, on server: any Screen, settings: [String: String] = [:], arguments: [String] = [],
        environment: [String: String] = [:]
    ) throws {
        let kept = try Settings(settings, in: home)
        try self.init(
            arguments, in: home, server: server, environment: kept.environment.merging(environment) { $1 })
    }

    private convenience init(
        _ arguments: [String], in folder: URL, width: Int, height: Int, environment: [String: String] = [:]
    ) throws {
        try self.init(
            arguments, in: folder, server: makeScreen(width: width, height: height), environment: environment)
    }

    private init(
        _ arguments: [String], in folder: URL, server: any Screen, environment added: [String: String]
    ) throws {
        self.server = server
        whole = (x: 0, y: 0, width: server.width, height: server.height)
        var environment = server.environment
        environment["XDG_DATA_HOME"] = folder.path
        environment["XDG_RUNTIME_DIR"] = folder.path
        environment["XDG_CACHE_HOME"] = folder.appending(path: "cache").path
        environment["TZ"] = "UTC"
        environment.merge(added) { $1 }
        program = try ChildProcess(Places.program("odograph"), arguments, environment: environment)
    }

    /// How much memory the program has in use.
    var residentMegabytes: Int {
        let path = "/proc/\(program.process)/statm"
        let pages = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ").dropFirst().first
        return (pages.flatMap { Int($0) } ?? 0) * 4_096 / 1_000_000
    }

    /// The files that the program has in its memory, libraries among them.
    var mappedFiles: Set<String> {
        // A file of /proc comes in pieces, and String reads the first alone.
        let file = FileHandle(forReadingAtPath: "/proc/\(program.process)/maps")
        let text = String(decoding: (try? file?.readToEnd()) ?? Data(), as: UTF8.self)
        return Set(text.split(separator: "\n").compactMap { $0.split(separator: "/").last.map(String.init) })
    }

    /// Ends the program as a crash would.
    func kill() {
        program.signal(SIGKILL)
        _ = program.wait()
    }

    /// The warnings of the program so far.
    var errors: String { Self.warnings(in: program.errors) }

    /// Returns the lines of a program's standard error that are warnings of the program.
    ///
    /// libiio says on standard error that a connection which was ended has ended, GTK that an old compositor cannot move
    /// popups, and the file dialog of GTK 4.18 that it has no list of completions yet; none is a warning of the program.
    static func warnings(in errors: String) -> String {
        let others = [
            "ERROR: READ ", "Compositor doesn't support moving popups", "gtk_tree_model_get_iter_first: assertion",
            "\"full-redraw\" is only available",
        ]
        return errors.split(separator: "\n").filter { line in
            !line.isEmpty && !others.contains(where: line.contains)
        }
        .joined(separator: "\n")
    }

    /// Whether it still runs.
    var isRunning: Bool { program.isRunning }

    /// Acts with the words of xdotool.
    @discardableResult
    func act(_ words: String) throws -> String { try server.act(words) }

    /// Waits until a window has a title that contains a text, for a minute by default.
    func waitForTitle(_ text: String, seconds: Int = 60) throws -> Bool {
        var isThere = false
        _ = try waitUntil(seconds: Double(seconds)) {
            isThere = try !act("search --name \(text)").isEmpty
            return isThere || !isRunning
        }
        return isThere
    }

    /// Acts, and waits until the whole screen looks different and stands still: a popover or a dialog has appeared.
    func act(_ words: String, appears what: String) throws {
        let before = try look(whole)
        try act(words)
        if try !lookUntil(whole, { $0 != before }) { throw Unanswered(description: "\(what) did not appear") }
        try settle()
    }

    /// Waits until the whole screen stands still, like ``lookSteady(_:)``.
    func settle() throws { _ = try lookSteady(whole) }

    /// An error that states what the window did not do.
    struct Unanswered: Error, CustomStringConvertible {
        let description: String
    }

    /// Types a path into a dialog that chooses a file, and accepts it; returns whether the dialog has gone.
    ///
    /// A key that arrives while the dialog makes its entry is lost, so the path is typed again, more slowly. GTK 4.18 may
    /// put the rest of another file's name behind the cursor, which is deleted.
    func choose(_ path: String, inDialog title: String) throws -> Bool {
        guard try waitForTitle(title) else { return false }
        for delay in [5, 20, 60] {
            _ = try look(whole)
            try act("key ctrl+a")
            try act("type --delay \(delay) \(path)")
            _ = try look(whole)
            try act("key shift+End Delete Return")
            if try waitUntil(seconds: 6, { try act("search --onlyvisible --name \(title)").isEmpty }) { return true }
        }
        return false
    }

    /// Drags the pointer along a row.
    func drag(fromX: Int, toX: Int, y: Int) throws { try drag(fromX: fromX, toX: toX, fromY: y, toY: y) }

    /// Drags the pointer.
    func drag(fromX: Int, toX: Int, fromY: Int, toY: Int) throws {
        try act("mousemove \(fromX) \(fromY) mousedown 1")
        for step in 1...6 {
            try act("mousemove \(fromX + (toX - fromX) * step / 6) \(fromY + (toY - fromY) * step / 6)")
        }
        try act("mouseup 1")
    }

    /// Drags a file from a window beside this one onto the map, until a window has a title that contains a text.
    ///
    /// A drag is a conversation between two programs: on a busy machine the button goes up before the window has said
    /// that it takes the file, and nothing is dropped. A user drags again, more slowly, and so does this.
    func drop(_ path: String, untilTitle title: String) throws -> Bool {
        for pause in [0.1, 0.4, 1] {
            try dragFile(path, pause: pause)
            if try waitForTitle(title, seconds: 10) { return true }
        }
        return false
    }

    private func dragFile(_ path: String, pause: Double) throws {
        let source = try ChildProcess(Places.rig("drag-source"), [path], environment: server.environment)
        defer {
            source.signal(SIGTERM)
            _ = source.wait()
        }
        guard try waitForTitle("drag-source"),
            let window = try act("search --name drag-source").split(separator: "\n").last
        else { return }
        try settle()
        try act("windowraise \(window) windowmove \(window) 20 700")
        try settle()
        try act("mousemove 80 750 mousedown 1")
        for x in [90, 130, 240, 400, 560, 640, 660] {
            try act("mousemove \(x) 600")
            try act("sleep \(pause)")
        }
        try act("mouseup 1 sleep \(pause)")
    }

    /// Returns a number that stands for what a part of the screen shows, once it stands still.
    func look(x: Int, y: Int, width: Int, height: Int) throws -> String {
        let part = (x: x, y: y, width: width, height: height)
        _ = try standsStill(part, seconds: 0.3, within: 10)
        return try signature(part)
    }

    /// Returns a number that stands for what a part shows, once it stands still.
    func look(_ part: Part) throws -> String {
        try look(x: part.x, y: part.y, width: part.width, height: part.height)
    }

    /// Returns a number that stands for what a part shows, once it has not changed for longer than any pause of the
    /// program before it does something by itself, and nothing was worked out in that time: what is worked out in the
    /// background is drawn when it is there.
    func lookSteady(_ part: Part) throws -> String {
        _ = try standsStill(part, seconds: 0.5, withoutWork: true)
        return try signature(part)
    }

    /// The work of the program at a moment.
    private struct Work {
        /// The processor time of its threads so far, in seconds. Threads of low priority try parameters all the time and
        /// do not count.
        var seconds = 0.0
        /// Whether its main thread runs, or waits for a processor because the machine is busy.
        var isUnderWay = false
    }

    private var work: Work {
        let process = "/proc/\(program.process)"
        func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
        // The state is the first field after the name, which is in parentheses.
        func fields(_ path: String) -> [Substring] {
            text(path).split(separator: ") ").last?.split(separator: " ") ?? []
        }
        var work = Work(isUnderWay: fields("\(process)/stat").first == "R")
        for thread in (try? FileManager.default.contentsOfDirectory(atPath: "\(process)/task")) ?? [] {
            let niceness = fields("\(process)/task/\(thread)/stat").dropFirst(16).first
            guard niceness == "0" else { continue }
            let run = text("\(process)/task/\(thread)/schedstat").split(separator: " ").first
            work.seconds += (run.flatMap { Double($0) } ?? 0) / 1e9
        }
        return work
    }

    /// The largest share of a processor that an idle program uses.
    private static let idleShare = 0.25

    /// Waits until a part has not changed for some seconds, in which the program's main thread had nothing to do.
    /// - Parameter withoutWork: Whether its other threads must have nothing to do, either.
    /// - Returns: Whether it has come to a standstill in time.
    func standsStill(
        _ part: Part, seconds: Double, within limit: Double = 60, withoutWork: Bool = false
    ) throws -> Bool {
        var last = ""
        var since = ContinuousClock.now
        var before = (work: work, time: since)
        return try waitUntil(seconds: limit) {
            let begun = ContinuousClock.now
            let now = try signature(part)
            let work = work
            let passed = (begun - before.time) / .seconds(1)
            let works = withoutWork && work.seconds - before.work.seconds > Self.idleShare * passed
            before = (work, begun)
            if now != last || work.isUnderWay || works { (last, since) = (now, begun) }
            return ContinuousClock.now - since >= .seconds(seconds) && since != begun
        }
    }

    /// Waits until all parameters were tried, in a window of 1440 by 900: the words of the button that ranks them are
    /// there then. How long each takes depends on what else the machine does.
    func waitForEffects() throws -> Bool {
        let words: Part = (x: 1362, y: 560, width: 26, height: 20)
        return try waitUntil(seconds: 240) {
            let seen = try server.pixels(x: words.x, y: words.y, width: words.width, height: words.height)
            // Dark on light: before the window is drawn everything is dark.
            return seen.contains { $0 < 100 } && seen.contains { $0 > 200 }
        }
    }

    /// Waits until a part shows something else, whether it stands still or not.
    func changes(_ part: Part, from before: String, seconds: Double = 60) throws -> Bool {
        try waitUntil(seconds: seconds) { try signature(part) != before }
    }

    /// Looks at a part again and again until it is as it should be, a minute at most: work runs in the background.
    func lookUntil(_ part: Part, _ isSo: (String) -> Bool) throws -> Bool {
        try waitUntil(seconds: 60) { try isSo(look(part)) }
    }

    /// Returns a number that stands for what a part shows now, whether it stands still or not.
    func signature(_ part: Part) throws -> String {
        String(
            try server.pixels(x: part.x, y: part.y, width: part.width, height: part.height)
                .reduce(into: UInt64(1_469_598_103_934_665_603)) { $0 = ($0 ^ UInt64($1)) &* 1_099_511_628_211 })
    }

    /// Returns the pixels of a part, once it stands still: three bytes each, row by row.
    func pixels(_ part: Part) throws -> [UInt8] {
        _ = try lookSteady(part)
        return try Array(server.pixels(x: part.x, y: part.y, width: part.width, height: part.height))
    }

    /// Waits until a part shows what it showed before, except for ten pixels: a map that was turned and turned back may
    /// round the edge of a line the other way.
    func returns(_ part: Part, to before: [UInt8]) throws -> Bool {
        try waitUntil(seconds: 60) { try zip(pixels(part), before).count { $0 != $1 } <= 3 * 10 }
    }

    /// Ends the program as its close button does, after no warning.
    func end(_ location: SourceLocation = #_sourceLocation) throws {
        #expect(errors == "", sourceLocation: location)
        #expect(try close(), sourceLocation: location)
    }

    /// Ends the program as its close button does.
    func close() throws -> Bool {
        try act("key ctrl+q")
        return waitUntil(seconds: 60) { !isRunning }
    }
}
