import CArchive
import Glibc
import Wire

/// Reads an archive from a descriptor and sends its members.
struct ArchiveReading {
    let descriptor: CInt
    /// The end of the names, without regard to case, of the members whose data are sent.
    let ending: [UInt8]
    let output: FrameBuffer

    /// The number of layers of gzip that are removed from a file.
    private static let layers = 2
    /// The length of the shortest local header of a zip file, in bytes.
    private static let headerBytes: Int64 = 30

    /// Sends the answer to a request.
    func answer() {
        var fault: UnpackingFault?
        do throws(UnpackingFault) { try read() } catch { fault = error }
        output.add(.end, fault.map { [$0.rawValue] } ?? [])
        output.flush()
    }

    private func read() throws(UnpackingFault) {
        lseek(descriptor, 0, SEEK_SET)
        let file = BlockSource { [descriptor] buffer throws(UnpackingFault) in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            guard count >= 0 else { throw .damaged }
            return count
        }
        if try file.head().starts(with: [0x50, 0x4B]) {
            lseek(descriptor, 0, SEEK_SET)
            return try sendMembers(of: PackedArchive(zip: descriptor))
        }
        let archive = try PackedArchive(Self.unzipped(file), formats: .tarOrFile)
        guard archive.isFile else { return try sendMembers(of: archive) }
        output.add(.member, [])
        if ending.isEmpty { send(archive) }
    }

    private static func unzipped(_ packed: BlockSource) throws(UnpackingFault) -> BlockSource {
        var source = packed
        for _ in 0..<layers where try source.isGzip() { source = try source.inflated() }
        return source
    }

    private func sendMembers(of archive: PackedArchive) throws(UnpackingFault) {
        var end: Int64 = -Self.headerBytes
        while let entry = try archive.next() {
            // Overlapping members are how a small file unpacks to petabytes.
            if archive.isZip, archive.position < end + Self.headerBytes { throw .overlap }
            if archive.isRegularFile(entry) { sendMember(entry, of: archive) }
            end = archive.position
        }
    }

    private func sendMember(_ entry: OpaquePointer, of archive: PackedArchive) {
        let name = archive_entry_pathname(entry).map { UnsafeRawBufferPointer(start: $0, count: strlen($0)) }
        output.add(.member, name ?? UnsafeRawBufferPointer(start: nil, count: 0))
        guard let name, isWanted(name) else { return }
        do throws(UnpackingFault) {
            guard archive_entry_is_data_encrypted(entry) == 0 else { throw .locked }
            guard archive.isConsistent else { throw .damaged }
            // A member may be compressed itself.
            send(try PackedArchive(Self.unzipped(archive.content), formats: .file))
        } catch {
            output.add(.fault, [error.rawValue])
        }
    }

    private func isWanted(_ name: UnsafeRawBufferPointer) -> Bool {
        name.suffix(ending.count).elementsEqual(ending) { tolower(CInt($0)) == tolower(CInt($1)) }
    }

    private func send(_ file: PackedArchive) {
        do throws(UnpackingFault) { while let block = try file.block() { output.add(.data, block) } } catch {
            output.add(.fault, [error.rawValue])
        }
    }
}
