import Foundation
import Glibc
import Launch
import Wire

/// The process that reads the sensors of one address. Each attempt starts a new one.
///
/// It inherits only its pipes: no other descriptors, and no environment variables that could contain secrets.
struct CaptureChild {
    private let child: Child

    /// The capacity of the pipe for frames, in bytes: a minute of several sensors, if the recorder does not read.
    private static let pipeBytes: CInt = 1 << 20
    /// F_SETPIPE_SZ of <fcntl.h>, which the module map does not import.
    private static let setPipeSize: CInt = 1031
    /// The environment variables that a child needs to find its libraries.
    private static let keptVariables = ["LD_LIBRARY_PATH", "LANG"]

    /// Starts a child.
    /// - Parameters:
    ///   - program: The path of `odographctl`.
    ///   - name: The address as entered by the user.
    ///   - addresses: The numeric addresses to try.
    ///   - clockOffset: The offset from the boot clock to the recorder's clock, in nanoseconds.
    ///   - choices: The user's choices for individual sensors.
    /// - Throws: ``CaptureFault/notStarted(reason:)``.
    init(
        program: String, name: String, addresses: [SensorAddress], clockOffset: Int64, choices: [SensorChoice]
    ) throws(CaptureFault) {
        var launch = ChildLaunch(
            words: [program, CaptureArguments.command]
                + CaptureArguments(
                    name: name, addresses: addresses, clockOffset: clockOffset, choices: choices
                ).words)
        (launch.input, launch.output) = (.pipe, .pipe)
        // The read end of a pipe rejects writes: libiio's output is discarded even if /dev/null cannot be opened.
        launch.errors = .descriptor(0)
        launch.environment = Self.keptVariables.compactMap { name in
            ProcessInfo.processInfo.environment[name].map { "\(name)=\($0)" }
        }
        do throws(LaunchFailure) { child = try launch.start() } catch {
            throw .notStarted(reason: error.reason)
        }
        _ = fcntl(child.output, F_SETFL, O_NONBLOCK)
        _ = fcntl(child.output, Self.setPipeSize, Self.pipeBytes)
    }

    /// The descriptor from which its frames are read, without blocking.
    var output: CInt { child.output }

    /// Requests the end of the child, by closing its input.
    func askToEnd() { child.closeInput() }

    /// Kills the child. Returns the reason why it had ended, if it already had.
    func end() -> CaptureFault {
        switch child.kill() {
        case .status(let status): .ended(status: status)
        case .signal(let signal): .killed(signal: signal)
        }
    }

    /// Returns whether the child uses more memory or threads than the bounds allow; `false` if that is unknown.
    func exceeds(_ bounds: CaptureBounds) -> Bool {
        let text = try? String(contentsOfFile: "/proc/\(child.process)/status", encoding: .utf8)
        return text.map { ProcessUsage(status: $0).exceeds(bounds) } ?? false
    }
}

/// The resources that a process uses, according to the kernel.
struct ProcessUsage: Equatable {
    /// Resident memory in kibibytes; `nil` if it is not stated.
    var residentKibibytes: Int?
    /// The number of threads; `nil` if it is not stated.
    var threads: Int?

    /// Parses `/proc/PID/status`.
    init(status text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count >= 2 else { continue }
            switch words[0] {
            case "VmRSS:": residentKibibytes = Int(words[1])
            case "Threads:": threads = Int(words[1])
            default: break
            }
        }
    }

    /// Returns whether the usage exceeds the bounds.
    func exceeds(_ bounds: CaptureBounds) -> Bool {
        (residentKibibytes ?? 0) > bounds.residentBytes / 1024 || (threads ?? 0) > bounds.threads
    }
}
