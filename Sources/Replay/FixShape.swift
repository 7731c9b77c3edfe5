import Geodesy
import SensorModel

/// Which values a fix has, and everything about it that is no value: fixes of one shape are columns of numbers.
///
/// Fixes whose numbers are decimals of a few places, as files state them, take four bytes a number instead of eight:
/// the whole number of last places, from which the division by a power of ten gives the number back to the bit.
struct FixShape: Sendable, Hashable {
    private var present: UInt16 = 0
    private var mode = FixMode.unknown
    private var origin = AccuracyOrigin.receiver
    private var timeIsArrival = false
    /// True if the numbers are whole numbers of last places.
    private(set) var isShort = false

    /// Last places to a degree of latitude or longitude: a centimetre.
    private static let coordinateScale = 1e7
    /// Last places to any other unit.
    private static let scale = 1e4

    /// Calls a closure with each optional value of a fix, in the order of their bits and of their columns.
    ///
    /// Not a list of them: a long track has hundreds of thousands of fixes.
    @inline(__always)
    private static func forEachValue(of fix: Fix, _ body: (_ bit: UInt16, _ value: Double) -> Void) {
        if let value = fix.altitude { body(1, value) }
        if let value = fix.horizontalAccuracy { body(2, value) }
        if let value = fix.verticalAccuracy { body(4, value) }
        if let value = fix.speed { body(8, value) }
        if let value = fix.speedAccuracy { body(16, value) }
        if let value = fix.courseDegrees { body(32, value) }
        if let value = fix.courseAccuracyDegrees { body(64, value) }
        if let value = fix.climb { body(128, value) }
        if let value = fix.horizontalDilution { body(256, value) }
    }

    private static let coordinateBit: UInt16 = 1 << 14
    private static let satellitesBit: UInt16 = 1 << 15

    /// The shape of nothing.
    init() {}

    /// The shape of a fix.
    init(_ fix: Fix) {
        mode = fix.mode
        origin = fix.accuracyOrigin
        timeIsArrival = fix.timeIsArrival
        present = Self.present(in: fix)
        var isShort = fix.satellites.map { Int32(exactly: $0) != nil } ?? true
        if let coordinate = fix.coordinate {
            isShort =
                isShort && Self.short(coordinate.latitude, Self.coordinateScale) != nil
                && Self.short(coordinate.longitude, Self.coordinateScale) != nil
        }
        Self.forEachValue(of: fix) { isShort = isShort && Self.short($1, Self.scale) != nil }
        self.isShort = isShort
    }

    /// Returns how many last places a number is; nil if they do not give it back to the bit.
    @inline(__always)
    private static func short(_ number: Double, _ scale: Double) -> Int32? {
        let scaled = number * scale
        // Cut off: whichever whole number half a place is rounded to, it does not give the number back.
        let up = scaled < 0 ? scaled - 0.5 : scaled + 0.5
        guard up > -2_147_483_649, up < 2_147_483_648 else { return nil }
        let places = Int32(up)
        return (Double(places) / scale).bitPattern == number.bitPattern ? places : nil
    }

    /// Numbers of a fix of this shape.
    var width: Int { present.nonzeroBitCount + (present & Self.coordinateBit != 0 ? 1 : 0) }

    /// Puts a fix of this shape at the end of a column.
    func append(_ fix: Fix, to values: inout [Double]) {
        if let coordinate = fix.coordinate {
            values.append(coordinate.latitude)
            values.append(coordinate.longitude)
        }
        if let satellites = fix.satellites { values.append(Double(bitPattern: UInt64(bitPattern: Int64(satellites)))) }
        Self.forEachValue(of: fix) { values.append($1) }
    }

    /// Puts a fix at the end of a column where it is of this shape, and the shape is short.
    /// - Returns: False if it is of another shape.
    @discardableResult
    func append(_ fix: Fix, toShort places: inout [Int32]) -> Bool {
        guard isShort, fix.mode == mode, fix.accuracyOrigin == origin, fix.timeIsArrival == timeIsArrival,
            Self.present(in: fix) == present
        else { return false }
        let count = places.count
        var isSame = true
        func add(_ number: Double, _ scale: Double) {
            if let short = Self.short(number, scale) { places.append(short) } else { isSame = false }
        }
        if let coordinate = fix.coordinate {
            add(coordinate.latitude, Self.coordinateScale)
            add(coordinate.longitude, Self.coordinateScale)
        }
        if let satellites = fix.satellites {
            if let short = Int32(exactly: satellites) { places.append(short) } else { isSame = false }
        }
        Self.forEachValue(of: fix) { add($1, Self.scale) }
        if !isSame { places.removeLast(places.count - count) }
        return isSame
    }

    /// The bits of the values that a fix has.
    @inline(__always)
    private static func present(in fix: Fix) -> UInt16 {
        var present: UInt16 = 0
        if fix.coordinate != nil { present |= coordinateBit }
        if fix.satellites != nil { present |= satellitesBit }
        forEachValue(of: fix) { bit, _ in present |= bit }
        return present
    }

    /// Returns the fix whose numbers begin at a place of a column.
    func fix(of device: DeviceID, from values: [Double], at start: Int) -> Fix {
        var place = start
        func next() -> Double {
            defer { place += 1 }
            return values[place]
        }
        return fix(of: device, number: { _ in next() }, count: { Int(Int64(bitPattern: next().bitPattern)) })
    }

    /// Returns the fix whose last places begin at a place of a column.
    func fix(of device: DeviceID, fromShort places: [Int32], at start: Int) -> Fix {
        var place = start
        func next() -> Int32 {
            defer { place += 1 }
            return places[place]
        }
        return fix(of: device, number: { Double(next()) / $0 }, count: { Int(next()) })
    }

    @inline(__always)
    private func fix(of device: DeviceID, number: (_ scale: Double) -> Double, count: () -> Int) -> Fix {
        var fix = Fix(
            device: device, mode: mode, coordinate: nil, accuracyOrigin: origin, timeIsArrival: timeIsArrival)
        if present & Self.coordinateBit != 0 {
            let latitude = number(Self.coordinateScale)
            fix.coordinate = Coordinate(latitude: latitude, longitude: number(Self.coordinateScale))
        }
        if present & Self.satellitesBit != 0 { fix.satellites = count() }
        if present & 1 != 0 { fix.altitude = number(Self.scale) }
        if present & 2 != 0 { fix.horizontalAccuracy = number(Self.scale) }
        if present & 4 != 0 { fix.verticalAccuracy = number(Self.scale) }
        if present & 8 != 0 { fix.speed = number(Self.scale) }
        if present & 16 != 0 { fix.speedAccuracy = number(Self.scale) }
        if present & 32 != 0 { fix.courseDegrees = number(Self.scale) }
        if present & 64 != 0 { fix.courseAccuracyDegrees = number(Self.scale) }
        if present & 128 != 0 { fix.climb = number(Self.scale) }
        if present & 256 != 0 { fix.horizontalDilution = number(Self.scale) }
        return fix
    }
}
