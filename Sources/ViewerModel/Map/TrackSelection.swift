/// The part of a track that is drawn in one frame: polylines in widget pixels.
///
/// It is reused for the next frame, and filled by ``TrackGeometry/select(in:dividedAt:options:into:)``, so that panning
/// allocates no memory.
public struct TrackSelection: Sendable {
    /// One polyline of one style.
    public struct Run: Sendable, Hashable {
        /// The colour of the polyline, and whether it is dashed.
        public var style: TrackStyle
        /// The range of its points in ``TrackSelection/vertices``, at least two.
        public var range: Range<Int>
    }

    /// The points of all polylines, one after the other.
    public internal(set) var vertices: [ScreenPoint] = []
    /// The polylines, in the order of time.
    public internal(set) var runs: [Run] = []
    /// The number of polylines before the point that divides the track; all of them if nothing divides it.
    var divide = 0
    /// The largest error of the drawn line, in pixels.
    public internal(set) var error = 0.0

    /// Creates an empty selection.
    public init() {}

    /// The polylines before the point that divides the track.
    public var reached: ArraySlice<Run> { runs[..<divide] }
    /// The polylines after the point that divides the track.
    public var ahead: ArraySlice<Run> { runs[divide...] }

    /// The number of line segments that are drawn.
    public var segmentCount: Int { vertices.count - runs.count }

    mutating func removeAll() {
        divide = 0
        vertices.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        error = 0
    }

    mutating func append(_ style: TrackStyle, from start: ScreenPoint, to end: ScreenPoint, isConnected: Bool) {
        if isConnected, runs.count > divide, let last = runs.last, last.style == style {
            vertices.append(end)
            runs[runs.count - 1].range = last.range.lowerBound..<vertices.count
        } else {
            vertices.append(start)
            vertices.append(end)
            runs.append(Run(style: style, range: (vertices.count - 2)..<vertices.count))
        }
    }
}
