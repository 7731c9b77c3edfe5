import CArchive
import Glibc
import Wire

/// An archive, or a compressed file, that libarchive reads.
final class PackedArchive {
    /// The formats that a source of bytes can have.
    enum Formats {
        /// A tar archive, or any file; either may be compressed.
        case tarOrFile
        /// Any file, which may be compressed.
        case file
    }

    /// Whether the last header had no contradictions, in a zip file between its directory and the member itself.
    private(set) var isConsistent = true
    private let archive: OpaquePointer
    private let source: BlockSource?
    /// The header that has been read ahead, because the format is known only then.
    private var pending: OpaquePointer?
    private var hasEnded = false

    /// Opens a zip file by its directory.
    init(zip descriptor: CInt) throws(UnpackingFault) {
        guard let archive = archive_read_new() else { throw .memory }
        (self.archive, source) = (archive, nil)
        archive_read_support_format_zip_seekable(archive)
        guard archive_read_open_fd(archive, descriptor, 1 << 16) == ARCHIVE_OK else { throw .noDirectory }
    }

    /// Opens a source of bytes.
    init(_ source: BlockSource, formats: Formats) throws(UnpackingFault) {
        guard let archive = archive_read_new() else { throw .memory }
        (self.archive, self.source) = (archive, source)
        archive_read_support_filter_bzip2(archive)
        archive_read_support_filter_xz(archive)
        archive_read_support_filter_zstd(archive)
        archive_read_support_format_raw(archive)
        archive_read_support_format_empty(archive)
        if case .tarOrFile = formats { archive_read_support_format_tar(archive) }
        let opened = archive_read_open(
            archive, Unmanaged.passUnretained(source).toOpaque(), nil,
            { @Sendable _, source, block in
                guard let source, let block else { return Int(ARCHIVE_FATAL) }
                guard let next = try? Unmanaged<BlockSource>.fromOpaque(source).takeUnretainedValue().next() else {
                    return Int(ARCHIVE_FATAL)
                }
                block.pointee = next.baseAddress
                return next.count
            }, nil)
        guard opened == ARCHIVE_OK else { throw fault(opened) }
        pending = try header()
    }

    deinit { archive_read_free(archive) }

    /// Whether the archive was opened by the directory of a zip file.
    var isZip: Bool { source == nil }

    /// Whether it is a single compressed file, not an archive.
    var isFile: Bool {
        [ARCHIVE_FORMAT_RAW, ARCHIVE_FORMAT_EMPTY].contains(archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK)
    }

    /// The number of bytes from the start of a zip file to the next byte to be read.
    var position: Int64 { archive_filter_bytes(archive, -1) }

    /// Returns the next header; `nil` at the end.
    func next() throws(UnpackingFault) -> OpaquePointer? {
        guard let entry = pending else { return try header() }
        pending = nil
        return entry
    }

    private func header() throws(UnpackingFault) -> OpaquePointer? {
        if hasEnded { return nil }
        var entry: OpaquePointer?
        let status = archive_read_next_header(archive, &entry)
        hasEnded = status == ARCHIVE_EOF
        if hasEnded { return nil }
        guard status == ARCHIVE_OK || status == ARCHIVE_WARN else { throw fault(status) }
        isConsistent = status == ARCHIVE_OK || !isZip
        return entry
    }

    /// Returns whether a header is that of a file, and not of a folder, a link or a device.
    func isRegularFile(_ entry: OpaquePointer) -> Bool {
        archive_entry_filetype(entry) == S_IFREG && archive_entry_hardlink(entry) == nil
    }

    /// The data of the current member.
    var content: BlockSource {
        BlockSource { [self] buffer throws(UnpackingFault) in
            let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
            guard count >= 0 else { throw fault(CInt(truncatingIfNeeded: count)) }
            return count
        }
    }

    /// Returns the next data of a file, valid until the following call; `nil` at the end.
    func block() throws(UnpackingFault) -> UnsafeRawBufferPointer? {
        guard pending != nil else { return nil }
        var (start, count, offset): (UnsafeRawPointer?, Int, Int64) = (nil, 0, 0)
        let status = archive_read_data_block(archive, &start, &count, &offset)
        if status == ARCHIVE_EOF { return nil }
        guard status == ARCHIVE_OK else { throw fault(status) }
        return UnsafeRawBufferPointer(start: start, count: count)
    }

    private func fault(_ status: CInt) -> UnpackingFault {
        if let fault = source?.fault { return fault }
        if archive_errno(archive) == ENOMEM { return .memory }
        return status == ARCHIVE_FAILED ? .method : .damaged
    }
}
