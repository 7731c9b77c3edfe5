import Foundation
import Glibc
import Launch
import Wire

/// The process that reads the sensors of one address. Each attempt starts a new one.
///
/// It inherits only its pipes: no other descriptors, and no environment variables that could contain secrets.
struct CaptureChild {
    /// The process ID.
    let process: pid_t
    /// The descriptor from which its frames are read, without blocking.
    let output: CInt
    private let input: CInt

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
        var frames: [CInt] = [-1, -1]
        var life: [CInt] = [-1, -1]
        guard pipe(&frames) == 0 else { throw .notStarted(reason: LaunchFailure(number: errno).reason) }
        guard pipe(&life) == 0 else {
            for end in frames { close(end) }
            throw .notStarted(reason: LaunchFailure(number: errno).reason)
        }
        for end in frames + life { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(frames[0], F_SETFL, O_NONBLOCK)
        _ = fcntl(frames[0], Self.setPipeSize, Self.pipeBytes)
        var launch = ChildLaunch(
            words: [program, CaptureArguments.command]
                + CaptureArguments(
                    name: name, addresses: addresses, clockOffset: clockOffset, choices: choices
                ).words)
        launch.input = .descriptor(life[0])
        launch.output = .descriptor(frames[1])
        // The read end of a pipe rejects writes: libiio's output is discarded even if /dev/null cannot be opened.
        launch.errors = .descriptor(life[0])
        launch.closesOthers = true
        launch.environment = Self.keptVariables.compactMap { name in
            ProcessInfo.processInfo.environment[name].map { "\(name)=\($0)" }
        }
        let result = launch.start()
        close(frames[1])
        close(life[0])
        output = frames[0]
        input = life[1]
        switch result {
        case .success(let started): process = started
        case .failure(let failure):
            close(frames[0])
            close(life[1])
            throw .notStarted(reason: failure.reason)
        }
    }

    /// Requests the end of the child, by closing its input.
    func askToEnd() { close(input) }

    /// Kills the child. Returns the reason why it had ended, if it already had.
    func end() -> CaptureFault {
        kill(process, SIGKILL)
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        close(output)
        let signal = status & 0x7F
        return signal == 0 ? .ended(status: (status >> 8) & 0xFF) : .killed(signal: signal)
    }

    /// Returns whether the child uses more memory or threads than the bounds allow; `false` if that is unknown.
    func exceeds(_ bounds: CaptureBounds) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return false }
        return ProcessUsage(status: text).exceeds(bounds)
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
