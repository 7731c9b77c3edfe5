import ArgumentParser
import CConfinement
import Glibc
import JSON
import Launch
import Recorder
import Replay
import SensorModel
import TrackFormats
import Wire

/// A position filter of the user's own: a program that reads events as NDJSON and writes `position` lines.
///
/// It is confined: it may read all files, but write only below the current folder, and has no network.
struct OwnFilter {
    /// The command line, for a shell.
    let program: String

    /// The first argument of this program when it confines itself and becomes the filter.
    static let confinement = "run-own-filter"
    /// The maximum time, in seconds, for which a filter may write nothing.
    private static let patience = 120.0
    /// The maximum size of a filter's output in bytes.
    private static let largestOutput = 1 << 30

    /// A position that the filter wrote, as a line of the output.
    struct Position: Encodable {
        let type = "position"
        let filter: String
        let time: Double
        let latitude: Double
        let longitude: Double
        let altitude: Double?
        let accuracy: Double?
        let isEstimated: Bool
    }

    /// Runs the filter over a recording.
    /// - Returns: Its positions, in order of time.
    /// - Throws: ``CommandError`` if the filter fails, writes nothing for long, or writes lines that are not positions.
    func positions(of recording: Recording, names: DeviceNames) throws -> [Position] {
        let events = try Self.file(of: recording, names)
        defer { close(events) }
        var launch = ChildLaunch(
            words: [InstalledProgram.companion("odographctl"), Self.confinement, program])
        launch.input = .descriptor(events)
        launch.output = .pipe
        launch.errors = .descriptor(2)
        let child: Child
        do { child = try launch.start() } catch {
            throw CommandError("The filter “\(program)” cannot be started: \(error.reason).")
        }
        let output: [UInt8]
        do { output = try read(child) } catch {
            // With the programs that the shell started.
            Glibc.kill(-child.process, SIGKILL)
            child.kill()
            throw error
        }
        let ending = child.wait()
        guard ending == .status(0) else {
            throw CommandError("The filter “\(program)” failed: \(ending). Its own message is above.")
        }
        return try positions(in: output)
    }

    /// Returns an open file without a name that holds the events as NDJSON.
    private static func file(of recording: Recording, _ names: DeviceNames) throws -> CInt {
        var template = Array("/tmp/odograph-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw CommandError("There is no room for the events in /tmp: \(String(cString: strerror(errno))).")
        }
        unlink(template)
        let sink = ByteSink(descriptor: descriptor)
        var writer = EventLogWriter(sink: sink, names: names)
        do {
            for event in recording.events { try writer.write(event) }
            try sink.close()
        } catch {
            close(descriptor)
            throw error
        }
        lseek(descriptor, 0, SEEK_SET)
        return descriptor
    }

    private func read(_ child: Child) throws -> [UInt8] {
        Interruption.watch()
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var waited = 0.0
        while true {
            var descriptor = pollfd(fd: child.output, events: CShort(POLLIN), revents: 0)
            let step = 0.2
            guard poll(&descriptor, 1, CInt(step * 1_000)) > 0 else {
                do { try Interruption.check() } catch { throw ExitCode.interrupted }
                waited += step
                guard waited < Self.patience else {
                    throw CommandError(
                        "The filter “\(program)” wrote nothing for \(Int(Self.patience)) s and was ended; it has to read "
                            + "its input to the end and write each position.")
                }
                continue
            }
            waited = 0
            let count = Glibc.read(child.output, &buffer, buffer.count)
            if count == 0 { return output }
            if count < 0 {
                guard errno == EINTR else { return output }
                continue
            }
            output += buffer[..<count]
            guard output.count <= Self.largestOutput else {
                throw CommandError("The filter “\(program)” wrote more than a gigabyte and was ended.")
            }
        }
    }

    private func positions(in output: [UInt8]) throws -> [Position] {
        var positions: [Position] = []
        for (index, line) in output.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { $0 > 32 }) else { continue }
            guard let position = position(in: line) else {
                let text = String(decoding: line.prefix(80), as: UTF8.self)
                throw CommandError(
                    "Line \(index + 1) of the filter “\(program)” is not a position: “\(text)”. Write lines such as "
                        + "{\"type\":\"position\",\"time\":1700000000.0,\"latitude\":50.1,\"longitude\":14.4}.")
            }
            positions.append(position)
        }
        return positions.sorted { $0.time < $1.time }
    }

    private func position(in line: ArraySlice<UInt8>) -> Position? {
        guard case .object(let values)? = line.withUnsafeBytes({ try? JSONValue(parsing: $0) }) else { return nil }
        func number(_ name: String) -> Double? {
            if case .number(let value)? = values[name], value.isFinite { value } else { nil }
        }
        guard case .string("position")? = values["type"], let time = number("time"),
            let latitude = number("latitude"), let longitude = number("longitude"), abs(latitude) <= 90,
            abs(longitude) <= 180
        else { return nil }
        let isEstimated = if case .bool(true)? = values["isEstimated"] { true } else { false }
        return Position(
            filter: program, time: time, latitude: latitude, longitude: longitude, altitude: number("altitude"),
            accuracy: number("accuracy"), isEstimated: isEstimated)
    }

    /// Confines this process to the current folder, and becomes the filter.
    static func enter(_ words: ArraySlice<String>) -> Never {
        guard let program = words.first, words.count == 1 else {
            StandardError.write("\(confinement) is started by run --filter; it is not for other uses.")
            exit(EX_USAGE)
        }
        if CConfinementEnterFolder(".") == 0 {
            StandardError.write("This kernel cannot confine the filter: it runs with all rights of its user.")
        }
        let words = ["/bin/sh", "-c", "exec \(program)"]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        execv("/bin/sh", arguments)
        StandardError.write("The shell cannot be started: \(String(cString: strerror(errno))).")
        exit(EX_UNAVAILABLE)
    }
}
