import Replay
import SensorModel
import TrackFormats
import Viewer

extension OwnFilterClient {
    /// The client that starts programs.
    static let live = OwnFilterClient { path, recording in
        var message: String?
        let positions = try OwnFilter(fileAt: path).positions(
            of: recording.events, names: DeviceNames(recording.events), isCancelled: { Task.isCancelled },
            report: { message = $0.split(separator: "\n").last.map(String.init) })
        let line = ReferenceLine(
            times: positions.map { Instant(seconds: $0.time) }, coordinates: positions.map(\.coordinate))
        return (line, message)
    } follow: { path, events in
        AsyncThrowingStream { continuation in
            let filter = LiveOwnFilter(OwnFilter(fileAt: path))
            let feeding = Task {
                for await batch in events { filter.consume(batch) }
                filter.complete()
            }
            let running = Task {
                let result = await BackgroundThread.run { isCancelled in
                    Result {
                        try filter.run(isCancelled: isCancelled) { positions in
                            continuation.yield(
                                positions.map {
                                    Position(time: Instant(seconds: $0.time), coordinate: $0.coordinate)
                                })
                        }
                    }
                }
                if case .failure(let error) = result {
                    continuation.finish(throwing: error)
                } else {
                    continuation.finish()
                }
            }
            continuation.onTermination = { _ in
                feeding.cancel()
                running.cancel()
            }
        }
    }
}
