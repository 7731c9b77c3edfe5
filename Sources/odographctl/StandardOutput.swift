@preconcurrency import Glibc
import TrackFormats

/// The output for results.
enum StandardOutput {
    /// Ensures that the program fails if some results could not be written. The text that `print` buffers is written
    /// only at exit, when it is too late to throw an error.
    static func watch() {
        atexit {
            let failsNow = fflush(stdout) != 0
            guard failsNow || ferror(stdout) != 0 else { return }
            // The C library does not keep the reason for an earlier failure.
            let reason = failsNow ? ": " + String(cString: strerror(errno)) : ""
            StandardError.write("Error: The results could not all be written\(reason).")
            _exit(EXIT_FAILURE)
        }
    }

    /// Creates a sink for the argument of `--output`: a file, or standard output if it is `nil` or `-`.
    /// - Parameters:
    ///   - output: The argument.
    ///   - inputs: The files that the command reads, which must not be overwritten.
    ///   - isForced: Whether another file may be overwritten.
    static func sink(_ output: String?, besides inputs: [String?], isForced: Bool) throws -> ByteSink {
        guard let output, output != "-" else { return ByteSink(descriptor: 1) }
        try OutputFile.check(output, besides: inputs, isForced: isForced)
        return try ByteSink(path: output)
    }
}
