import Geometry
import Glibc
public import SensorModel

/// The parallels and meridians of a viewport at a round spacing.
public struct Graticule: Sendable, Hashable {
    /// A parallel or a meridian.
    public struct Line: Sendable, Hashable {
        /// Its latitude or longitude in degrees.
        public var degrees: Double
        /// Its position: pixels from the left for a meridian, from the top for a parallel.
        public var position: Double
        /// Its name: `50.12° N`.
        public var label: Phrase
    }

    /// Degrees between two lines.
    public let spacing: Double
    /// The meridians, from west to east.
    public let meridians: [Line]
    /// The parallels, from north to south.
    public let parallels: [Line]
    /// The positions of the meridians without names between the named ones, and of the named ones.
    public let fineMeridians: [Double]
    /// The positions of the parallels without names between the named ones, and of the named ones.
    public let fineParallels: [Double]

    /// The number of parts into which fine lines divide the spacing.
    private static let fineParts = 5.0

    /// The possible spacings in degrees, from coarse to fine.
    private static let spacings: [Double] = [
        90, 45, 30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.000_5, 0.000_2, 0.000_1,
    ]

    /// Chooses the lines of a viewport that has north up, at least `distance` pixels apart.
    public init(_ viewport: MapViewport, distance: Double = 130) {
        let pixelsPerDegree = viewport.worldSize / 360
        let spacing = Self.spacings.last { $0 * pixelsPerDegree >= distance } ?? Self.spacings[0]
        self.spacing = spacing
        let decimals = max(0, Int((-log10(spacing) - 1e-9).rounded(.up)))
        let bounds = viewport.bounds()
        func x(_ degrees: Double) -> Double {
            viewport.screenPoint(of: UnitMercator(x: (degrees + 180) / 360, y: viewport.centre.y)).x
        }
        func y(_ degrees: Double) -> Double {
            let y = UnitMercator(Coordinate(latitude: degrees, longitude: 0)).y
            return viewport.screenPoint(of: UnitMercator(x: viewport.centre.x, y: y)).y
        }
        let (west, east) = (bounds.minimumX * 360 - 180, bounds.maximumX * 360 - 180)
        meridians = Self.multiples(of: spacing, west, east).map { degrees in
            let wrapped = wrappedDegrees(degrees)
            return Line(degrees: wrapped, position: x(degrees), label: longitudeText(wrapped, decimals: decimals))
        }
        let north = UnitMercator(x: 0.5, y: max(0, bounds.minimumY)).coordinate.latitude
        let south = UnitMercator(x: 0.5, y: min(1, bounds.maximumY)).coordinate.latitude
        parallels = Self.multiples(of: spacing, south, north).reversed().map { degrees in
            Line(degrees: degrees, position: y(degrees), label: latitudeText(degrees, decimals: decimals))
        }
        fineMeridians = Self.multiples(of: spacing / Self.fineParts, west, east).map(x)
        fineParallels = Self.multiples(of: spacing / Self.fineParts, south, north).reversed().map(y)
    }

    private static func multiples(of spacing: Double, _ low: Double, _ high: Double) -> [Double] {
        let first = (low / spacing).rounded(.up)
        let last = (high / spacing).rounded(.down)
        guard first.isFinite, last.isFinite, last >= first, last - first < 500 else { return [] }
        return (0...Int(last - first)).map { (first + Double($0)) * spacing }
    }
}
