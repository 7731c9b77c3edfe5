import GTKKit
import ViewerModel

extension Drawing {
    /// Draws on the columns of one side of a divider, or everywhere if `columns` is `nil`.
    func within(_ columns: Range<Double>?, height: Double, _ body: () -> Void) {
        guard let columns else { return body() }
        guard !columns.isEmpty else { return }
        saved {
            newPath()
            rectangle(x: columns.lowerBound, y: 0, width: columns.upperBound - columns.lowerBound, height: height)
            clip()
            body()
        }
    }
}

extension MapCurtain {
    /// Returns the columns on which a layer that is shown lies; `nil` for all.
    func columns(of kind: TrackKind, chosen: Set<TrackKind>, width: Double) -> Range<Double>? {
        let extent = extent(of: kind, chosen: chosen)
        return extent == .whole ? nil : columns(of: extent, width: width)
    }
}
