import GTKKit
import Localization
import Viewer
import ViewerModel

extension MapTracks.Layer {
    /// The name for the user.
    /// - Parameter sets: The sets of parameters, of which the layers show one or two.
    func title(_ sets: ParameterSets) -> String {
        switch kind {
        case .raw: localized("Raw")
        case .rejected: localized("Rejected")
        case .filtered: localized("Filtered")
        case .smoothed: localized("Smoothed")
        case .simplified: localized("Simplified")
        case .uncertainty: localized("Uncertainty")
        case .stops: localized("Stops")
        case .compared: localized("Set {1}", sets.active.other.rawValue)
        case .roads: localized("Roads")
        case .added: name ?? ""
        }
    }

    /// The colours of a swatch, from left to right.
    /// - Parameters:
    ///   - palette: The colours of the appearance.
    ///   - shown: The layers that are shown.
    func colors(_ palette: ActivityPalette, showing shown: Set<TrackKind>) -> [RGB] {
        if let color { return [palette.layerColor(color)] }
        return switch kind {
        case .raw: [palette.raw]
        case .rejected: [palette.rejected]
        case .filtered: [palette.filtered]
        case .smoothed where TrackKind.colored(of: shown) == .simplified: [palette.smoothed]
        case .smoothed, .simplified: [palette.walking, palette.cycling, palette.running, palette.automotive]
        case .uncertainty: [palette.accent.mixed(with: palette.background, share: 0.65)]
        case .stops, .compared, .added: [palette.foreground]
        case .roads: [palette.road]
        }
    }
}

/// A dash in the colours of a layer.
@MainActor
final class LayerSwatch: CanvasContent {
    private let appearance: Appearance
    private let colors: (ActivityPalette) -> [RGB]
    private(set) lazy var canvas = Canvas(role: .decoration, content: self)

    init(appearance: Appearance, colors: @escaping (ActivityPalette) -> [RGB]) {
        (self.appearance, self.colors) = (appearance, colors)
        canvas.requestSize(width: 14, height: 6)
        canvas.verticalAlignment = .center
    }

    func draw(in drawing: Drawing, width: Double, height: Double) {
        drawing.rectangle(x: 0, y: 0, width: width, height: height, radius: 3)
        drawing.clip()
        let colors = colors(appearance.palette)
        let part = width / Double(max(1, colors.count))
        for (index, color) in colors.enumerated() {
            drawing.rectangle(x: Double(index) * part, y: 0, width: part + 0.5, height: height)
            drawing.setColor(Color(color))
            drawing.fill()
        }
    }
}
