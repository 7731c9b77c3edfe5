import Geodesy
import SensorModel

extension TrackDocument {
    /// Removes statements of the file that its own points contradict, and reports each as a problem. O(n log n).
    mutating func doubt() {
        doubtSpeeds()
        doubtSports()
    }

    private mutating func doubtSpeeds() {
        var ofTracks = SpeedCheck()
        for track in tracks {
            for segment in track.segments {
                for point in segment {
                    guard let time = point.time else { continue }
                    ofTracks.note(time, point.coordinate, speed: point.speed, accuracy: point.accuracy)
                }
                ofTracks.cut()
            }
        }
        if let ratio = ofTracks.contradiction {
            for track in tracks.indices {
                for segment in tracks[track].segments.indices {
                    for point in tracks[track].segments[segment].indices {
                        tracks[track].segments[segment][point].speed = nil
                    }
                }
            }
            note(Self.contradictedSpeeds(ratio))
        }
        doubtSpeedsOfEvents()
    }

    /// Applies the speed check to each receiver of a log.
    private mutating func doubtSpeedsOfEvents() {
        var checks: [DeviceID: SpeedCheck] = [:]
        for event in sensorEvents {
            guard case .fix(let fix) = event.payload, let coordinate = fix.coordinate else { continue }
            checks[fix.device, default: SpeedCheck()]
                .note(event.time, coordinate, speed: fix.speed, accuracy: fix.horizontalAccuracy)
        }
        let ratios = checks.compactMapValues(\.contradiction)
        guard !ratios.isEmpty else { return }
        for index in sensorEvents.indices {
            guard case .fix(var fix) = sensorEvents[index].payload, ratios[fix.device] != nil else { continue }
            (fix.speed, fix.speedAccuracy) = (nil, nil)
            sensorEvents[index].payload = .fix(fix)
        }
        for (_, ratio) in ratios.sorted(by: { $0.key < $1.key }) { note(Self.contradictedSpeeds(ratio)) }
    }

    private static func contradictedSpeeds(_ ratio: Double) -> ImportProblem {
        let rounded = (ratio * 100).rounded() / 100
        return ImportProblem(
            .doubted, "the stated speeds are not used: they are \(rounded) times as high as the positions say")
    }

    private mutating func doubtSports() {
        for index in tracks.indices {
            guard let activity = tracks[index].activity, var check = SportCheck(activity) else { continue }
            for segment in tracks[index].segments {
                for point in segment {
                    if let time = point.time { check.note(time, point.coordinate) }
                }
            }
            guard let contradiction = check.contradiction else { continue }
            let name = tracks[index].sport ?? activity.rawValue
            tracks[index].activity = nil
            tracks[index].sport = name
            let minutes = Int(nearest: contradiction.duration / 60)
            let speed = Int(nearest: contradiction.fastest * 3.6)
            note(
                ImportProblem(
                    .doubted,
                    "the stated sport \"\(name)\" is not used: \(minutes) min of it are faster than \(speed) km/h"))
        }
    }
}
