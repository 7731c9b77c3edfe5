/// The supported compression formats of a single file.
enum Compression {
    /// gzip, inflated by zlib.
    case gzip
    /// A format that an external program unpacks: the program's name, and its arguments before the file name.
    case program(name: String, arguments: [String])

    /// Identifies a compression format by the first bytes.
    init?(head: some Collection<UInt8>) {
        if head.starts(with: [0x1F, 0x8B]) {
            self = .gzip
        } else if head.starts(with: [0x42, 0x5A, 0x68]), let level = head.dropFirst(3).first, 0x31...0x39 ~= level {
            self = .program(name: "bzip2", arguments: ["-dc"])
        } else if head.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]) {
            // A hostile file could otherwise demand any amount of memory.
            self = .program(name: "xz", arguments: ["-dc", "--memlimit-decompress=256MiB"])
        } else if head.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
            self = .program(name: "zstd", arguments: ["-dc", "--memory=256MB"])
        } else {
            return nil
        }
    }

    /// Returns the unpacked content of a source.
    /// - Throws: ``FormatError`` if a program is missing.
    func content(of source: ByteSource, limits: ImportLimits, meter: UnpackMeter) throws -> ByteSource {
        switch self {
        case .gzip:
            return try Inflation.source(of: source, .gzip, meter: meter)
        case .program(let name, let arguments):
            let file = try SpooledFile(source, limit: limits.unpackedSize)
            let program = try RunningProgram(name, arguments + ["--", file.path], purpose: "to read this file")
            let output = program.output(named: source.name)
            return ByteSource(name: source.name, size: nil) { buffer in
                try withExtendedLifetime(file) {
                    let count = try output.read(into: buffer)
                    try meter.add(count)
                    return count
                }
            }
        }
    }
}
