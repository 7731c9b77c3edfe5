public import Geometry
import SensorModel

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
    /// not known. Reads a file, so not on the main thread.
    public func height(at place: Coordinate) -> Double? {
        guard place.isValid else { return nil }
        for file in files where file.square.contains(latitude: place.latitude, longitude: place.longitude) {
            if let height = try? file.square.height(at: place, file.read) { return height }
        }
        return nil
    }
}
