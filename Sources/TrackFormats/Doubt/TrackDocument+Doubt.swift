import Geometry
import SensorModel

extension TrackDocument {
    /// Corrects or removes statements of the file that its own points contradict, and reports each as a problem. O(n log n).
    mutating func doubt() {
        doubtSpeeds()
        correctSpeeds()
        doubtSpeedsAtRest()
        doubtSports()
    }

    /// Corrects the stated speeds of a track by a factor if its points and the device's counter agree on it.
    private mutating func correctSpeeds() {
        for track in tracks.indices {
            var witnesses = DistanceWitnesses()
            for segment in tracks[track].segments {
                for (start, end) in zip(segment, segment.dropFirst()) { witnesses.add(from: start, to: end) }
            }
            guard let ratio = witnesses.ratio(total: tracks[track].statedDistance) else { continue }
            tracks[track].forEachPoint { $0.speed = $0.speed.map { $0 / ratio } }
            let percent = Int(nearest: abs(ratio - 1) * 100)
            report(
                .doubted,
                ratio < 1
                    ? translatable(
                        "the stated speeds are too low by {1} %: the points and the device's counter agree on the distance; they are corrected"
                    )
                    : translatable(
                        "the stated speeds are too high by {1} %: the points and the device's counter agree on the distance; they are corrected"
                    ), "\(percent)")
        }
    }

    /// Removes the stated speeds of stretches in which the points stay in one place.
    private mutating func doubtSpeedsAtRest() {
        var seconds = 0.0
        for track in tracks.indices {
            for segment in tracks[track].segments.indices {
                let points = tracks[track].segments[segment]
                for range in RestSpeedCheck().contradictions(in: points) {
                    for index in range { tracks[track].segments[segment][index].speed = nil }
                    guard let start = points[range.lowerBound].time, let end = points[range.upperBound - 1].time else {
                        continue
                    }
                    seconds += end - start
                }
            }
        }
        guard seconds > 0 else { return }
        report(
            .doubted, translatable("the stated speeds of {1} min are not used: the points stay in one place there"),
            "\(Int(nearest: seconds / 60))")
    }

    private mutating func doubtSpeeds() {
        var ofTracks = SpeedCheck()
        for track in tracks {
            for segment in track.segments {
                for point in segment {
                    guard let time = point.time else { continue }
                    ofTracks.consume(time, point.coordinate, speed: point.speed, accuracy: point.accuracy)
                }
                ofTracks.cut()
            }
        }
        if let contradiction = ofTracks.contradiction {
            for track in tracks.indices {
                tracks[track].forEachPoint { $0.speed = contradiction.corrected($0.speed) }
            }
            report(contradiction.problem)
        }
        doubtSpeedsOfEvents()
    }

    /// Applies the speed check to each receiver of a log.
    private mutating func doubtSpeedsOfEvents() {
        var checks: [DeviceID: SpeedCheck] = [:]
        for event in sensorEvents {
            guard case .fix(let fix) = event.payload, let coordinate = fix.coordinate else { continue }
            checks[fix.device, default: SpeedCheck()]
                .consume(event.time, coordinate, speed: fix.speed, accuracy: fix.horizontalAccuracy)
        }
        let contradictions = checks.compactMapValues(\.contradiction)
        guard !contradictions.isEmpty else { return }
        for index in sensorEvents.indices {
            guard case .fix(var fix) = sensorEvents[index].payload, let contradiction = contradictions[fix.device]
            else {
                continue
            }
            fix.speed = contradiction.corrected(fix.speed)
            fix.speedAccuracy = contradiction.corrected(fix.speedAccuracy)
            sensorEvents[index].payload = .fix(fix)
        }
        for (_, contradiction) in contradictions.sorted(by: { $0.key < $1.key }) { report(contradiction.problem) }
    }

    private mutating func doubtSports() {
        var doubted: [String: [SportCheck.Contradiction]] = [:]
        for index in tracks.indices {
            guard let activity = tracks[index].activity, var check = SportCheck(activity) else { continue }
            for segment in tracks[index].segments {
                for point in segment {
                    if let time = point.time { check.consume(time, point.coordinate) }
                }
            }
            guard let contradiction = check.contradiction else { continue }
            let name = tracks[index].sport ?? activity.rawValue
            (tracks[index].activity, tracks[index].sport) = (nil, name)
            doubted[name, default: []].append(contradiction)
        }
        for (name, contradictions) in doubted.sorted(by: { $0.key < $1.key }) {
            let minutes = Int(nearest: contradictions.reduce(0) { $0 + $1.duration } / 60)
            let speed = Int(nearest: (contradictions.map(\.fastest).min() ?? 0) * 3.6)
            report(
                .doubted,
                contradictions.count == 1
                    ? translatable(
                        "the stated sport \"{1}\" is not used: {2} min of it are faster than {3} km/h")
                    : translatable(
                        "the stated sport \"{1}\" of {4} tracks is not used: {2} min of it are faster than {3} km/h"
                    ), name, "\(minutes)", "\(speed)", "\(contradictions.count)")
        }
    }
}

extension SpeedCheck.Contradiction {
    /// Returns a stated speed in m/s; `nil` if the positions contradict it in every unit.
    fileprivate func corrected(_ stated: Double?) -> Double? {
        unit.flatMap { unit in stated.map { $0 * unit.scale } }
    }

    fileprivate var problem: ImportProblem {
        let rounded = (ratio * 100).rounded() / 100
        return ImportProblem(
            .doubted,
            unit.map {
                Phrase(
                    translatable(
                        "the stated speeds are read as {2}: they are {1} times as high as the positions say"),
                    "\(rounded)", $0.name)
            }
                ?? Phrase(
                    translatable("the stated speeds are not used: they are {1} times as high as the positions say"),
                    "\(rounded)"))
    }
}
