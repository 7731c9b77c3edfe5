import Foundation
import Glibc
import Wire

/// The process that reads the sensors of one address; started again for each try.
///
/// It inherits nothing but its pipes: no other descriptor, no environment that could hold a secret.
struct CaptureChild {
    /// Its process.
    let process: pid_t
    /// Where its frames can be read, without blocking.
    let output: CInt
    private let input: CInt

    /// What the kernel may keep for a recorder that does not read, in bytes: a minute of several sensors.
    private static let pipeBytes: CInt = 1 << 20
    /// F_SETPIPE_SZ of <fcntl.h>, which a module map does not show.
    private static let setPipeSize: CInt = 1031
    /// The variables of the environment that a child needs to find its libraries.
    private static let keptVariables = ["LD_LIBRARY_PATH", "LANG"]

    /// Starts a child.
    /// - Parameters:
    ///   - program: The path of `odographctl`.
    ///   - name: The address as the user wrote it.
    ///   - addresses: The addresses to try, in digits.
    ///   - clockOffset: Nanoseconds from the boot clock to the recorder's.
    ///   - choices: The user's choices for single sensors.
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
        // An end that takes nothing: what libiio prints goes nowhere, even where /dev/null may not be opened.
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

    /// Asks it to end, by the end of its input.
    func askToEnd() { close(input) }

    /// Ends it, and returns why it had ended if it had before.
    func end() -> CaptureFault {
        kill(process, SIGKILL)
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        close(output)
        let signal = status & 0x7F
        return signal == 0 ? .ended(status: (status >> 8) & 0xFF) : .killed(signal: signal)
    }

    /// Returns whether it uses more memory or threads than the bounds allow; false if that cannot be read.
    func exceeds(_ bounds: CaptureBounds) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return false }
        return ProcessUsage(status: text).exceeds(bounds)
    }
}

/// What the kernel says a process uses.
struct ProcessUsage: Equatable {
    /// Resident memory in kibibytes; `nil` if it is not stated.
    var residentKibibytes: Int?
    /// The number of threads; `nil` if it is not stated.
    var threads: Int?

    /// Reads `/proc/PID/status`.
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

    /// Returns whether that is more than the bounds allow.
    func exceeds(_ bounds: CaptureBounds) -> Bool {
        (residentKibibytes ?? 0) > bounds.residentBytes / 1024 || (threads ?? 0) > bounds.threads
    }
}
