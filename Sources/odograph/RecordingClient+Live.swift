import Foundation
import Localization
import Recorder
import Synchronization
import TrackFormats
import Viewer

extension RecordingClient {
    /// Returns a client that records through `odographctl record`, a separate process that outlives the window.
    static func live(_ station: SensorStation) -> RecordingClient {
        let current = CurrentLink()
        return RecordingClient(
            start: { request in
                // The sensors must be free for the recorder.
                let link = try await station.makingWay {
                    try await RecorderLink.start(
                        program: recorderProgram, arguments: try arguments(of: request), in: .standard(),
                        history: RecorderLink.sessionHistory)
                }
                current.replace(with: link)
                return reports(of: link)
            },
            attach: {
                guard let link = try? RecorderLink.attach(to: .standard(), history: RecorderLink.sessionHistory) else {
                    return nil
                }
                current.replace(with: link)
                return reports(of: link)
            },
            stop: { current.send(.stop) }, mark: { current.send(.mark($0)) })
    }

    private static func arguments(of request: Request) throws -> [String] {
        // Without an address, the recorder would use this machine's sensors.
        let sensors = request.sensorAddresses.isEmpty ? ["none"] : request.sensorAddresses
        let sources =
            ["--gpsd", request.gpsdAddress] + (request.usesGeoClue ? ["--geoclue"] : [])
            + sensors.flatMap { ["--iio", $0] }
            + request.sensorChoices.flatMap { ["--sensor", $0] }
        guard let path = request.folder else { return sources }
        let folder = LibraryFolder(path: path)
        try folder.prepare()
        return sources + ["--output", folder.freePath(at: RecorderClock.system().now())]
    }

    /// The path of `odographctl`.
    static var recorderProgram: String { InstalledProgram.companion("odographctl") }

    private static func sentence(on finding: Finding) -> String {
        "\(finding.source): \(finding.problem.localized) \(localized(finding.advice))"
    }

    private static func reports(of link: RecorderLink) -> AsyncStream<Report> {
        let (stream, continuation) = AsyncStream.makeStream(of: Report.self, bufferingPolicy: .unbounded)
        let relay = Task.detached {
            var path = link.hello.path
            var permissions = PermissionWatch()
            for await message in link.messages {
                switch message {
                case .events(let events):
                    continuation.yield(.events(events))
                    if permissions.consume(events) {
                        continuation.yield(.permission(permissions.finding.map(sentence)))
                    }
                case .restarted: continuation.yield(.restarted)
                case .status(let status):
                    path = status.path ?? path
                    continuation.yield(.trouble((status.fileTrouble ?? status.messages.last)?.localized))
                    continuation.yield(.unsaved(seconds: status.slowDiskSeconds, isUnsafe: status.isUnsafe))
                case .ended(let failure):
                    continuation.yield(failure.map { .failed($0.sentence) } ?? .ended(path: path))
                }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in
            relay.cancel()
            link.detach()
        }
        return stream
    }
}

/// The link to the recorder that the window follows.
private final class CurrentLink: Sendable {
    private let link = Mutex<RecorderLink?>(nil)

    func replace(with new: RecorderLink) { link.withLock { $0 = new } }
    func send(_ request: LiveRequest) { link.withLock { $0?.send(request) } }
}
