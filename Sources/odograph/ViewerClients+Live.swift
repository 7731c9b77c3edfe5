import Foundation
import Replay
import SensorModel
import Simulation
import ViewerUI

extension ViewerClients {
    /// The window's connections to the real world.
    static var live: ViewerClients {
        ViewerClients(
            open: { path in throw OpenError.unreadable(path) },
            demo: {
                let session = Scenarios.demo.simulate(seed: 1)
                return OpenedSession(
                    title: "A simulated day", path: nil, events: Array(Recording(unordered: session.events).events))
            })
    }
}

/// Why a file was not opened.
enum OpenError: Error, CustomStringConvertible {
    /// It is of no known kind.
    case unreadable(String)

    var description: String {
        switch self {
        case .unreadable(let path): "\(path) is not a session and of no kind that can be imported."
        }
    }
}
