import Foundation
import Replay
import SensorModel
import Simulation
import TrackFormats
import ViewerUI

extension ViewerClients {
    /// The window's connections to the real world.
    static var live: ViewerClients {
        ViewerClients(
            open: { path in try openFile(path) },
            demo: {
                let session = Scenarios.demo.simulate(seed: 1)
                return OpenedSession(
                    title: "A simulated day", path: nil, events: Recording(unordered: session.events).events)
            })
    }

    private static func openFile(_ path: String) throws -> OpenedSession {
        let document = try Importer(keepsGoodPart: true).load(path: path)
        let events = document.events
        guard !events.isEmpty else { throw OpenError.nothingTimed(path) }
        return OpenedSession(
            title: document.name ?? title(of: path), path: path, events: Recording(unordered: events).events,
            notes: document.problems.prefix(1).map { "\($0)" })
    }

    private static func title(of path: String) -> String {
        URL(filePath: path).deletingPathExtension().lastPathComponent
    }
}

/// Why a file was not opened.
enum OpenError: Error, CustomStringConvertible {
    /// It holds nothing with a time.
    case nothingTimed(String)

    var description: String {
        switch self {
        case .nothingTimed(let path): "\(path) holds no points with times, so there is nothing to replay."
        }
    }
}
