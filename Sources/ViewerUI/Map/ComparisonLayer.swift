import GTKKit
import SensorModel
import ShumateKit
import Viewer
import ViewerModel

/// A track for comparison, drawn as a thin line over the shown one: that of the other set of parameters, a reference,
/// or roads.
@MainActor
final class ComparisonLayer: MapLayerContent {
    private let appearance: Appearance
    private let color: any KeyPath<ActivityPalette, RGB> & Sendable
    private var selection = TrackSelection()
    private var raster = StrokeRaster()
    /// The other run's track; `nil` if nothing is compared.
    var track: TimedTrack?
    private let replay: ReplayController
    private let kind: TrackKind?

    /// The opacity of the part that the replay has not reached.
    private static let ahead = 0.35
    // Together narrower than the track below, whose colours remain visible.
    private static let width = 1.5
    private static let rim = 0.5

    /// Creates an empty layer.
    /// - Parameters:
    ///   - kind: The layer that it is in the legend, whose part that the replay has not reached is faint; `nil` for a
    ///     reference.
    ///   - color: The line's colour.
    init(
        of kind: TrackKind?, appearance: Appearance, replay: ReplayController,
        color: any KeyPath<ActivityPalette, RGB> & Sendable
    ) {
        (self.kind, self.appearance, self.replay, self.color) = (kind, appearance, replay, color)
    }

    func draw(in drawing: Drawing, projection: MapProjection) {
        // On its side of the divider, the other track is drawn like the shown one.
        guard let track, kind != .compared || replay.map.layers.contains(.compared) && replay.curtain == nil else {
            return
        }
        let until = kind == nil ? nil : replay.reached
        let viewport = projection.viewport
        drawing.strokes(width: viewport.width, height: viewport.height, with: &raster) { target in
            track.geometry.select(in: viewport, dividedAt: until.map { track.limit(at: $0) }, into: &selection)
            stroke(selection.ahead, in: &target, alpha: Self.ahead)
            stroke(selection.reached, in: &target, alpha: 1)
        }
    }

    /// A light rim separates the line from a background of any colour.
    private func stroke(_ runs: ArraySlice<TrackSelection.Run>, in target: inout StrokeTarget, alpha: Double) {
        guard !runs.isEmpty else { return }
        let palette = appearance.palette
        for (color, alpha, width) in [
            (palette.background, 0.8 * alpha, Self.width + 2 * Self.rim), (palette[keyPath: color], alpha, Self.width),
        ] {
            for run in runs {
                target.stroke(
                    selection.vertices, run.range, width: width, dash: run.style.isDashed ? (width * 0.6, 6) : nil)
            }
            target.blend(color, alpha: alpha)
        }
    }
}
