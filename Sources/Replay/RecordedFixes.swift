public import FusionCore
public import Geodesy
public import SensorModel

/// A fix attempt of a recording that has a place.
public struct RecordedFix: Sendable, Hashable {
    /// The fix's own time.
    public var time: Instant
    /// The fix.
    public var coordinate: Coordinate
    /// Speed over ground in m/s.
    public var speed: Double?
    /// 1-sigma accuracy in metres, as the receiver states it.
    public var accuracy: Double?
    /// Altitude in metres.
    public var altitude: Double?
    /// Satellites used.
    public var satellites: Int?
    /// Why it was not taken; nil for an accepted fix.
    public var rejection: FixVerdict.Rejection?

    /// True if the track takes it.
    public var isAccepted: Bool { rejection == nil }
}

/// The fix attempts of a recording that have a place, with what became of them, read from the recording itself: five
/// bytes each.
public struct RecordedFixes: Sendable, RandomAccessCollection {
    private let events: EventColumns
    private var places: [UInt32] = []
    /// Zero for an accepted fix, else one more than the place of the reason among all.
    private var codes: [UInt8] = []

    private static let reasons = FixVerdict.Rejection.allCases

    /// Creates fixes of nothing.
    public init() { self.init(EventColumns()) }

    init(_ events: EventColumns) { self.events = events }

    /// The place of the first fix.
    public var startIndex: Int { 0 }
    /// The place after the last fix.
    public var endIndex: Int { places.count }

    mutating func reserveCapacity(_ count: Int) {
        places.reserveCapacity(count)
        codes.reserveCapacity(count)
    }

    /// Adds the fix of an event.
    mutating func append(event: Int, rejection: FixVerdict.Rejection?) {
        places.append(UInt32(truncatingIfNeeded: event))
        codes.append(Self.code(of: rejection))
    }

    /// Takes that something else became of a fix.
    mutating func set(_ rejection: FixVerdict.Rejection?, at index: Int) {
        let code = Self.code(of: rejection)
        if codes[index] != code { codes[index] = code }
    }

    private static func code(of rejection: FixVerdict.Rejection?) -> UInt8 {
        guard let rejection, let index = reasons.firstIndex(of: rejection) else { return 0 }
        return UInt8(index + 1)
    }

    /// The places of the fixes that were not taken, ascending. O(n).
    public var rejectedPlaces: [Int] { codes.indices.filter { codes[$0] != 0 } }

    /// The time of a fix, without making the fix. O(1).
    public func time(of index: Int) -> Instant { events.time(of: Int(places[index])) }

    /// Returns a fix. O(1).
    public subscript(index: Int) -> RecordedFix {
        let event = Int(places[index])
        let code = Int(codes[index])
        let fix = events.fix(of: event)
        return RecordedFix(
            time: events.time(of: event), coordinate: fix?.coordinate ?? Coordinate(latitude: .nan, longitude: .nan),
            speed: fix?.speed, accuracy: fix?.horizontalAccuracy, altitude: fix?.altitude,
            satellites: fix?.satellites, rejection: code > 0 ? Self.reasons[code - 1] : nil)
    }
}
