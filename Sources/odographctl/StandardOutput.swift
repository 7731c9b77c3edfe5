@preconcurrency import Glibc
import TrackFormats

/// Where results go.
enum StandardOutput {
    /// From now on the program fails where not all of its results could be written: what `print` was given is written
    /// when the program ends, after the last chance to throw.
    static func watch() {
        atexit {
            guard fflush(stdout) != 0 || ferror(stdout) != 0 else { return }
            let reason = String(cString: strerror(errno))
            StandardError.write("Error: The results could not all be written: \(reason).")
            _exit(EXIT_FAILURE)
        }
    }

    /// Creates a sink of what `--output` was given: a file, or standard output where it is nothing or `-`.
    /// - Parameter inputs: What the command reads, which must not be written over.
    static func sink(_ output: String?, besides inputs: [String?]) throws -> ByteSink {
        guard let output, output != "-" else { return ByteSink(descriptor: 1) }
        try OutputFile.check(output, besides: inputs)
        return try ByteSink(path: output)
    }
}
