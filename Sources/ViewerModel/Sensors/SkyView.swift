import Glibc
public import SensorModel

/// The plot of a receiver's sky: north at the top, the zenith in the middle, the horizon at the rim.
public struct SkyView: Sendable, Hashable {
    /// A satellite on the plot.
    public struct Mark: Sendable, Hashable {
        /// From the middle to the right, in shares of the radius.
        public var x: Double
        /// From the middle downwards, in shares of the radius.
        public var y: Double
        /// The constellation's letter and the satellite's number: `G12`.
        public var label: String
        /// Whether the fix uses it.
        public var isUsed: Bool
        /// The strength of the signal, 0 ... 1; `nil` if the receiver does not report it.
        public var strength: Double?
    }

    /// The satellites with a known position, with the used ones last, so that they are on top.
    public let marks: [Mark]
    /// Satellites that the fix uses.
    public let usedCount: Int
    /// The number of satellites in view, including those without a known position.
    public let count: Int
    /// The horizontal dilution of precision; `nil` if the receiver does not report it.
    public let horizontalDilution: Double?
    /// The vertical dilution of precision.
    public let verticalDilution: Double?
    /// The position dilution of precision.
    public let positionDilution: Double?

    /// The range of signal strengths in dB-Hz, from barely usable to excellent.
    private static let strengths = 15.0...48.0

    /// Creates the plot of a sky. O(n log n).
    public init(_ sky: Sky) {
        count = sky.satellites.count
        usedCount = sky.satellites.count { $0.isUsed }
        horizontalDilution = sky.horizontalDilution
        verticalDilution = sky.verticalDilution
        positionDilution = sky.positionDilution
        marks = sky.satellites.sorted { ($0.isUsed ? 1 : 0, $0.number) < ($1.isUsed ? 1 : 0, $1.number) }
            .compactMap(Self.mark)
    }

    private static func mark(_ satellite: Satellite) -> Mark? {
        guard let elevation = satellite.elevationDegrees, let azimuth = satellite.azimuthDegrees,
            (0...90).contains(elevation), azimuth.isFinite
        else { return nil }
        let radius = (90 - elevation) / 90
        let angle = azimuth / 180 * .pi
        let strength = satellite.signalStrength.flatMap { value in
            value > 0 ? (value - strengths.lowerBound) / (strengths.upperBound - strengths.lowerBound) : nil
        }
        return Mark(
            x: radius * sin(angle), y: -radius * cos(angle), label: label(of: satellite), isUsed: satellite.isUsed,
            strength: strength.map { min(1, max(0, $0)) })
    }

    /// The letters of RINEX; empty if the constellation is not known.
    ///
    /// gpsd numbers the satellites of all constellations consecutively, so the offset of the constellation is
    /// subtracted.
    private static func label(of satellite: Satellite) -> String {
        let letters = [0: "G", 1: "S", 2: "E", 3: "C", 5: "J", 6: "R", 7: "I"]
        let before: [Int: (numbers: ClosedRange<Int>, count: Int)] = [
            1: (101...199, 100), 2: (301...336, 300), 3: (401...463, 400), 6: (65...96, 64),
        ]
        guard let constellation = satellite.constellation, let letter = letters[constellation] else {
            return "\(satellite.number)"
        }
        let offset = before[constellation].flatMap { $0.numbers.contains(satellite.number) ? $0.count : nil } ?? 0
        return letter + "\(satellite.number - offset)"
    }

    /// Returns the centre of each mark's label in pixels from the middle of the plot; `nil` for a mark without room for
    /// one. A label covers no mark and no other label; used satellites choose first. O(n²).
    /// - Parameters:
    ///   - radius: The radius of the plot in pixels.
    ///   - markRadius: The radius of a mark in pixels.
    ///   - size: Returns the size of a label in pixels.
    public func labelPlaces(
        radius: Double, markRadius: Double, size: (Mark) -> (width: Double, height: Double)
    ) -> [ScreenPoint?] {
        let points = marks.map { ScreenPoint(x: $0.x * radius, y: $0.y * radius) }
        let dots = points.map { RouteMarks.Box(around: $0, width: 2 * markRadius, height: 2 * markRadius) }
        var places = [ScreenPoint?](repeating: nil, count: marks.count)
        var taken: [RouteMarks.Box] = []
        // The used ones are on top.
        for index in marks.indices.reversed() {
            let (width, height) = size(marks[index])
            let point = points[index]
            let (across, down) = (markRadius + 1 + width / 2, markRadius + height / 2)
            for (dx, dy) in [(0.0, down), (0, -down), (across, 0), (-across, 0)] {
                let place = ScreenPoint(x: point.x + dx, y: point.y + dy)
                let box = RouteMarks.Box(around: place, width: width, height: height)
                let isFree =
                    !taken.contains(where: box.intersects)
                    && !dots.indices.contains { $0 != index && dots[$0].intersects(box) }
                guard isFree else { continue }
                taken.append(box)
                places[index] = place
                break
            }
        }
        return places
    }
}
