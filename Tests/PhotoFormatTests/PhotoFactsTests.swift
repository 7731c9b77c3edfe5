import Geodesy
import SensorModel
import Testing

@testable import PhotoFormat

@Suite struct PhotoFactsTests {
    /// A made-up photo: values of its directories, in the order in which they are written.
    struct Photo {
        var isBigEndian = false
        var orientation: Int?
        var time: String?
        var offset: String?
        var position: [(tag: Int, type: Int, parts: [Int])] = []
        var thumbnail: [UInt8] = []
        var size: (width: Int, height: Int)? = (4_000, 3_000)
        var frame: UInt8 = 0xC0

        private func number(_ value: Int, _ width: Int) -> [UInt8] {
            let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isBigEndian ? bytes.reversed() : bytes
        }

        private func directory(
            _ values: [(tag: Int, type: Int, bytes: [UInt8], count: Int)], at start: Int, next: Int = 0
        ) -> [UInt8] {
            var (entries, more) = ([UInt8](), [UInt8]())
            let end = start + 2 + 12 * values.count + 4
            for value in values {
                entries += number(value.tag, 2) + number(value.type, 2) + number(value.count, 4)
                if value.bytes.count <= 4 {
                    entries += value.bytes + [UInt8](repeating: 0, count: 4 - value.bytes.count)
                } else {
                    entries += number(end + more.count, 4)
                    more += value.bytes
                }
            }
            return number(values.count, 2) + entries + number(next, 4) + more
        }

        private func text(_ tag: Int, _ text: String) -> (Int, Int, [UInt8], Int) {
            (tag, 2, Array(text.utf8) + [0], text.utf8.count + 1)
        }

        /// The Exif data.
        var exif: [UInt8] {
            var details: [(tag: Int, type: Int, bytes: [UInt8], count: Int)] = []
            if let time { details.append(text(0x9003, time)) }
            if let offset { details.append(text(0x9011, offset)) }
            let places = position.map { value in
                let width = [2: 1, 3: 2, 4: 4, 5: 4][value.type] ?? 1
                let bytes = value.parts.flatMap { number($0, width) }
                return (value.tag, value.type, bytes, value.type == 5 ? value.parts.count / 2 : value.parts.count)
            }
            var first: [(tag: Int, type: Int, bytes: [UInt8], count: Int)] = []
            if let orientation { first.append((0x0112, 3, number(orientation, 2), 1)) }
            let firstEnd = 8 + 2 + 12 * (first.count + 2) + 4
            let detailBytes = directory(details, at: firstEnd)
            let positionStart = firstEnd + detailBytes.count
            let positionBytes = directory(places, at: positionStart)
            let nextStart = positionStart + positionBytes.count
            first.append((0x8769, 4, number(firstEnd, 4), 1))
            first.append((0x8825, 4, number(positionStart, 4), 1))
            let small = nextStart + 2 + 24 + 4
            let nextBytes = directory(
                [(0x0201, 4, number(small, 4), 1), (0x0202, 4, number(thumbnail.count, 4), 1)], at: nextStart)
            return Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
                + directory(first, at: 8, next: thumbnail.isEmpty ? 0 : nextStart) + detailBytes + positionBytes
                + (thumbnail.isEmpty ? [] : nextBytes + thumbnail)
        }

        /// The file.
        var bytes: [UInt8] {
            func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
                let length = content.count + 2
                return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
            }
            var bytes: [UInt8] = [0xFF, 0xD8] + segment(0xE0, Array("JFIF\0".utf8))
            bytes += segment(0xE1, Array("Exif\0\0".utf8) + exif)
            if let size {
                let (width, height) = (size.width, size.height)
                bytes += segment(
                    frame, [8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), 3])
            }
            return bytes + segment(0xDA, [0]) + [1, 2, 3]
        }
    }

    /// 50° 5' 14.64" N, 14° 25' 16.5" E.
    private static let prague: [(tag: Int, type: Int, parts: [Int])] = [
        (1, 2, [78, 0]), (2, 5, [50, 1, 5, 1, 1_464, 100]), (3, 2, [69, 0]), (4, 5, [14, 1, 25, 1, 165, 10]),
    ]

    @Test(arguments: [false, true]) func `all facts are read in either order of bytes`(isBigEndian: Bool) throws {
        var photo = Photo(isBigEndian: isBigEndian, orientation: 6, time: "2026:05:16 12:03:20", offset: "+02:00")
        photo.position = Self.prague
        photo.thumbnail = [0xFF, 0xD8, 7, 7, 7]
        let facts = try #require(PhotoFacts(photo.bytes))
        let place = try #require(facts.place)
        #expect(abs(place.latitude - 50.0874) < 1e-9 && abs(place.longitude - 14.42125) < 1e-9)
        #expect(facts.clockTime == CivilDate(year: 2026, month: 5, day: 16)?.instant(secondOfDay: 43_400))
        #expect(facts.utcOffset == 7_200 && facts.orientation == 6)
        #expect(facts.width == 4_000 && facts.height == 3_000 && !facts.isProgressive)
        #expect(try Array(photo.bytes[#require(facts.thumbnail)]) == photo.thumbnail)
    }

    @Test func `south and west are negative`() throws {
        var photo = Photo()
        photo.position = [(1, 2, [83, 0]), (2, 5, [33, 1, 30, 1]), (3, 2, [87, 0]), (4, 5, [70, 1])]
        #expect(PhotoFacts(photo.bytes)?.place == Coordinate(latitude: -33.5, longitude: -70))
    }

    @Test func `a place that is void, impossible, incomplete or zero is missing`() throws {
        let (north, east): ((tag: Int, type: Int, parts: [Int]), (tag: Int, type: Int, parts: [Int])) = (
            (1, 2, [78, 0]), (3, 2, [69, 0])
        )
        let wrong: [[(tag: Int, type: Int, parts: [Int])]] = [
            [], Self.prague + [(9, 2, [86, 0])], Array(Self.prague.dropFirst()), Array(Self.prague.dropLast()),
            [north, (2, 5, [0, 0, 0, 0, 0, 0]), east, (4, 5, [0, 0, 0, 0, 0, 0])],
            [north, (2, 5, [0, 1, 0, 1, 0, 1]), east, (4, 5, [0, 1, 0, 1, 0, 1])],
            [north, (2, 5, [91, 1]), east, (4, 5, [14, 1])], [north, (2, 5, [50, 1]), east, (4, 5, [181, 1])],
            [(1, 2, [88, 0]), (2, 5, [50, 1]), east, (4, 5, [14, 1])],
            [north, (2, 4, [50]), east, (4, 5, [14, 1])],
            [north, (2, 5, [50, 1, 0, 1, 0, 1, 0, 1]), east, (4, 5, [14, 1])],
        ]
        for position in wrong {
            var photo = Photo(time: "2026:05:16 12:03:20")
            photo.position = position
            let facts = try #require(PhotoFacts(photo.bytes))
            #expect(facts.place == nil && facts.clockTime != nil, "\(position)")
        }
    }

    @Test(arguments: [
        "0000:00:00 00:00:00", "    :  :     :  :  ", "2026:02:30 10:00:00", "2026:05:16 24:00:00", "2026-05-16", "",
        "2026:05:16 10:00", "2026:05:16 10:-1:00", "9999:12:31 23:59:59", "noon",
    ])
    func `an invalid time is missing`(time: String) throws {
        #expect(try #require(PhotoFacts(Photo(time: time).bytes)).clockTime == nil)
    }

    @Test(
        arguments: [("Z", 0), ("-03:30", -12_600), ("+00:00", 0), ("+15:00", nil), ("02:00", nil), ("+2", nil)]
            as [(String, Int?)])
    func `an offset has a sign, hours and minutes`(offset: String, seconds: Int?) throws {
        #expect(try #require(PhotoFacts(Photo(offset: offset).bytes)).utcOffset == seconds)
    }

    @Test func `a progressive picture is recognised, an invalid orientation is ignored`() throws {
        let facts = try #require(PhotoFacts(Photo(orientation: 9, frame: 0xC2).bytes))
        #expect(facts.isProgressive && facts.orientation == 1 && facts.thumbnail == nil)
    }

    @Test func `what is not a JPEG has no facts`() {
        for bytes in [[], [0xFF], [0xFF, 0xD8], Array("GIF89a".utf8), [UInt8](repeating: 0, count: 1_000)] as [[UInt8]]
        {
            #expect(PhotoFacts(bytes) == nil)
        }
    }

    @Test func `a file that ends anywhere, or has any byte changed, is read without a crash`() throws {
        var photo = Photo(orientation: 3, time: "2026:05:16 12:03:20", offset: "+02:00")
        photo.position = Self.prague
        photo.thumbnail = [0xFF, 0xD8, 7]
        let bytes = photo.bytes
        for count in bytes.indices { _ = PhotoFacts(Array(bytes.prefix(count))) }
        for index in bytes.indices {
            for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] = value
                guard let facts = PhotoFacts(changed) else { continue }
                #expect(facts.place?.isValid ?? true)
                if let part = facts.thumbnail { #expect(part.upperBound <= changed.count) }
            }
        }
    }

    @Test func `a directory that leads to itself ends`() throws {
        var photo = Photo(time: "2026:05:16 12:03:20")
        photo.thumbnail = [1]
        var bytes = photo.bytes
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("II*\0".utf8)) })
        // The offsets of the details and of the position lead to the first directory.
        for entry in 0..<2 { bytes[start + 8 + 2 + 12 * entry + 8] = 8 }
        #expect(try #require(PhotoFacts(bytes)).clockTime == nil)
    }
}
