import CZlib
import Glibc

/// A zip file whose members are read one at a time, in memory that does not grow with their size.
final class ZipArchive {
    /// The members, in the order of the directory.
    let entries: [ZipDirectory.Entry]

    /// The name used in error messages.
    let name: String
    private let descriptor: Int32
    private let meter: UnpackMeter
    private let owner: AnyObject?

    /// Opens an archive.
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - name: The name used in error messages.
    ///   - owner: An object to keep alive as long as the archive.
    init(path: String, name: String, meter: UnpackMeter, owner: AnyObject? = nil) throws {
        self.name = name
        self.meter = meter
        self.owner = owner
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FormatError.file(path: name, reason: String(cString: strerror(errno))) }
        self.descriptor = descriptor
        do {
            entries = try ZipDirectory.entries(size: Self.size(of: descriptor)) { offset, count in
                try Self.read(descriptor, name, at: offset, count)
            }
        } catch {
            close(descriptor)
            guard let damage = error as? ZipDirectory.Damage else { throw error }
            throw FormatError.malformed(path: name, reason: damage.reason)
        }
    }

    deinit { close(descriptor) }

    /// Returns the content of a member.
    /// - Throws: ``FormatError`` if the member is encrypted or uses an unsupported compression.
    func source(of entry: ZipDirectory.Entry) throws -> ByteSource {
        let path = "\(name)/\(entry.name)"
        guard !entry.isEncrypted else {
            throw FormatError.malformed(path: path, reason: "is protected by a password; unpack it first")
        }
        let header = try Self.read(descriptor, path, at: entry.offset, 30)
        guard header.count == 30, ZipDirectory.number(header, 0, 4) == 0x0403_4B50 else {
            throw FormatError.malformed(path: path, reason: "its place in the zip file is damaged")
        }
        let start =
            entry.offset + 30 + Int(ZipDirectory.number(header, 26, 2)) + Int(ZipDirectory.number(header, 28, 2))
        let packed = stored(path, from: start, count: entry.packedSize)
        switch entry.method {
        case 0: return checked(packed, entry)
        case 8: return checked(try Inflation.source(of: packed, .deflate, meter: meter, size: entry.size), entry)
        default:
            throw FormatError.malformed(
                path: path, reason: "is compressed by a method that is not supported (\(entry.method)); unpack it first"
            )
        }
    }

    private func stored(_ path: String, from start: Int, count: Int) -> ByteSource {
        var place = start
        let end = start + count
        return ByteSource(name: path, size: count) { [self] buffer in
            let wanted = min(buffer.count, end - place)
            guard wanted > 0 else { return 0 }
            let got = pread(descriptor, buffer.baseAddress, wanted, place)
            guard got > 0 else {
                throw FormatError.malformed(path: path, reason: "the zip file ends too early")
            }
            place += got
            return got
        }
    }

    /// Returns a source that verifies the stated checksum when it reaches the end.
    private func checked(_ content: ByteSource, _ entry: ZipDirectory.Entry) -> ByteSource {
        var checksum: UInt32 = 0
        return ByteSource(name: content.name, size: entry.size) { buffer in
            let count = try content.read(into: buffer)
            checksum = CZlibChecksum(checksum, buffer.baseAddress, count)
            if count == 0, checksum != entry.checksum {
                throw FormatError.malformed(path: content.name, reason: "its compressed data are damaged")
            }
            return count
        }
    }

    private static func size(of descriptor: Int32) -> Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    private static func read(_ descriptor: Int32, _ name: String, at offset: Int, _ count: Int) throws -> [UInt8] {
        guard offset >= 0, count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress.map { $0 + filled }, count - filled, offset + filled)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw FormatError.file(path: name, reason: String(cString: strerror(errno))) }
            if got == 0 { break }
            filled += got
        }
        return Array(bytes.prefix(filled))
    }
}
