import Geometry
import SensorModel

/// The set of values that a fix has, and all of its properties that are not numbers. Fixes of the same shape are stored
/// as columns of numbers.
///
/// Numbers with few decimal places, as in files, need four bytes instead of eight: they are stored as multiples of the
/// last decimal place, and dividing by a power of ten restores them bit for bit.
struct FixShape: Sendable, Hashable {
    private var present: UInt16 = 0
    private var mode = FixMode.unknown
    private var origin = AccuracyOrigin.receiver
    private var timeIsArrival = false
    /// True if the numbers are stored as multiples of the last decimal place.
    private(set) var isShort = false

    /// The multiples per degree of latitude or longitude; one multiple is about a centimetre.
    private static let coordinateScale = 1e7
    /// The multiples per unit of any other value.
    private static let scale = 1e4

    /// Calls a closure with each optional value of a fix, in the order of their bits and of their columns.
    ///
    /// Avoids an array, because a long track has hundreds of thousands of fixes.
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

    /// Creates the shape of a fix without values.
    init() {}

    /// Creates the shape of a fix.
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

    /// Returns a number as a multiple of the last decimal place; `nil` if that does not restore it bit for bit.
    @inline(__always)
    private static func short(_ number: Double, _ scale: Double) -> Int32? {
        let scaled = number * scale
        // Truncates. The rounding of halves does not matter, because half a multiple never restores the number.
        let up = scaled < 0 ? scaled - 0.5 : scaled + 0.5
        guard up > -2_147_483_649, up < 2_147_483_648 else { return nil }
        let places = Int32(up)
        return (Double(places) / scale).bitPattern == number.bitPattern ? places : nil
    }

    /// The number of values of a fix of this shape.
    var width: Int { present.nonzeroBitCount + (present & Self.coordinateBit != 0 ? 1 : 0) }

    /// Appends a fix of this shape to a column.
    func append(_ fix: Fix, to values: inout [Double]) {
        if let coordinate = fix.coordinate {
            values.append(coordinate.latitude)
            values.append(coordinate.longitude)
        }
        if let satellites = fix.satellites { values.append(Double(bitPattern: UInt64(bitPattern: Int64(satellites)))) }
        Self.forEachValue(of: fix) { values.append($1) }
    }

    /// Appends a fix to a column if it has this shape and the shape is short.
    /// - Returns: False if the fix has another shape.
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

    /// Returns the bits of the values that a fix has.
    @inline(__always)
    private static func present(in fix: Fix) -> UInt16 {
        var present: UInt16 = 0
        if fix.coordinate != nil { present |= coordinateBit }
        if fix.satellites != nil { present |= satellitesBit }
        forEachValue(of: fix) { bit, _ in present |= bit }
        return present
    }

    /// Returns the fix whose numbers begin at an index of a column.
    func fix(of device: DeviceID, from values: [Double], at start: Int) -> Fix {
        var place = start
        func next() -> Double {
            defer { place += 1 }
            return values[place]
        }
        return fix(of: device, number: { _ in next() }, count: { Int(Int64(bitPattern: next().bitPattern)) })
    }

    /// Returns the fix whose multiples begin at an index of a column.
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
