/// An optional number in the space of a `Double`. A track has millions of points with a dozen values each, most of
/// them missing.
///
/// NaN represents a missing value, so a NaN in a file is also read as missing.
@propertyWrapper
public struct Packed: Sendable, Hashable {
    private var bits: UInt64

    private static let missing = Double.nan.bitPattern

    /// Creates a missing value.
    @inline(__always)
    public init() { bits = Self.missing }

    /// Packs a value; `nil` and NaN become missing.
    @inline(__always)
    public init(wrappedValue: Double?) {
        bits = Self.missing
        self.wrappedValue = wrappedValue
    }

    /// The value; `nil` if it is missing.
    @inline(__always)
    public var wrappedValue: Double? {
        get { bits == Self.missing ? nil : Double(bitPattern: bits) }
        set { bits = newValue.map { $0.isNaN ? Self.missing : $0.bitPattern } ?? Self.missing }
    }
}
