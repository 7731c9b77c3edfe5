import FusionCore
import GTKKit
import Geometry
import Localization
import SensorModel
import Viewer
import ViewerModel

/// A dialog for the named places around which an export leaves everything out.
@MainActor
final class LeaveOutDialog: Dialog {
    let window: Window
    private let switches: [Switch]
    private let radius = TextField()
    private let trouble = Label("", classes: ["finding", "caption"], aligned: .start)
    private let places: [Place]
    private let unit: DistanceUnit
    private let accept: Button
    private let answered: @MainActor (LibraryClient.LeftOut) -> Void

    /// The radii that may be entered, in metres.
    private static let radii = 10.0...10_000

    /// Creates a dialog.
    /// - Parameters:
    ///   - places: The places, which have names.
    ///   - leftOut: What is chosen at first.
    ///   - unit: The unit of the radius.
    ///   - isOfLibrary: Whether the whole library is exported, into a folder.
    ///   - answered: Called with what the user chose.
    init(
        _ places: [Place], _ leftOut: LibraryClient.LeftOut, unit: DistanceUnit, isOfLibrary: Bool, parent: Window,
        answered: @escaping @MainActor (LibraryClient.LeftOut) -> Void
    ) {
        (self.places, self.unit, self.answered) = (places, unit, answered)
        switches = places.map { place in
            let choice = Switch()
            choice.isOn = leftOut.places.contains(place.coordinate)
            return choice
        }
        radius.text = decimalText(leftOut.radius / unit.small.metres)
        radius.reserve(characters: 6)
        let title = isOfLibrary ? localized("Export Library") : localized("Export the session")
        accept = Button(label: isOfLibrary ? localized("Choose Folder…") : localized("Choose File…"))
        window = Window(title: title)
        window.becomeDialog(titled: title, over: parent, width: 380, height: 60)
        window.setChild(content())
    }

    private func content() -> Box {
        let title = Label(localized("Leave out what is around"), classes: ["group-title"], aligned: .start)
        let rows = zip(places, switches).map { place, choice in
            ControlRows.row((place.name ?? "").visible, choice) as Widget
        }
        let list = ScrolledWindow(ControlRows.list(rows))
        list.propagateNaturalHeight(true)
        let reach = ControlRows.list([ControlRows.row(localized("Radius, {1}", unit.small.symbol), radius)])
        accept.onClick { [weak self] in self?.finish() }
        radius.onActivate { [weak self] _ in self?.finish() }
        return ControlRows.form(
            [title, list, reach],
            hint: localized(
                "Points, stops, marks and sensor data there are not in the file. The circle is wider and not centred on the place, so that it does not give the place away."
            ), trouble: trouble, accept: accept)
    }

    private func finish() {
        let places = zip(places, switches).filter { $0.1.isOn }.map(\.0.coordinate)
        let metres = Double(radius.text.replacing(",", with: ".")).map { $0 * unit.small.metres }
        guard let metres, Self.radii.contains(metres) else {
            let limits = [Self.radii.lowerBound, Self.radii.upperBound].map { unit.smallText(of: $0) }
            trouble.text = localized("Write a radius from {1} to {2}.", limits[0], limits[1])
            trouble.isVisible = true
            return
        }
        window.close()
        answered(LibraryClient.LeftOut(places: places, radius: metres))
    }
}
