import Geodesy
import Glibc
import NavigationMath

extension TrackGeometry {
    /// Chooses the parts of the track that a frame draws.
    ///
    /// Segments outside the widget are left out, and those that extend far beyond it are clipped. The rest is at the
    /// coarsest level of detail whose error is at most `options.tolerance` pixels. O(chunks + segments drawn).
    /// - Parameters:
    ///   - viewport: The visible part of the map.
    ///   - start: The first relevant point; the line begins at or shortly before it.
    ///   - limit: The last point to draw; `nil` for all. Fractions end between two points.
    ///   - options: The options of the choice.
    ///   - selection: Filled with the polylines; previous contents are removed.
    public func select(
        in viewport: MapViewport, from start: Double = 0, upTo limit: Double? = nil, options: Options = Options(),
        into selection: inout TrackSelection
    ) {
        selection.removeAll()
        let last = limit.map { min(Double(count - 1), $0) } ?? Double(count - 1)
        guard count > 1, last > 0, viewport.width > 0, viewport.height > 0 else { return }
        var pixels = options.tolerance
        while true {
            let level = detail.levels[detail.index(for: pixels / viewport.worldSize)]
            let isLast = pixels >= options.largestTolerance
            var frame = Frame(
                viewport: viewport, margin: options.margin, range: start...max(start, last),
                budget: isLast ? .max : options.segmentBudget)
            frame.choose(from: self, level, into: &selection)
            selection.error = level.tolerance * viewport.worldSize
            if !frame.isOverBudget { return }
            selection.removeAll()
            pixels = min(options.largestTolerance, pixels * 2)
        }
    }

    /// One frame's choice at one level.
    private struct Frame {
        let viewport: MapViewport
        let view: MercatorBounds
        let first: Int
        let last: Double
        let budget: Int
        let clip: ClipBox
        var isOverBudget = false

        init(viewport: MapViewport, margin: Double, range: ClosedRange<Double>, budget: Int) {
            self.viewport = viewport
            first = Int(range.lowerBound)
            last = range.upperBound
            self.budget = budget
            view = viewport.bounds(margin: margin)
            clip = ClipBox(viewport: viewport, margin: margin)
        }

        mutating func choose(from track: TrackGeometry, _ level: DetailLevel, into selection: inout TrackSelection) {
            // The track may be visible in more than one copy of the world.
            let firstCopy = Int((view.minimumX - track.bounds.maximumX).rounded(.up))
            let lastCopy = Int((view.maximumX - track.bounds.minimumX).rounded(.down))
            guard firstCopy <= lastCopy else { return }
            for copy in max(-4, firstCopy)...max(-4, min(4, lastCopy)) {
                let offset = Double(copy)
                let shifted = view.moved(x: -offset)
                guard !isOver(budget, level, within: shifted) else {
                    isOverBudget = true
                    return
                }
                for (chunk, box) in level.boxes.enumerated() where box.intersects(shifted) {
                    draw(chunk: chunk, of: level, track, offset: offset, shifted, into: &selection)
                    guard selection.segmentCount <= budget else {
                        isOverBudget = true
                        return
                    }
                }
                if Double(level[level.count - 1]) > last {
                    drawTip(of: level, track, offset: offset, into: &selection)
                }
            }
        }

        /// Returns whether the chunks that are wholly in view have too many segments. Collecting them would be of no use.
        private func isOver(_ budget: Int, _ level: DetailLevel, within view: MercatorBounds) -> Bool {
            guard budget < .max else { return false }
            let chunks = level.boxes.indices
            let from = chunks.partitionPoint { level[$0 * DetailLevel.chunkLength] < first }
            let until = chunks.partitionPoint {
                Double(level[min(level.count - 1, ($0 + 1) * DetailLevel.chunkLength)]) <= last
            }
            guard from < until else { return false }
            let most = budget / DetailLevel.chunkLength + 2
            return level.boxes[from..<until].lazy.filter(view.contains).prefix(most).count == most
        }

        private func draw(
            chunk: Int, of level: DetailLevel, _ track: TrackGeometry, offset: Double, _ shifted: MercatorBounds,
            into selection: inout TrackSelection
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
            guard level[end] > first else { return }
            var from = level[start]
            var pixelFrom = pixel(from)
            for place in (start + 1)...max(start + 1, end) where place <= end {
                let to = level[place]
                if Double(to) > last { return }
                let pixelTo = pixel(to)
                guard to > first else {
                    from = to
                    pixelFrom = pixelTo
                    continue
                }
                let style = track.style(from: from, to: to)
                if style != .gap { append(style, pixelFrom, pixelTo, into: &selection) }
                from = to
                pixelFrom = pixelTo
            }
        }

        /// Draws the rest from the level's last point before the limit to the limit itself.
        private func drawTip(
            of level: DetailLevel, _ track: TrackGeometry, offset: Double, into selection: inout TrackSelection
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
