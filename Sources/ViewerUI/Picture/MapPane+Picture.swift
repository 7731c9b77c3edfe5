import GTKKit
import ShumateKit
import Viewer
import ViewerModel

/// The map in pictures and on paper.
extension MapPane {
    /// The distance of the scale, the colours and the attribution from the edge, in pixels.
    private static let edge = 12.0
    /// The number of times that the ground may be drawn until it is complete, and the time between two in milliseconds.
    private static let (mostTries, pause) = (100, 50)

    /// Draws the map with its scale, the meaning of its colours, and its attribution.
    func draw(in drawing: Drawing, _ projection: MapProjection) {
        drawing.saved {
            drawing.rectangle(x: 0, y: 0, width: projection.width, height: projection.height)
            drawing.clip()
            drawing.newPath()
            layers.draw(in: drawing, projection: projection)
            drawFurniture(in: drawing, projection)
        }
    }

    private func drawFurniture(in drawing: Drawing, _ projection: MapProjection) {
        let scale = drawing.textScale
        func plate(_ content: any CanvasContent, _ size: (width: Int, height: Int), right: Bool, bottom: Double) {
            let (width, height) = (Double(size.width) * scale, Double(size.height) * scale)
            guard width > 0 else { return }
            let x = right ? projection.width - width - Self.edge : Self.edge
            let y = projection.height - height - bottom
            drawing.rectangle(x: x, y: y, width: width, height: height, radius: 8)
            drawing.setColor(Color(appearance.palette.background, alpha: 0.92))
            drawing.fill()
            drawing.saved {
                drawing.translate(x, y)
                content.draw(in: drawing, width: width, height: height)
            }
        }
        plate(scaleBar, ScaleBar.size, right: false, bottom: Self.edge)
        let note = baseMap.attribution.isVisible ? baseMap.attribution.text : ""
        var bottom = Self.edge
        if !note.isEmpty {
            let style = TextStyle(size: 10.5)
            let size = drawing.measure(note, style)
            drawing.chip(
                note, x: projection.width - size.width - 8, y: projection.height - size.height / 2 - 3, style,
                appearance.palette)
            bottom += size.height
        }
        plate(cards.coloring, cards.coloring.size, right: true, bottom: bottom)
    }

    /// Waits until everything that a picture shows has been painted as sharply as it needs it.
    func prepare(_ page: Page, _ projection: MapProjection) async {
        for _ in 0..<Self.mostTries {
            _ = page.picture()
            if ground.isPainted(projection, scale: Page.sharpness), !names.leavesSome { return }
            try? await Task.sleep(for: .milliseconds(Self.pause))
        }
    }

    /// The map as it is shown.
    var page: Page {
        let projection = map.projection
        return Page(width: projection.width, height: projection.height, like: map) { [weak self] drawing in
            self?.draw(in: drawing, projection)
        }
    }
}
