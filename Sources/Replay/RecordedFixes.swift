public import FusionCore
public import Geometry
public import SensorModel

/// A fix attempt of a recording that has a coordinate.
public struct RecordedFix: Sendable, Hashable {
    /// The fix's own time.
    public var time: Instant
    /// The coordinate of the fix; NaN if it cannot be read from the recording.
    public var coordinate: Coordinate
    /// The speed over ground in m/s; `nil` if the receiver reported none.
    public var speed: Double?
    /// The 1-sigma accuracy in metres, as stated by the receiver; `nil` if it stated none.
    public var accuracy: Double?
    /// The altitude in metres; `nil` if the receiver reported none.
    public var altitude: Double?
    /// The number of satellites used; `nil` if the receiver reported none.
    public var satellites: Int?
    /// The reason for the rejection; `nil` for an accepted fix.
    public var rejection: FixVerdict.Rejection?
    /// The effect of an accepted fix in the position filter; `nil` if it had none.
    public var assessment: FixAssessment?

    /// True for a fix of a receiver other than the primary one.
    public var isSecondary = false

    /// True if the track accepts the fix.
    public var isAccepted: Bool { rejection == nil }
    /// True if the track has a point at the time of the fix.
    public var hasTrackPoint: Bool { isAccepted && !isSecondary }
}

/// The fix attempts of a recording that have a coordinate, with their verdicts. They are read from the recording
/// itself, and need 13 bytes each.
public struct RecordedFixes: Sendable, RandomAccessCollection {
    private let events: EventColumns
    private var places: [UInt32] = []
    /// Zero for an accepted fix, otherwise one more than the index of the reason; besides, whether the fix is secondary.
    private var codes: [UInt8] = []
    private var assessments = AssessmentColumn()

    private static let reasons = FixVerdict.Rejection.allCases
    private static let secondary: UInt8 = 0x80

    /// Creates an empty collection.
    public init() { self.init(EventColumns()) }

    init(_ events: EventColumns) { self.events = events }

    /// The index of the first fix.
    public var startIndex: Int { 0 }
    /// The index after the last fix.
    public var endIndex: Int { places.count }

    mutating func reserveCapacity(_ count: Int) {
        places.reserveCapacity(count)
        codes.reserveCapacity(count)
        assessments.reserveCapacity(count)
    }

    /// Adds the fix of an event.
    mutating func append(event: Int, _ verdict: FixVerdict) {
        places.append(UInt32(truncatingIfNeeded: event))
        codes.append(Self.code(of: verdict))
        assessments.append(verdict.assessment)
    }

    /// Replaces the verdict on a fix.
    mutating func set(_ verdict: FixVerdict, at index: Int) {
        set(Self.code(of: verdict), at: index)
        assessments.set(verdict.assessment, at: index)
    }

    /// Changes the reason for the rejection of a fix.
    mutating func set(_ rejection: FixVerdict.Rejection?, at index: Int) {
        set(Self.code(of: rejection) | codes[index] & Self.secondary, at: index)
    }

    private mutating func set(_ code: UInt8, at index: Int) { if codes[index] != code { codes[index] = code } }

    private static func code(of verdict: FixVerdict) -> UInt8 {
        code(of: verdict.rejection) | (verdict.isSecondary ? secondary : 0)
    }

    private static func code(of rejection: FixVerdict.Rejection?) -> UInt8 {
        guard let rejection, let index = reasons.firstIndex(of: rejection) else { return 0 }
        return UInt8(index + 1)
    }

    /// Returns one more than the index of the reason for the rejection of a fix; 0 for an accepted one.
    private func reason(at index: Int) -> Int { Int(codes[index] & ~Self.secondary) }

    /// The indices of the rejected fixes, in ascending order. O(n).
    public var rejectedPlaces: [Int] { codes.indices.filter { reason(at: $0) != 0 } }
    /// The indices of the accepted fixes of receivers other than the primary one, in ascending order. O(n).
    public var secondaryPlaces: [Int] { codes.indices.filter { codes[$0] == Self.secondary } }
    /// The indices of the accepted fixes that hardly counted, in ascending order. O(n).
    public var ignoredPlaces: [Int] { codes.indices.filter { reason(at: $0) == 0 && assessments.isIgnored($0) } }

    /// Returns the index of the event of a fix. O(1).
    func event(of index: Int) -> Int { Int(places[index]) }

    /// Returns the time of a fix, without creating the fix. O(1).
    public func time(of index: Int) -> Instant { events.time(of: Int(places[index])) }

    /// Returns the times that identify a fix. O(1).
    public func identity(of index: Int) -> FixRuling.Identity {
        FixRuling.Identity(time: time(of: index), received: events.arrival(of: Int(places[index])))
    }

    /// Returns the effect of a fix in the position filter, without creating the fix; `nil` if it had none. O(1).
    func assessment(of index: Int) -> FixAssessment? { reason(at: index) > 0 ? nil : assessments[index] }

    /// Returns the fix at an index. O(1).
    public subscript(index: Int) -> RecordedFix {
        let event = Int(places[index])
        let code = reason(at: index)
        let fix = events.fix(of: event)
        return RecordedFix(
            time: events.time(of: event), coordinate: fix?.coordinate ?? Coordinate(latitude: .nan, longitude: .nan),
            speed: fix?.speed, accuracy: fix?.horizontalAccuracy, altitude: fix?.altitude,
            satellites: fix?.satellites, rejection: code > 0 ? Self.reasons[code - 1] : nil,
            assessment: assessment(of: index), isSecondary: codes[index] & Self.secondary != 0)
    }
}
