import Geometry
import Glibc
import SensorModel

extension TrackGeometry {
    /// Chooses the parts of the track that a frame draws.
    ///
    /// Segments outside the widget are left out, and those that extend far beyond it are clipped. The rest is at the
    /// coarsest level of detail whose error is at most `options.tolerance` pixels, or a coarser one if those were too
    /// many. The level is the same on both sides of the divide and does not depend on it. O(chunks + segments drawn).
    /// - Parameters:
    ///   - viewport: The visible part of the map.
    ///   - divide: The index of the point that the replay has reached; `nil` for none. Fractions are between two points.
    ///   - options: The options of the choice.
    ///   - selection: Filled with the polylines up to the divide, then with those after it; previous contents are removed.
    public func select(
        in viewport: MapViewport, dividedAt divide: Double? = nil, options: Options = Options(),
        into selection: inout TrackSelection
    ) {
        selection.removeAll()
        guard count > 1, viewport.width > 0, viewport.height > 0 else { return }
        let last = Double(count - 1)
        let divide = divide.map { min(max(0, $0), last) } ?? last
        var pixels = options.tolerance
        while true {
            let level = detail.levels[detail.index(for: pixels / viewport.worldSize)]
            let isLast = pixels >= options.largestTolerance
            let frame = Frame(
                viewport: viewport, margin: options.margin, budget: isLast ? .max : options.segmentBudget)
            selection.error = level.tolerance * viewport.worldSize
            if isLast || !frame.isOverBudget(self, level),
                divide == 0 || frame.choose(0...divide, of: self, level, into: &selection)
            {
                selection.divide = selection.runs.count
                if divide == last || frame.choose(divide...last, of: self, level, into: &selection) { return }
            }
            selection.removeAll()
            pixels = min(options.largestTolerance, pixels * 2)
        }
    }

    /// One frame's choice at one level.
    private struct Frame {
        let viewport: MapViewport
        let view: MercatorBounds
        let budget: Int
        let clip: ClipBox

        init(viewport: MapViewport, margin: Double, budget: Int) {
            self.viewport = viewport
            self.budget = budget
            view = viewport.bounds(margin: margin)
            clip = ClipBox(viewport: viewport, margin: margin)
        }

        /// The copies of the world in which the track may be visible.
        private func copies(of track: TrackGeometry) -> ClosedRange<Int>? {
            let first = Int((view.minimumX - track.bounds.maximumX).rounded(.up))
            let last = Int((view.maximumX - track.bounds.minimumX).rounded(.down))
            return first <= last ? max(-4, first)...max(-4, min(4, last)) : nil
        }

        /// Returns whether the chunks that are wholly in view have too many segments, so that none need be collected.
        func isOverBudget(_ track: TrackGeometry, _ level: DetailLevel) -> Bool {
            guard let copies = copies(of: track) else { return false }
            let most = budget / DetailLevel.chunkLength + 2
            return copies.contains { copy in
                let shifted = view.moved(x: -Double(copy))
                return level.boxes.lazy.filter(shifted.contains).prefix(most).count == most
            }
        }

        /// Collects the segments of a part of the points at a level. O(chunks + segments).
        /// - Returns: False if they are over the budget.
        func choose(
            _ part: ClosedRange<Double>, of track: TrackGeometry, _ level: DetailLevel,
            into selection: inout TrackSelection
        ) -> Bool {
            guard let copies = copies(of: track) else { return true }
            let first = Int(part.lowerBound)
            let last = part.upperBound
            let chunks = level.boxes.indices
            let from = chunks.partitionPoint {
                level[min(level.count - 1, ($0 + 1) * DetailLevel.chunkLength)] <= first
            }
            let until = chunks.partitionPoint { Double(level[$0 * DetailLevel.chunkLength]) <= last }
            guard from <= until else { return true }
            for copy in copies {
                let offset = Double(copy)
                let shifted = view.moved(x: -offset)
                for chunk in from..<until where level.boxes[chunk].intersects(shifted) {
                    draw(chunk: chunk, of: level, (first, last), track, offset: offset, into: &selection)
                    guard selection.segmentCount <= budget else { return false }
                }
                if Double(level[level.count - 1]) > last {
                    drawTip(of: level, to: last, track, offset: offset, into: &selection)
                }
            }
            return true
        }

        private func draw(
            chunk: Int, of level: DetailLevel, _ part: (first: Int, last: Double), _ track: TrackGeometry,
            offset: Double, into selection: inout TrackSelection
        ) {
            let (xx, xy, _, yx, yy, _) = viewport.affine
            let centreX = viewport.centre.x - offset
            let centreY = viewport.centre.y
            let start = chunk * DetailLevel.chunkLength
            let end = min(level.count - 1, start + DetailLevel.chunkLength)
            func pixel(_ index: Int) -> ScreenPoint {
                let east = track.x[index] - centreX
                let south = track.y[index] - centreY
                return ScreenPoint(
                    x: viewport.width / 2 + xx * east + xy * south, y: viewport.height / 2 + yx * east + yy * south)
            }
            let begin = max(start + 1, (start..<end + 1).partitionPoint { level[$0] <= part.first })
            guard begin <= end else { return }
            var from = level[begin - 1]
            var pixelFrom = pixel(from)
            for place in begin...end {
                let to = level[place]
                if Double(to) > part.last { return }
                let pixelTo = pixel(to)
                let style = track.style(from: from, to: to)
                if style != .gap { append(style, pixelFrom, pixelTo, into: &selection) }
                from = to
                pixelFrom = pixelTo
            }
        }

        /// Draws the rest from the level's last point before the limit to the limit itself.
        private func drawTip(
            of level: DetailLevel, to last: Double, _ track: TrackGeometry, offset: Double,
            into selection: inout TrackSelection
        ) {
            let next = (0..<level.count).partitionPoint { Double(level[$0]) <= last }
            guard next > 0 else { return }
            let from = level[next - 1]
            let whole = Int(last)
            func pixel(_ x: Double, _ y: Double) -> ScreenPoint {
                viewport.screenPoint(of: UnitMercator(x: x + offset, y: y))
            }
            var pixelFrom = pixel(track.x[from], track.y[from])
            if whole > from {
                let pixelWhole = pixel(track.x[whole], track.y[whole])
                let style = track.style(from: from, to: whole)
                if style != .gap { append(style, pixelFrom, pixelWhole, into: &selection) }
                pixelFrom = pixelWhole
            }
            let share = last - Double(whole)
            guard share > 0, whole + 1 < track.count, track.styles[whole] != .gap else { return }
            let tip = pixel(
                track.x[whole] + share * (track.x[whole + 1] - track.x[whole]),
                track.y[whole] + share * (track.y[whole + 1] - track.y[whole]))
            append(track.styles[whole], pixelFrom, tip, into: &selection)
        }

        private func append(
            _ style: TrackStyle, _ from: ScreenPoint, _ to: ScreenPoint, into selection: inout TrackSelection
        ) {
            guard let (start, end) = clip.clipped(from, to) else { return }
            selection.append(style, from: start, to: end, isConnected: selection.vertices.last == start)
        }
    }

    /// Returns the style of the line that replaces the segments between two points: that of the majority of the first,
    /// the middle and the last segment.
    func style(from: Int, to: Int) -> TrackStyle {
        let first = styles[from]
        guard to > from + 1 else { return first }
        let middle = styles[(from + to) / 2]
        return first == styles[to - 1] ? first : middle
    }
}

/// Cuts segments to a box around the widget.
struct ClipBox: Sendable {
    let minimumX: Double
    let minimumY: Double
    let maximumX: Double
    let maximumY: Double
    let far: Double

    /// The minimum distance, in pixels, of a point that is moved. Closer points stay, so that dashes and joins do not
    /// drift.
    private static let reach = 2_000.0

    init(viewport: MapViewport, margin: Double) {
        minimumX = -margin
        minimumY = -margin
        maximumX = viewport.width + margin
        maximumY = viewport.height + margin
        far = Self.reach
    }

    /// Returns the segment with distant ends moved closer; `nil` if it is not visible. Source: Liang and Barsky (1984).
    func clipped(_ from: ScreenPoint, _ to: ScreenPoint) -> (ScreenPoint, ScreenPoint)? {
        if max(from.x, to.x) < minimumX || min(from.x, to.x) > maximumX { return nil }
        if max(from.y, to.y) < minimumY || min(from.y, to.y) > maximumY { return nil }
        if isNear(from), isNear(to) { return (from, to) }
        let alongX = to.x - from.x
        let alongY = to.y - from.y
        var enter = 0.0
        var leave = 1.0
        for (along, low, high) in [
            (alongX, minimumX - far - from.x, maximumX + far - from.x),
            (alongY, minimumY - far - from.y, maximumY + far - from.y),
        ] {
            if along == 0 {
                if low > 0 || high < 0 { return nil }
                continue
            }
            enter = max(enter, min(low / along, high / along))
            leave = min(leave, max(low / along, high / along))
        }
        guard enter < leave else { return nil }
        return (
            enter > 0 ? ScreenPoint(x: from.x + enter * alongX, y: from.y + enter * alongY) : from,
            leave < 1 ? ScreenPoint(x: from.x + leave * alongX, y: from.y + leave * alongY) : to
        )
    }

    private func isNear(_ point: ScreenPoint) -> Bool {
        point.x >= minimumX - far && point.x <= maximumX + far && point.y >= minimumY - far
            && point.y <= maximumY + far
    }
}
