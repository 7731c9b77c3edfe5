import Geometry
public import SensorModel

/// A file of heights over one square degree, in the layout of the Shuttle Radar Topography Mission (`.hgt`).
///
/// Source: NASA, SRTM User Guide: big-endian integers of two bytes in metres above the geoid, row by row from the
/// north-western corner; the outer rows and columns are those of the neighbouring squares, too.
public struct HeightSquare: Sendable, Hashable {
    /// The latitude of the southern edge in whole degrees.
    public let south: Int
    /// The longitude of the western edge in whole degrees.
    public let west: Int
    /// The number of heights along an edge: 1201 or 3601.
    public let side: Int

    /// Returns bytes at an offset of the file, or fewer at its end.
    public typealias Read = @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]

    /// The numbers of heights along an edge that a file can have: of three seconds of arc, and of one.
    public static let sides = [1201, 3601]
    /// The largest length of a file in bytes.
    public static let mostBytes = 2 * 3601 * 3601
    /// Bytes of a height.
    static let width = 2
    /// The heights that are possible on Earth, in metres; others, and the -32768 of the layout, are missing.
    private static let possible: ClosedRange<Int16> = -1_000...9_000

    /// Describes a file by its name and its length.
    /// - Parameters:
    ///   - name: The file's name, such as `N52E013.hgt` or `N52E013.SRTMGL1.hgt`.
    ///   - byteCount: The length of the file.
    /// - Throws: ``HeightError``.
    public init(name: String, byteCount: Int) throws(HeightError) {
        guard let corner = Self.corner(name: name) else { throw .name }
        guard let side = Self.sides.first(where: { Self.width * $0 * $0 == byteCount }) else {
            throw .length(bytes: byteCount)
        }
        (south, west) = corner
        self.side = side
    }

    /// Returns the south-western corner that a name states; `nil` if it states none.
    static func corner(name: String) -> (south: Int, west: Int)? {
        let letters = Array(name.uppercased().utf8.prefix(8))
        guard letters.count == 8, letters[7] == UInt8(ascii: "."),
            let latitude = number(letters[1...2]), let longitude = number(letters[4...6])
        else { return nil }
        let south: Int
        switch letters[0] {
        case UInt8(ascii: "N"): south = latitude
        case UInt8(ascii: "S"): south = -latitude
        default: return nil
        }
        let west: Int
        switch letters[3] {
        case UInt8(ascii: "E"): west = longitude
        case UInt8(ascii: "W"): west = -longitude
        default: return nil
        }
        guard (-90..<90).contains(south), (-180..<180).contains(west) else { return nil }
        return (south, west)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = 10 * number + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }

    /// Returns whether a place lies in the square or on its edge.
    func contains(latitude: Double, longitude: Double) -> Bool {
        (Double(south)...Double(south + 1)).contains(latitude) && (Double(west)...Double(west + 1)).contains(longitude)
    }

    /// The share of the distance between two heights within which a place counts as on one of them.
    private static let onHeight = 1e-6

    /// Returns the height at a place within the square, in metres; `nil` if one of the four nearest is missing.
    func height(at place: Coordinate, _ read: Read) throws -> Double? {
        let (upper, down) = parts((Double(south + 1) - place.latitude) * Double(side - 1))
        let (left, right) = parts((place.longitude - Double(west)) * Double(side - 1))
        var height = 0.0
        // A height without weight may be missing, or lie beyond the square.
        for (row, weight) in [(upper, 1 - down), (upper + 1, down)] where weight > 0 {
            let pair = try heights(row: row, columns: left...min(left + 1, side - 1), read)
            height += weight * (pair[0] * (1 - right) + (right > 0 ? pair[1] * right : 0))
        }
        return height.isFinite ? height : nil
    }

    /// Splits a position in a row or a column into the height before it and the share of the way to the next.
    private func parts(_ position: Double) -> (Int, Double) {
        let nearest = position.rounded()
        let place = min(Double(side - 1), max(0, abs(position - nearest) < Self.onHeight ? nearest : position))
        return (Int(place), place - place.rounded(.down))
    }

    /// Returns heights of a row, in metres; those that are missing are not a number.
    private func heights(row: Int, columns: ClosedRange<Int>, _ read: Read) throws -> [Double] {
        let bytes = try read(Self.width * (row * side + columns.lowerBound), Self.width * columns.count)
        return (0..<columns.count).map { place in
            guard Self.width * place + 1 < bytes.count else { return .nan }
            let height = Int16(
                bitPattern: UInt16(bytes[Self.width * place]) << 8 | UInt16(bytes[Self.width * place + 1]))
            return Self.possible.contains(height) ? Double(height) : .nan
        }
    }
}

/// A fault of a file of heights.
public enum HeightError: PhrasedError, Sendable, Hashable {
    /// The name does not state where the file lies.
    case name
    /// The length is not that of a square degree.
    case length(bytes: Int)

    /// A sentence that says what is wrong and what to do.
    public var phrase: Phrase {
        switch self {
        case .name:
            Phrase(
                translatable(
                    "Its name does not say where it lies: name it after its south-western corner, such as N52E013.hgt.")
            )
        case .length(let bytes):
            Phrase(
                translatable(
                    "It has {1} bytes instead of 2884802 or 25934402: download it again, or choose a file of SRTM."),
                "\(bytes)")
        }
    }
}
