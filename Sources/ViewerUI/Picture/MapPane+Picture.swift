import GTKKit
import Localization
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
    /// - Parameter hasPosition: Whether the position at the shown instant is drawn.
    func draw(in drawing: Drawing, _ projection: MapProjection, hasPosition: Bool = true) {
        let plates = plates(in: drawing, projection)
        pictured = plates.map(\.frame)
        defer { pictured = nil }
        drawing.saved {
            drawing.rectangle(x: 0, y: 0, width: projection.width, height: projection.height)
            drawing.clip()
            drawing.newPath()
            layers.draw(in: drawing, projection: projection, without: hasPosition ? [.tools] : [.tools, .marker])
            for (frame, draw) in plates {
                drawing.rectangle(x: frame.x, y: frame.y, width: frame.width, height: frame.height, radius: 8)
                drawing.setColor(Color(appearance.palette.background, alpha: 0.92))
                drawing.fill()
                drawing.saved {
                    drawing.translate(frame.x, frame.y)
                    draw(frame.width, frame.height)
                }
            }
        }
    }

    /// The parts over the map in a picture: the scale, the attribution, and the colours above that.
    private func plates(
        in drawing: Drawing, _ projection: MapProjection
    ) -> [(frame: Frame, draw: (_ width: Double, _ height: Double) -> Void)] {
        var plates: [(frame: Frame, draw: (Double, Double) -> Void)] = []
        func add(
            _ width: Double, _ height: Double, right: Bool, bottom: Double, _ draw: @escaping (Double, Double) -> Void
        ) {
            let x = right ? projection.width - width - Self.edge : Self.edge
            let frame = Frame(x: x, y: projection.height - height - bottom, width: width, height: height)
            plates.append((frame, draw))
        }
        let text = drawing.textScale
        if let scale = ScaleBar.scale(of: projection.viewport, unit: replay.unit.distanceUnit) {
            let size = ScaleBar.size
            add(Double(size.width), Double(size.height) * text, right: false, bottom: Self.edge) { [scaleBar] in
                scaleBar.draw(scale, in: drawing, width: $0, height: $1)
            }
        }
        var bottom = Self.edge
        if baseMap.attribution.isVisible {
            let (note, style) = (baseMap.attribution.text, TextStyle(size: 10.5))
            let size = drawing.measure(note, style)
            add(size.width + 12, size.height + 4, right: true, bottom: 0) { [appearance] width, height in
                drawing.setColor(appearance.textColor(0.8))
                drawing.text(note, x: width / 2, y: height / 2, anchor: .center, style)
            }
            bottom = size.height + 10
        }
        let legend = replay.libraryMap.isOn ? library.card.coloring : cards.coloring
        let colors = legend.size
        if colors.width > 0 {
            add(Double(colors.width) * text, Double(colors.height) * text, right: true, bottom: bottom) {
                legend.draw(in: drawing, width: $0, height: $1)
            }
        }
        return plates
    }

    /// Waits until everything that a picture shows has been painted as sharply as it needs it.
    func prepare(_ page: Page, _ projection: MapProjection, isDark: Bool) async {
        for _ in 0..<Self.mostTries {
            _ = page.picture()
            if ground.isPainted(projection, scale: Page.sharpness, isDark: isDark), !names.leavesSome,
                library.layer.isPainted
            {
                return
            }
            try? await Task.sleep(for: .milliseconds(Self.pause))
        }
    }

    /// Copies the map as it is shown to the clipboard.
    func copyPicture(from window: Window) {
        Task { [weak self] in
            guard let self else { return }
            await page().picture().copy(from: window)
            replay.say(localized("The picture of the map was copied."))
        }
    }

    /// Writes the map as it is shown to a file.
    func savePicture(to path: String) {
        let format = Page.Format(rawValue: path.split(separator: ".").last.map { $0.lowercased() } ?? "") ?? .png
        Task { [weak self] in
            guard let self else { return }
            let page = await page()
            let name = FileWords.name(of: [path])
            do {
                try page.write(format, to: path)
                replay.say(localized("{1} was written.", name), .showFolder(path: path))
            } catch { replay.say(localized("{1} could not be written.", name)) }
        }
    }

    /// Returns the map as it is shown, once everything in it has been painted.
    func page() async -> Page {
        let projection = map.projection
        let page = Page(width: projection.width, height: projection.height, like: map) { [weak self] drawing in
            self?.draw(in: drawing, projection)
        }
        await prepare(page, projection, isDark: appearance.isDark)
        return page
    }
}
