public import Foundation

/// A touchscreen for one program on a Wayland compositor, which passes all else on.
public final class WaylandTouch {
    /// A place in the window, in logical pixels.
    public typealias Place = (x: Double, y: Double)

    private let hand: AnsweringProgram
    private let socket: String

    /// Starts it; the folder holds the socket that the program uses in place of the compositor's.
    public init(on screen: WaylandServer, in folder: URL) throws {
        socket = folder.appending(path: "touch").path
        hand = try AnsweringProgram(
            Places.rig("wayland-touch"), [socket],
            environment: screen.environment.filter { $0.key == "WAYLAND_DISPLAY" })
    }

    /// The variables by which the program finds it.
    public var environment: [String: String] { ["WAYLAND_DISPLAY": socket] }

    /// Puts a finger down, moves it if it is down, or lifts it: `down`, `move`, `up`.
    public func act(_ verb: String, _ place: Place? = nil, finger: Int = 0) throws {
        try hand.act("\(verb) \(finger)" + (place.map { " \($0.x) \($0.y)" } ?? ""))
    }

    /// Puts fingers down, moves all of them at once, step by step, and lifts them.
    /// - Parameter paths: The places of each finger, the same number for each.
    public func move(_ paths: [[Place]]) throws {
        for step in 0..<(paths.map(\.count).min() ?? 0) {
            let verb = step == 0 ? "down" : "move"
            let words = paths.enumerated().map { "\(verb) \($0.offset) \($0.element[step].x) \($0.element[step].y)" }
            try hand.act(words.joined(separator: " "))
        }
        try hand.act(paths.indices.map { "up \($0)" }.joined(separator: " "))
    }
}
