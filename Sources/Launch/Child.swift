import Foundation
public import Glibc
import Synchronization

/// A program that was started. Whoever starts it ends it with ``kill()``, awaits it with ``wait()``, or lets go of it
/// with ``release()``; otherwise, it remains as a zombie when it has ended.
public final class Child: Sendable {
    /// How a program ended.
    public enum Ending: Sendable, Hashable, CustomStringConvertible {
        /// By itself, with a status.
        case status(CInt)
        /// By a signal.
        case signal(CInt)

        /// The ending in two words.
        public var description: String {
            switch self {
            case .status(let number): "exit \(number)"
            case .signal(let number): "signal \(number)"
            }
        }
    }

    /// The process ID.
    public let process: pid_t
    /// This process's end of the pipe from its standard output; -1 if that is not a pipe. Open as long as this object.
    public let output: CInt
    private let input: Mutex<CInt>
    private let known = Mutex<Ending?>(nil)

    init(process: pid_t, input: CInt, output: CInt) {
        self.process = process
        self.input = Mutex(input)
        self.output = output
    }

    deinit {
        closeInput()
        if output >= 0 { close(output) }
    }

    /// Ends its standard input, if that is a pipe.
    public func closeInput() {
        input.withLock { input in
            if input >= 0 { close(input) }
            input = -1
        }
    }

    /// Writes to its standard input, which must be a pipe.
    public func write(_ text: String) {
        let bytes = Array(text.utf8)
        input.withLock { _ = Glibc.write($0, bytes, bytes.count) }
    }

    /// How it ended; `nil` while it runs.
    public var ending: Ending? {
        known.withLock { known in
            if known == nil {
                var status: CInt = 0
                // Nobody else waits for it, so an error is an end that the system did not keep.
                if waitpid(process, &status, WNOHANG) != 0 {
                    known = status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
                }
            }
            return known
        }
    }

    /// Sends a signal, if it still runs.
    public func signal(_ number: CInt) {
        if ending == nil { Glibc.kill(process, number) }
    }

    /// Waits for its end.
    @discardableResult public func wait() -> Ending {
        while true {
            if let ending { return ending }
            // Leaves the status to `ending`, which other threads may ask for meanwhile.
            var information = siginfo_t()
            waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT)
        }
    }

    /// Kills it and waits for its end.
    @discardableResult public func kill() -> Ending {
        signal(SIGKILL)
        return wait()
    }

    /// Lets it run on by itself, and waits for its end in the background.
    public func release() {
        Thread.detachNewThread { [self] in wait() }
    }
}
