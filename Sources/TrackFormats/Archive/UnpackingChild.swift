import Foundation
import Glibc
import Launch
import SensorModel
import Wire

/// A confined process that unpacks archives, one after another: `odographctl unpack-archives`.
///
/// It inherits only its socket and its pipe, and ends when they are closed. Guide: docs/formats.md.
final class UnpackingChild {
    private let requests: CInt
    private let child: Child
    /// The bytes that were read ahead.
    private var buffer = [UInt8](repeating: 0, count: 1 << 18)
    private var rest = 0..<0

    /// The capacity of the pipe for frames, in bytes: the child unpacks ahead while files are parsed.
    private static let pipeBytes: CInt = 1 << 20
    /// F_SETPIPE_SZ of <fcntl.h>, which the module map does not import.
    private static let setPipeSize: CInt = 1031

    /// Starts a child.
    /// - Throws: ``FormatError`` if the program is missing or does not start.
    init(program: String) throws {
        var socket: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &socket) == 0 else {
            throw FormatError.file(
                path: program, reason: Phrase(translatable("does not start: {1}"), String(cString: strerror(errno))))
        }
        for end in socket { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(socket[1]) }
        requests = socket[0]
        var launch = ChildLaunch(words: [program, UnpackingRequest.command])
        (launch.input, launch.output) = (.descriptor(socket[1]), .pipe)
        launch.environment = ["LD_LIBRARY_PATH"].compactMap { name in
            ProcessInfo.processInfo.environment[name].map { "\(name)=\($0)" }
        }
        do throws(LaunchFailure) { child = try launch.start() } catch {
            close(requests)
            throw error.number == ENOENT
                ? FormatError.programMissing(
                    name: program, purpose: Phrase(translatable("to read archives and compressed files")))
                : FormatError.file(path: program, reason: Phrase(translatable("does not start: {1}"), error.reason))
        }
        _ = fcntl(child.output, Self.setPipeSize, Self.pipeBytes)
    }

    deinit {
        child.kill()
        close(requests)
    }

    /// Requests the members of the archive in a descriptor, with the data of those whose names have an ending.
    func ask(for descriptor: CInt, ending: String) {
        // Without a child, the answer is missing, too.
        _ = DescriptorMessage.send(UnpackingRequest(ending: ending).bytes, with: descriptor, over: requests)
    }

    /// Fills a buffer with the next bytes of the answer.
    /// - Throws: ``FormatError`` if the child ends or takes too long.
    func fill(_ target: UnsafeMutableRawBufferPointer, named name: String, meter: UnpackMeter) throws {
        var filled = 0
        while filled < target.count {
            if rest.isEmpty { rest = 0..<(try receive(name, meter)) }
            let count = min(rest.count, target.count - filled)
            target[filled...].copyBytes(from: buffer[rest.prefix(count)])
            (filled, rest) = (filled + count, rest.dropFirst(count))
        }
    }

    private func receive(_ name: String, _ meter: UnpackMeter) throws -> Int {
        while true {
            var wait = pollfd(fd: child.output, events: Int16(POLLIN), revents: 0)
            guard try meter.waiting({ poll(&wait, 1, $0) }) > 0 else { continue }
            let count = buffer.withUnsafeMutableBytes { read(child.output, $0.baseAddress, $0.count) }
            if count > 0 { return count }
            guard count < 0, errno == EINTR else {
                throw meter.refuse(
                    .malformed(
                        path: name,
                        reason: Phrase(
                            translatable("the process that unpacks it has ended ({1}); try again"), "\(child.kill())"))
                )
            }
        }
    }
}

/// The unpacking children of an import, one for each depth of archives within archives.
final class UnpackingChildren {
    private let program: String
    private var children: [Int: (child: UnpackingChild, last: UnpackedStream)] = [:]

    /// Creates children, which are started when they are needed.
    init(program: String) { self.program = program }

    /// Returns the members of a packed file, with the data of those whose names have an ending.
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - name: The name used in error messages.
    ///   - depth: The number of archives around the file.
    /// - Throws: ``FormatError``.
    func members(
        of path: String, named name: String, depth: Int, ending: String, meter: UnpackMeter
    ) throws -> UnpackedStream {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw FormatError.file(path: name, reason: Phrase(plain: String(cString: strerror(errno))))
        }
        let child: UnpackingChild
        // A child that is in the middle of another archive is of no use.
        if let used = children[depth], used.last.isAtEnd {
            child = used.child
        } else {
            do { child = try UnpackingChild(program: program) } catch {
                close(descriptor)
                throw error
            }
        }
        child.ask(for: descriptor, ending: ending)
        let stream = UnpackedStream(name: name, descriptor: descriptor, depth: depth, meter: meter) {
            try child.fill($0, named: name, meter: meter)
        }
        children[depth] = (child, stream)
        return stream
    }
}
