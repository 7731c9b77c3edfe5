import SensorModel

/// Counts and limits what is unpacked from a file: bytes, members and time, over all archives and compressed files within
/// it.
final class UnpackMeter {
    /// The error after which nothing more is read from the file; `nil` while there is none.
    private(set) var refusal: FormatError?
    private let name: String
    private let limits: ImportLimits
    private let packed: Int?
    private let seconds: Int
    /// The bytes from the file itself and from all archives within it.
    private var unpacked = 0
    private var nested = 0
    private var members = 0
    private var waited = Duration.zero

    /// Creates a meter.
    /// - Parameters:
    ///   - packed: The length of the file in bytes; `nil` if unknown.
    ///   - limits: The limits on the total size and its ratio to the file's length, on members, and on time.
    init(name: String, packed: Int?, limits: ImportLimits) {
        (self.name, self.packed, self.limits) = (name, packed, limits)
        seconds = limits.unpackingSeconds + (packed ?? limits.unpackedSize) >> 20
    }

    /// Counts unpacked bytes.
    /// - Parameter depth: The number of archives around the archive from which they come.
    /// - Throws: ``FormatError`` if the total exceeds a limit.
    func add(_ count: Int, depth: Int = 0) throws {
        unpacked += count
        nested += depth > 0 ? count : 0
        for (count, ratio) in [(unpacked, limits.unpackedRatio), (nested, limits.nestedRatio)] {
            let (most, isBeyond) = (packed ?? .max).multipliedReportingOverflow(by: ratio)
            guard isBeyond || count <= max(limits.unpackedAnyway, most) else {
                throw refuse(
                    .malformed(
                        path: name,
                        reason: Phrase(
                            translatable("unpacks to more than {1} times its size; it is not read"), "\(ratio)")))
            }
        }
        guard unpacked <= limits.unpackedSize else {
            throw refuse(
                .tooLarge(path: name, what: Phrase(translatable("bytes unpacked")), limit: limits.unpackedSize))
        }
    }

    /// Counts the members of an archive.
    /// - Throws: ``FormatError`` if the total exceeds a limit.
    func add(members count: Int) throws {
        try check(members: members + count)
        members += count
    }

    /// Checks a number of members against the limit.
    /// - Throws: ``FormatError``.
    func check(members: Int) throws {
        guard members <= limits.memberCount else {
            throw refuse(
                .tooLarge(path: name, what: Phrase(translatable("files in one archive")), limit: limits.memberCount))
        }
    }

    /// Calls a closure that waits for at most the given number of milliseconds, and counts the time.
    /// - Throws: ``FormatError`` if the total exceeds the limit.
    func waiting<Value>(_ body: (_ milliseconds: CInt) -> Value) throws -> Value {
        let began = ContinuousClock.now
        let left = Duration.seconds(seconds) - waited
        let value = body(CInt(clamping: max(0, left.components.seconds) * 1000 + 1))
        waited += .now - began
        guard waited <= .seconds(seconds) else {
            throw refuse(
                .malformed(
                    path: name,
                    reason: Phrase(translatable("takes more than {1} s to unpack; it is not read"), "\(seconds)")))
        }
        return value
    }

    /// Records an error that ends the reading of the file, and returns it.
    func refuse(_ error: FormatError) -> FormatError {
        refusal = refusal ?? error
        return error
    }
}
