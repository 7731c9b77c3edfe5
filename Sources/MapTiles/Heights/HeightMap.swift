public import Geodesy
import Glibc

/// The ground heights from the user's files.
public struct HeightMap: Sendable {
    /// A file of heights and the way to read it.
    public struct File: Sendable {
        /// The part of the Earth that it covers.
        public let square: HeightSquare
        let read: HeightSquare.Read

        /// Describes a file.
        public init(_ square: HeightSquare, read: @escaping HeightSquare.Read) {
            self.square = square
            self.read = read
        }
    }

    private let files: [File]

    /// Creates a map of files. If two cover the same square, the finer one is used.
    public init(_ files: [File]) {
        var kept: [[Int]: File] = [:]
        for file in files {
            let corner = [file.square.south, file.square.west]
            if let other = kept[corner], other.square.side >= file.square.side { continue }
            kept[corner] = file
        }
        self.files = kept.values.sorted { ($0.square.south, $0.square.west) < ($1.square.south, $1.square.west) }
    }

    /// True if no file covers anything.
    public var isEmpty: Bool { files.isEmpty }

    /// Returns the height of the ground in metres above the geoid, bilinear between the four nearest; `nil` if it is
    /// not known. Reads 16 bytes, so not on the main thread.
    public func height(at place: Coordinate) -> Double? {
        guard place.isValid else { return nil }
        for file in files where file.square.contains(latitude: place.latitude, longitude: place.longitude) {
            let window = try? HeightWindow(
                file.square, south: place.latitude, north: place.latitude, west: place.longitude,
                east: place.longitude, step: 1, file.read)
            if let height = window?.height(latitude: place.latitude, longitude: place.longitude) {
                return Double(height)
            }
        }
        return nil
    }

    /// Returns whether a file covers a part of a tile.
    func covers(_ address: TileAddress) -> Bool {
        let grid = Grid(address, steps: 1)
        return files.contains { grid.touches($0.square) }
    }

    /// Returns the finest useful number of steps along a tile's side, at most `most`.
    func steps(over address: TileAddress, atMost most: Int) -> Int {
        let grid = Grid(address, steps: 1)
        let finest = files.filter { grid.touches($0.square) }.map(\.square.side).max() ?? 1
        return min(most, max(4, Int((Double(finest - 1) * grid.degrees).rounded(.up))))
    }

    /// Returns heights on an even grid over a tile and one step beyond it, row by row from the north-western corner.
    func heights(over address: TileAddress, steps: Int) throws -> [Float?] {
        let grid = Grid(address, steps: steps)
        var windows: [HeightWindow] = []
        for file in files where grid.touches(file.square) {
            let step = Int(grid.degrees / Double(steps) * Double(file.square.side - 1))
            let window = try HeightWindow(
                file.square, south: grid.latitudes.last ?? 0, north: grid.latitudes.first ?? 0, west: grid.west,
                east: grid.east, step: step, file.read)
            if let window { windows.append(window) }
        }
        var heights: [Float?] = []
        heights.reserveCapacity(grid.latitudes.count * grid.longitudes.count)
        for latitude in grid.latitudes {
            for longitude in grid.longitudes {
                var height: Float?
                for window in windows
                where height == nil && window.square.contains(latitude: latitude, longitude: longitude) {
                    height = window.height(latitude: latitude, longitude: longitude)
                }
                heights.append(height)
            }
        }
        return heights
    }

    /// The places over a tile at which heights are read.
    private struct Grid {
        /// The width of the tile in degrees of longitude.
        let degrees: Double
        let latitudes: [Double]
        let longitudes: [Double]
        let west: Double
        let east: Double

        init(_ address: TileAddress, steps: Int) {
            let side = 1 / Double(1 << address.zoom)
            let places = (-1...steps + 1).map { Double($0) / Double(steps) }
            let width = 360 * side
            degrees = width
            latitudes = places.map { UnitMercator(x: 0, y: (Double(address.y) + $0) * side).coordinate.latitude }
            longitudes = places.map { (Double(address.x) + $0) * width - 180 }
            west = longitudes.first ?? 0
            east = longitudes.last ?? 0
        }

        func touches(_ square: HeightSquare) -> Bool {
            Double(square.west) <= east && Double(square.west + 1) >= west
                && Double(square.south) <= latitudes.first ?? 0 && Double(square.south + 1) >= latitudes.last ?? 0
        }
    }
}
