/// Counts and limits the bytes unpacked from a file, over all its members and levels of compression.
final class UnpackMeter {
    private let name: String
    private let most: Int
    private let ratio: Int
    private let isRatio: Bool
    private var unpacked = 0

    /// Creates a meter.
    /// - Parameters:
    ///   - packed: The length of the file in bytes; `nil` if unknown.
    ///   - limits: The limits on the total size, and on its ratio to the file's length.
    init(name: String, packed: Int?, limits: ImportLimits) {
        self.name = name
        ratio = limits.unpackedRatio
        let byRatio = packed.map { $0.multipliedReportingOverflow(by: limits.unpackedRatio) }
            .map { $0.overflow ? Int.max : $0.partialValue }
        let allowed = byRatio.map { max(limits.unpackedAnyway, $0) } ?? .max
        most = min(limits.unpackedSize, allowed)
        isRatio = allowed < limits.unpackedSize
    }

    /// Counts unpacked bytes.
    /// - Throws: ``FormatError`` if the total exceeds a limit.
    func add(_ count: Int) throws {
        unpacked += count
        guard unpacked <= most else {
            throw isRatio
                ? FormatError.malformed(
                    path: name, reason: "unpacks to more than \(ratio) times its size; it is not read")
                : FormatError.tooLarge(path: name, what: "bytes unpacked", limit: most)
        }
    }
}
