import CConfinement
import Glibc
import Launch
import Wire

/// The unpacking child: a process that reads archives through libarchive, confined as far as the kernel allows, and
/// writes their members as frames of `UnpackedFrame` to its standard output.
///
/// It opens nothing itself: the archives arrive as descriptors over its standard input, a Unix socket. It ends when that
/// is closed.
public enum UnpackingProcess {
    /// The maximum size of its data in bytes: enough for the dictionaries of `xz -9` and `zstd -19`, not for any that a
    /// hostile file demands.
    private static let memoryBytes: UInt = 256 << 20
    private static let openFiles: UInt = 8

    /// Processes requests until standard input is closed. Call this on the main thread, before any other thread starts.
    public static func run() -> Never {
        // Names of members are UTF-8, regardless of the user's language.
        setlocale(LC_CTYPE, "C.UTF-8")
        confine()
        let output = FrameBuffer(descriptor: STDOUT_FILENO)
        while let message = DescriptorMessage.receive(from: STDIN_FILENO, longest: UnpackingRequest.longest) {
            let ending = Array(UnpackingRequest(message.bytes).ending.utf8)
            ArchiveReading(descriptor: message.descriptor, ending: ending, output: output).answer()
            close(message.descriptor)
        }
        exit(EXIT_SUCCESS)
    }

    private static func confine() {
        let none: [UnsafePointer<CChar>?] = [nil]
        none.withUnsafeBufferPointer { none in
            guard let none = none.baseAddress else { return }
            var wish = CConfinement(
                readable: none, writable: none, port: 0, opensNothing: 1, memory: memoryBytes, files: openFiles)
            CConfinementPrepare(&wish)
            _ = CConfinementEnter(&wish)
        }
    }
}

/// The frames of an answer, written in large pieces.
final class FrameBuffer {
    private let descriptor: CInt
    private var bytes: [UInt8] = []
    private static let pieceBytes = 1 << 18

    init(descriptor: CInt) { self.descriptor = descriptor }

    /// Adds a frame; content beyond the longest frame is cut off.
    func add(_ kind: UnpackedFrame.Kind, _ content: some Collection<UInt8>) {
        let count = min(content.count, UnpackedFrame.longest)
        bytes += UnpackedFrame(kind, count: count).bytes
        bytes += content.prefix(count)
        if bytes.count >= Self.pieceBytes { flush() }
    }

    /// Writes what has been added. Ends the process if the parent is gone.
    func flush() {
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { exit(EXIT_FAILURE) }
            start += count
        }
        bytes.removeAll(keepingCapacity: true)
    }
}
