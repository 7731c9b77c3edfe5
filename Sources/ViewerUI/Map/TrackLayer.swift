import GTKKit
import Geodesy
import SensorModel
import ShumateKit
import ViewerModel

/// The tracks of the session over the map, each kind a layer that can be switched off.
@MainActor
final class TrackLayer: MapLayerContent {
    private let appearance: Appearance
    /// What is drawn.
    var tracks = TrackColumns()
    /// Until when it is drawn in full strength; what comes later is only hinted at.
    var until: Instant?
    /// The layers that are switched on.
    var shown: Set<TrackKind> = TrackKind.initial

    init(appearance: Appearance) { self.appearance = appearance }

    func draw(in drawing: Drawing, projection: MapProjection) {
        let palette = appearance.palette
        if shown.contains(.raw) {
            stroke(tracks.raw, in: drawing, projection, color: Color(palette.raw), width: 1)
        }
        if shown.contains(.filtered) {
            stroke(tracks.filtered, in: drawing, projection, color: Color(palette.filtered), width: 2.5)
        }
        if shown.contains(.simplified) {
            stroke(tracks.simplified, in: drawing, projection, color: Color(palette.automotive), width: 4)
        }
        if shown.contains(.rejected) {
            drawing.setLine(width: 1.8)
            drawing.setColor(Color(palette.rejected))
            for point in tracks.rejected.points {
                let (x, y) = projection.pixel(point)
                guard x > -9, y > -9, x < projection.width + 9, y < projection.height + 9 else { continue }
                drawing.move(x - 3.5, y - 3.5)
                drawing.line(x + 3.5, y + 3.5)
                drawing.move(x + 3.5, y - 3.5)
                drawing.line(x - 3.5, y + 3.5)
            }
            drawing.stroke()
        }
    }

    private func stroke(
        _ column: TrackColumns.Column, in drawing: Drawing, _ projection: MapProjection, color: Color, width: Double
    ) {
        let count = until.map(column.count(upTo:)) ?? column.points.count
        drawing.setLine(width: width)
        drawing.setColor(color.with(alpha: 0.25))
        path(column.points[max(0, count - 1)...], in: drawing, projection)
        drawing.stroke()
        drawing.setColor(color)
        path(column.points[..<count], in: drawing, projection)
        drawing.stroke()
    }

    private func path(_ points: ArraySlice<UnitMercator>, in drawing: Drawing, _ projection: MapProjection) {
        drawing.newPath()
        for point in points {
            let (x, y) = projection.pixel(point)
            drawing.line(x, y)
        }
    }
}

/// The kinds of tracks that the map shows.
enum TrackKind: String, CaseIterable {
    case raw = "Raw"
    case rejected = "Rejected"
    case filtered = "Filtered"
    case simplified = "Simplified"

    static let initial: Set<TrackKind> = [.raw, .rejected, .simplified]

    func color(_ palette: ActivityPalette) -> Color {
        switch self {
        case .raw: Color(palette.raw)
        case .rejected: Color(palette.rejected)
        case .filtered: Color(palette.filtered)
        case .simplified: Color(palette.automotive)
        }
    }
}
