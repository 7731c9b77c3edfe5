import Glibc
import SensorModel
import Wire

/// The members of an archive, as an unpacking child sends them. Nothing that it sends is trusted.
final class UnpackedStream {
    /// A file of the archive.
    struct Member {
        /// The path within the archive; empty for a file that is compressed and not an archive.
        let path: String
        /// The content, which must be read before the next member.
        let content: ByteSource
    }

    /// Whether the answer is complete.
    private(set) var isAtEnd = false
    private let name: String
    private let descriptor: CInt
    private let meter: UnpackMeter
    private let depth: Int
    private let fill: (UnsafeMutableRawBufferPointer) throws -> Void
    private var pending: UnpackedFrame?
    /// The number of unread bytes of the current frame of data.
    private var remaining = 0
    private var members = 0
    private var lastShare = 0.0

    /// Creates a stream.
    /// - Parameters:
    ///   - name: The name of the archive.
    ///   - descriptor: The archive, which the child reads; closed at the end.
    ///   - depth: The number of archives around it.
    ///   - fill: Fills a buffer with the child's next bytes.
    init(
        name: String, descriptor: CInt, depth: Int = 0, meter: UnpackMeter,
        fill: @escaping (UnsafeMutableRawBufferPointer) throws -> Void
    ) {
        (self.name, self.descriptor, self.depth, self.meter, self.fill) = (name, descriptor, depth, meter, fill)
    }

    deinit { close(descriptor) }

    /// The fraction of the archive that the child has read, 0 ... 1. The descriptor's position is common to both.
    var share: Double {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return lastShare }
        lastShare = max(lastShare, min(1, Double(lseek(descriptor, 0, SEEK_CUR)) / Double(status.st_size)))
        return lastShare
    }

    /// Returns the next member, and passes over the rest of the current one; `nil` at the end.
    /// - Throws: ``FormatError`` if the archive cannot be read further.
    func next() throws -> Member? {
        while !isAtEnd {
            _ = try bytes(remaining)
            remaining = 0
            let frame = try pending ?? nextFrame()
            pending = nil
            switch frame.kind {
            case .data: remaining = frame.count
            case .fault: _ = try bytes(1)
            case .member: return try member(String(decoding: bytes(frame.count), as: UTF8.self))
            case .end:
                isAtEnd = true
                if frame.count > 0 { throw try fault(of: name) }
            }
        }
        return nil
    }

    private func member(_ path: String) throws -> Member {
        members += 1
        try meter.check(members: members)
        let (number, name) = (members, path.isEmpty ? name : "\(name)/\(path)")
        return Member(
            path: path,
            content: ByteSource(name: name, size: nil) { [self] in
                number == members ? try read(into: $0, member: name) : 0
            })
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer, member: String) throws -> Int {
        while remaining == 0 {
            let frame = try pending ?? nextFrame()
            pending = frame
            guard frame.kind == .data || frame.kind == .fault else { return 0 }
            pending = nil
            guard frame.kind == .data else { throw try fault(of: member) }
            remaining = frame.count
        }
        let count = min(remaining, buffer.count)
        try fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
        remaining -= count
        return count
    }

    private func nextFrame() throws -> UnpackedFrame {
        guard let frame = UnpackedFrame(try bytes(UnpackedFrame.headBytes)) else { throw nonsense }
        if frame.kind == .data || frame.kind == .member { try meter.add(frame.count, depth: depth) }
        return frame
    }

    private func bytes(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        try bytes.withUnsafeMutableBytes { try fill($0) }
        return bytes
    }

    private var nonsense: FormatError {
        meter.refuse(
            .malformed(
                path: name, reason: Phrase(translatable("the process that unpacks it sent what is not understood"))))
    }

    private func fault(of path: String) throws -> FormatError {
        guard let fault = UnpackingFault(rawValue: try bytes(1)[0]) else { return nonsense }
        return .malformed(path: path, reason: fault.reason)
    }
}

extension UnpackingFault {
    fileprivate var reason: Phrase {
        switch self {
        case .damaged: Phrase(translatable("its compressed data are damaged or end too early"))
        case .noDirectory:
            Phrase(translatable("the zip file is empty, or its end is missing or damaged; download or copy it again"))
        case .overlap: Phrase(translatable("its members overlap; it is not read"))
        case .locked: Phrase(translatable("is protected by a password; unpack it first"))
        case .method: Phrase(translatable("is compressed by a method that is not supported; unpack it first"))
        case .memory: Phrase(translatable("needs more memory to unpack than is allowed; unpack it first"))
        }
    }
}
