public import Geodesy
public import SensorModel

/// The position, the time and the orientation of a photo, according to its JPEG file.
///
/// This does not use libexif, because C code would read untrusted files in the window's process. The seven values need
/// about two hundred lines, which cannot access memory outside their array.
///
/// Source: CIPA DC-008 (Exif 2.32), sections 4.5 to 4.6; TIFF 6.0, section 2; ITU-T T.81, annex B.
public struct PhotoFacts: Sendable, Hashable {
    /// The position that the camera stored; `nil` if there is none.
    public var place: Coordinate?
    /// The time on the camera's clock, interpreted as UTC; `nil` if it is not stated.
    public var clockTime: Instant?
    /// The offset of the camera's clock from UTC in seconds, positive to the east; `nil` if it is not stated.
    public var utcOffset: Int?
    /// The required rotation, as an Exif orientation from 1 to 8; 1 is upright.
    public var orientation = 1
    /// The width of the stored picture in pixels; `nil` if the beginning of the file does not contain it.
    public var width: Int?
    /// The height of the stored picture in pixels; `nil` if the beginning of the file does not contain it.
    public var height: Int?
    /// Whether decoding needs the whole picture in memory.
    public var isProgressive = false
    /// The range of the thumbnail in the file, a small JPEG; `nil` if there is none.
    public var thumbnail: Range<Int>?

    /// The number of bytes at the beginning of a file that contain the facts.
    public static let headLength = 1 << 17

    /// Reads the beginning of a file; `nil` if it is not a JPEG. Damaged values count as missing.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count > 3, bytes[0] == 0xFF, bytes[1] == 0xD8, bytes[2] == 0xFF else { return nil }
        var place = 2
        var isRead = false
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            // A marker can be padded.
            guard marker != 0xFF else {
                place += 1
                continue
            }
            // The start or the end of the picture.
            guard marker != 0xDA, marker != 0xD9 else { return }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard length >= 2 else { return }
            let content = place + 4..<min(bytes.count, place + 2 + length)
            guard content.lowerBound <= content.upperBound else { return }
            if marker == 0xE1, !isRead, bytes[content].starts(with: Array("Exif\0\0".utf8)) {
                isRead = true
                if let exif = ExifDirectory(bytes, content.lowerBound + 6..<content.upperBound) { use(exif) }
            } else if Self.isFrame(marker), content.count >= 5 {
                height = Int(bytes[content.lowerBound + 1]) << 8 | Int(bytes[content.lowerBound + 2])
                width = Int(bytes[content.lowerBound + 3]) << 8 | Int(bytes[content.lowerBound + 4])
                isProgressive = marker & 3 == 2
            }
            place += 2 + length
        }
    }

    /// Returns whether a marker begins the description of a picture. Three of the sixteen markers have another meaning.
    private static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    private mutating func use(_ exif: ExifDirectory) {
        if let value = exif.number(.orientation), (1...8).contains(value) { orientation = value }
        if let details = exif.directory(.details) {
            clockTime = details.text(.originalTime).flatMap(Self.time)
            utcOffset = details.text(.originalOffset).flatMap(Self.offset)
        }
        if let position = exif.directory(.position) { place = Self.place(position) }
        if let small = exif.next, let start = small.number(.thumbnail), let count = small.number(.thumbnailLength) {
            thumbnail = exif.fileRange(start, count)
        }
    }

    /// Returns the coordinate of a position; `nil` if a part is missing or impossible, or if the camera marks it as
    /// invalid.
    private static func place(_ position: ExifDirectory) -> Coordinate? {
        guard position.text(.positionStatus)?.first != "V",
            let latitude = angle(position.fractions(.latitude), position.text(.latitudeSide), "N", "S"),
            let longitude = angle(position.fractions(.longitude), position.text(.longitudeSide), "E", "W")
        else { return nil }
        let place = Coordinate(latitude: latitude, longitude: longitude)
        // A camera without a fix writes zero for both.
        return place.isValid && (latitude, longitude) != (0, 0) ? place : nil
    }

    private static func angle(
        _ parts: [Double]?, _ side: String?, _ positive: Character, _ negative: Character
    ) -> Double? {
        guard let parts, let first = parts.first, parts.count <= 3, let side = side?.first else { return nil }
        let degrees = first + (parts.count > 1 ? parts[1] / 60 : 0) + (parts.count > 2 ? parts[2] / 3_600 : 0)
        return side == positive ? degrees : side == negative ? -degrees : nil
    }

    /// Reads a time such as `2026:05:16 10:03:20`.
    private static func time(_ text: String) -> Instant? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == " " }.map { Int($0) }
        guard parts.count == 6, let year = parts[0], let month = parts[1], let day = parts[2], let hour = parts[3],
            let minute = parts[4], let second = parts[5], (0..<24).contains(hour), (0..<60).contains(minute),
            (0...60).contains(second)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)?
            .instant(secondOfDay: hour * 3_600 + minute * 60 + second)
    }

    /// Reads an offset such as `+02:00`, in seconds.
    private static func offset(_ text: String) -> Int? {
        guard let sign = text.first, sign == "+" || sign == "-" else { return text == "Z" ? 0 : nil }
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let hours = parts[0], let minutes = parts[1], (0...14).contains(hours),
            (0..<60).contains(minutes)
        else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }
}
