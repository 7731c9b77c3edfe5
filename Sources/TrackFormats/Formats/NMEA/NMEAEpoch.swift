import Geometry
import SensorModel

/// The combined content of all sentences of an epoch.
struct NMEAEpoch {
    /// The time of day in nanoseconds since midnight, UTC.
    var timeOfDay: Int64
    /// The preceding midnight, if a sentence of this epoch states the date.
    var midnight: Instant?
    private var coordinate: Coordinate?
    private var altitude: Double?
    private var speed: Double?
    private var course: Double?
    private var dilution: Double?
    private var satellites: Int?
    private var mode: FixMode?
    private var horizontalSigma: Double?
    private var verticalSigma: Double?
    private var isValid: Bool?
    private var kinds: Set<String> = []
    private var sky = NMEASky()

    /// The maximum difference in time, in nanoseconds, between sentences of one epoch: some receivers round each
    /// separately.
    private static let spread: Int64 = 20_000_000

    init(timeOfDay: Int64) { self.timeOfDay = timeOfDay }

    /// Whether a sentence has stated a position or the lack of one.
    var isFixAttempt: Bool { coordinate != nil || isValid != nil }

    /// Returns whether a sentence belongs to this epoch although its time differs slightly, and adopts its time if no
    /// sentence has stated a position yet. A kind that the epoch already contains starts the next epoch.
    mutating func join(_ sentence: NMEASentence, at time: Int64) -> Bool {
        guard abs(time - timeOfDay) <= Self.spread, !kinds.contains(sentence.kind) else { return false }
        if coordinate == nil { timeOfDay = time }
        return true
    }

    /// Adds a sentence of this epoch.
    mutating func add(_ sentence: NMEASentence) {
        kinds.insert(sentence.kind)
        switch sentence.kind {
        case "UBX": addUBlox(sentence)
        case "RDD":
            update(isValid: sentence.character(12) == "A")
            take(sentence.degrees(7), sentence.degrees(9))
            if let height = sentence.number(11) { altitude = height }
        case "RMC": addRMC(sentence)
        case "GGA", "GNS": addGGA(sentence)
        case "GLL":
            update(isValid: sentence.character(6) == "A")
            take(sentence.degrees(1), sentence.degrees(3))
        case "GSA": addGSA(sentence)
        case "GSV": sky.addInView(sentence)
        case "VTG": addVTG(sentence)
        case "GST": addGST(sentence)
        case "ZDA": addZDA(sentence)
        default: break
        }
    }

    private mutating func addRMC(_ sentence: NMEASentence) {
        update(isValid: sentence.character(2) == "A")
        take(sentence.degrees(3), sentence.degrees(5))
        if let knots = sentence.number(7) { speed = knots * ForeignUnit.knot }
        if let degrees = sentence.number(8), 0...360 ~= degrees { course = degrees == 360 ? 0 : degrees }
        noteDate(sentence.number(9))
    }

    /// Records a date of the form `ddmmyy`.
    private mutating func noteDate(_ date: Double?) {
        guard let digits = date.flatMap(Int.init(exactly:)) else { return }
        midnight = Timestamp.instant(dayMonthYear: digits)
    }

    /// Adds the position or the date of a u-blox receiver. Ignores its height, which is above the ellipsoid.
    private mutating func addUBlox(_ sentence: NMEASentence) {
        guard sentence.number(1) == 0 else { return noteDate(sentence.number(3)) }
        let status = sentence.text(8)
        // NF means no fix; TT means time only.
        update(isValid: status != nil && status != "NF" && status != "TT")
        if coordinate == nil { take(sentence.degrees(3), sentence.degrees(5)) }
        if let stated = status?.last.flatMap({ ["2": FixMode.twoDimensional, "3": .threeDimensional][$0] }) {
            mode = mode ?? stated
        }
        horizontalSigma = horizontalSigma ?? sentence.number(9)
        verticalSigma = verticalSigma ?? sentence.number(10)
        speed = speed ?? sentence.number(11).map { $0 / 3.6 }
        if course == nil, let degrees = sentence.number(12), 0...360 ~= degrees {
            course = degrees == 360 ? 0 : degrees
        }
        if let value = sentence.number(15), value < 99 { dilution = dilution ?? value }
        satellites = satellites ?? sentence.number(18).flatMap(Int.init(exactly:))
    }

    private mutating func addGGA(_ sentence: NMEASentence) {
        let quality = sentence.character(6)
        if sentence.kind == "GGA" {
            update(isValid: quality != nil && quality != "0")
        } else {
            // The field has one letter per constellation; any letter other than N means a fix.
            update(isValid: sentence.fields.count > 6 && sentence.fields[6].contains { $0 != UInt8(ascii: "N") })
        }
        take(sentence.degrees(2), sentence.degrees(4))
        if let count = sentence.number(7) { satellites = Int(exactly: count) }
        if let value = sentence.number(8), value < 99 { dilution = value }
        if let height = sentence.number(9) { altitude = height }
    }

    private mutating func addGSA(_ sentence: NMEASentence) {
        sky.addUsed(sentence)
        // There is one sentence per constellation; the best mode applies.
        if let number = sentence.number(2), let stated = Int(exactly: number).flatMap(FixMode.init) {
            mode = FixMode(rawValue: max(mode?.rawValue ?? 0, stated.rawValue))
        }
        if dilution == nil, let value = sentence.number(16), value < 99 { dilution = value }
    }

    private mutating func addVTG(_ sentence: NMEASentence) {
        if let degrees = sentence.number(1), 0...360 ~= degrees { course = degrees == 360 ? 0 : degrees }
        if let knots = sentence.number(5) {
            speed = knots * ForeignUnit.knot
        } else if let kilometres = sentence.number(7) {
            speed = kilometres / 3.6
        }
    }

    private mutating func addGST(_ sentence: NMEASentence) {
        if let north = sentence.number(6), let east = sentence.number(7) {
            horizontalSigma = ((north * north + east * east) / 2).squareRoot()
        }
        verticalSigma = sentence.number(8)
    }

    private mutating func addZDA(_ sentence: NMEASentence) {
        guard let day = sentence.number(2).flatMap(Int.init(exactly:)),
            let month = sentence.number(3).flatMap(Int.init(exactly:)),
            let year = sentence.number(4).flatMap(Int.init(exactly:))
        else { return }
        midnight = Timestamp.instant(year: year, month: month, day: day)
    }

    private mutating func update(isValid valid: Bool) { isValid = (isValid ?? false) || valid }

    private mutating func take(_ latitude: Double?, _ longitude: Double?) {
        guard let latitude, let longitude else { return }
        coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }

    /// Returns the satellites of the epoch; `nil` if no sentence stated any.
    func sky(device: DeviceID) -> Sky? { sky.view(of: device, dilution: dilution) }

    /// Returns the epoch as a fix attempt.
    /// - Parameter trustsAll: Whether a position counts although its sentences say that there is no fix.
    func fix(device: DeviceID, trustsAll: Bool = false) -> Fix {
        guard isValid ?? true || trustsAll, let coordinate, mode != .noFix || trustsAll else {
            return Fix(device: device, mode: .noFix, coordinate: nil, satellites: satellites)
        }
        // In a two-dimensional fix, the altitude is outdated.
        let altitude = mode == .twoDimensional ? nil : altitude
        let stated: FixMode = altitude == nil ? .twoDimensional : .threeDimensional
        return Fix(
            device: device, mode: mode.flatMap { $0 == .noFix ? nil : $0 } ?? stated, coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: horizontalSigma, verticalAccuracy: verticalSigma, speed: speed, courseDegrees: course,
            satellites: trustsAll ? nil : satellites, horizontalDilution: trustsAll ? nil : dilution)
    }
}
