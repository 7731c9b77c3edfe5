import FusionCore
import GTKKit
import Localization
import ViewerModel

/// The attitude and motion of one body: an artificial horizon, heading, yaw, pitch and roll, and three vectors.
@MainActor
final class BodyCard {
    let widget = Box(group: .vertical)
    private let horizon: HorizonView
    private let heading = FactRow(localized("Heading"))
    private let yaw = FactRow(localized("Yaw"))
    private let pitch = FactRow(localized("Pitch"))
    private let roll = FactRow(localized("Roll"))
    private let reference = Label("", classes: ["dim", "caption"], aligned: .start)
    private let acceleration = VectorRow(localized("Acceleration without gravity"), unit: "m/s²")
    private let rotation = VectorRow(localized("Rotation without bias"), unit: "°/s")
    private let gravity = VectorRow(localized("Gravity"), unit: "m/s²")

    init(_ name: String, appearance: Appearance) {
        horizon = HorizonView(appearance: appearance)
        widget.addClasses("rows", "sensor")
        let facts = Box(.vertical, spacing: 3, children: [heading, yaw, pitch, roll].map(\.widget))
        facts.expandsHorizontally = true
        facts.verticalAlignment = .center
        let title = Label(name, classes: ["strong"], aligned: .start)
        title.expandsHorizontally = true
        reference.wrap(maximumCharacters: 24)
        widget.append(Box(.horizontal, children: [title]))
        widget.append(Box(.horizontal, spacing: 14, children: [horizon.canvas, facts]))
        widget.append(Box(.horizontal, children: [reference]))
        for row in [acceleration, rotation, gravity] {
            widget.append(Separator(.horizontal))
            widget.append(row.widget)
        }
    }

    /// Shows the horizon of a body, in every frame.
    func showHorizon(_ body: MotionReading.Body?) { horizon.show(body?.angles) }

    /// Shows the numbers of a body; `nil` if they are unknown at the instant.
    func show(_ body: MotionReading.Body?) {
        heading.show(directionText(body?.magneticHeading))
        yaw.show(angleText(body?.angles?.yaw))
        pitch.show(angleText(body?.angles?.pitch))
        roll.show(angleText(body?.angles?.roll))
        reference.text =
            switch body?.reference {
            case .magneticNorthZUp: localized("Heading and yaw from magnetic north")
            case .arbitraryZUp: localized("No magnetometer: yaw from an arbitrary direction, no heading")
            case nil: localized("No attitude at this instant")
            }
        acceleration.show(body?.userAcceleration)
        let rate = body?.rotationRate.map { $0 * (180 / Double.pi) }
        rotation.show(rate)
        gravity.show(body?.gravity)
    }
}

/// A row with a name at the start and a value at the end.
@MainActor
final class FactRow {
    let widget: Box
    private let name: String
    private let value = Label(missingText, classes: ["value"], aligned: .end)
    /// A name must not widen the pane, because that would move the map.
    private static let askedCharacters = 10

    init(_ name: String) {
        self.name = name
        let title = Label(name, classes: ["dim"], aligned: .start)
        title.expandsHorizontally = true
        title.ellipsize(askingFor: Self.askedCharacters)
        widget = Box(.horizontal, spacing: 8, children: [title, value])
    }

    func show(_ text: String) {
        guard text != value.text else { return }
        value.text = text
        widget.describe("\(name) \(text)")
    }
}
