import Foundation
import FusionCore
import Geometry
import SensorModel

/// Made-up sessions with known activities: a list of stretches becomes events.
struct ActivitySessions {
    /// One stretch of a session.
    struct Stretch {
        var activity: Activity
        var seconds: Double
        /// Speed over ground in m/s; nil for a stretch without fixes.
        var speed: Double?
        /// The movement: steps per second and m/s^2; `nil` for a stretch without acceleration.
        var shake: (cadence: Double, strength: Double)?
        /// Full width of what the ground adds to each sample, in m/s^2.
        var roughness = 0.06
    }

    /// Seconds between two fixes.
    var fixInterval = 1.0
    /// Samples of acceleration a second.
    var rate = 50.0
    /// False for a receiver that states no speed.
    var hasSpeed = true

    /// Creates the events of stretches, with ticks, in order, on a walk due north.
    func events(_ stretches: [Stretch], seed: UInt64 = 3) -> [SensorEvent] {
        var random = SplitMix(seed: seed)
        var events: [SensorEvent] = []
        var (start, north) = (0.0, 0.0)
        for stretch in stretches {
            var time = start
            var (nextFix, nextTick) = (start, start)
            while time < start + stretch.seconds {
                if let shake = stretch.shake {
                    let bounce = shake.strength * sin(2 * .pi * shake.cadence * time)
                    let noise = stretch.roughness * (random.next() - 0.5)
                    let magnitude = 9.81 + bounce + noise
                    let sample = VectorSample(x: 0.48 * magnitude, y: 0.6 * magnitude, z: 0.64 * magnitude)
                    events.append(SensorEvent(time: Instant(seconds: time), payload: .acceleration(sample)))
                }
                if let speed = stretch.speed, time >= nextFix {
                    nextFix += fixInterval
                    let place = Coordinate(latitude: 48 + north / 111_320, longitude: 11)
                    let measured = max(0, speed + 0.1 * (random.next() - 0.5))
                    let fix = Fix(
                        mode: .threeDimensional, coordinate: place, horizontalAccuracy: 3,
                        speed: hasSpeed ? measured : nil)
                    events.append(SensorEvent(time: Instant(seconds: time), payload: .fix(fix)))
                }
                if time >= nextTick {
                    nextTick += 2
                    events.append(SensorEvent(time: Instant(seconds: time), payload: .tick))
                }
                time += 1 / rate
                north += (stretch.speed ?? 0) / rate
            }
            start += stretch.seconds
        }
        return events
    }

    /// Returns the activities, determined with hindsight.
    static func told(_ events: [SensorEvent]) -> [ActivityEstimate] {
        FinishedTrack(events: events, parameters: .init()).activities
    }

    /// Returns the activity that is shown at the end of each second.
    static func shown(_ events: [SensorEvent], parameters: Parameters = .init()) -> [Activity] {
        var core = FusionCore(parameters: parameters)
        var shown: [Activity] = []
        for event in events {
            core.consume(event) { _ in }
            while Double(shown.count + 1) <= event.time.seconds {
                shown.append(core.latest.activity?.activity ?? .unknown)
            }
        }
        return shown
    }
}
