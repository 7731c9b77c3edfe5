import GTKKit
import SensorModel
import ShumateKit
import ViewerModel

/// A track to compare with, that of the other set of parameters, a reference or roads, as a thin line over the one that is
/// shown.
@MainActor
final class ComparisonLayer: MapLayerContent {
    private let appearance: Appearance
    private let color: any KeyPath<ActivityPalette, RGB> & Sendable
    private var selection = TrackSelection()
    private var raster = StrokeRaster()
    /// The other run's track; nil if nothing is compared.
    var track: TimedTrack?
    /// The instant up to which it is drawn in full strength; `nil` for all of it.
    var until: Instant?
    /// Whether it is switched on.
    var isShown = true

    /// How strong the part is that the replay has not reached.
    private static let ahead = 0.35
    private static let width = 1.8
    private static let rim = 1.2

    /// Creates a layer of nothing.
    /// - Parameter color: The line's colour.
    init(appearance: Appearance, color: any KeyPath<ActivityPalette, RGB> & Sendable) {
        self.appearance = appearance
        self.color = color
    }

    func draw(in drawing: Drawing, projection: MapProjection) {
        guard isShown, let track else { return }
        let viewport = projection.viewport
        drawing.strokes(width: viewport.width, height: viewport.height, with: &raster) { target in
            let limit = until.map { track.limit(at: $0) }
            if let limit, limit < Double(track.geometry.count - 1) {
                track.geometry.select(in: viewport, into: &selection)
                stroke(in: &target, alpha: Self.ahead)
            }
            track.geometry.select(in: viewport, upTo: limit, into: &selection)
            stroke(in: &target, alpha: 1)
        }
    }

    /// A light rim keeps the line apart from what it lies on, whatever colour that has.
    private func stroke(in target: inout StrokeTarget, alpha: Double) {
        let palette = appearance.palette
        for (color, alpha, width) in [
            (palette.background, 0.8 * alpha, Self.width + 2 * Self.rim), (palette[keyPath: color], alpha, Self.width),
        ] {
            for run in selection.runs {
                target.stroke(
                    selection.vertices, run.range, width: width, dash: run.style.isDashed ? (width * 0.6, 6) : nil)
            }
            target.blend(color, alpha: alpha)
        }
    }
}
