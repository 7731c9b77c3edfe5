import Foundation
import FusionCore
import Geometry
import SensorModel

/// A day as lines of text for the user.
struct DayText {
    let day: Day
    /// The date of the day; times on other dates are written with their date. `nil` for a session.
    var date: LocalDay?

    /// The width of the column of item types: the longest word and the space to the next column.
    private static let wordWidth =
        (["stop", "gap"] + Activity.allCases.map(\.rawValue)).map(\.count).reduce(0, max) + 2

    /// One line per item, then the distance per activity and the workouts.
    var lines: [String] {
        guard !day.items.isEmpty else { return ["Nothing is recorded for this day."] }
        let totals = day.distances.filter { $0.value > 0 }.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            "\($0.key.rawValue) \(kilometres($0.value))"
        }
        let workouts = day.workouts.map(line)
        return dated(day.items) + (totals.isEmpty ? [] : ["", totals.joined(separator: ", ")])
            + (workouts.isEmpty ? [] : [""] + workouts)
    }

    /// Returns one line per item. If a session spans several dates, each date precedes its first item.
    private func dated(_ items: [StorylineItem]) -> [String] {
        let dates = items.map { self.dateOfDay($0.start) }
        guard date == nil, Set(dates).count > 1 else { return items.map(line) }
        var last = ""
        return zip(items, dates).flatMap { item, date in
            defer { last = date }
            return date == last ? [line(item)] : (last.isEmpty ? [] : [""]) + [date, line(item)]
        }
    }

    private func dateOfDay(_ instant: Instant) -> String {
        let parts = Calendar.current.dateComponents(
            [.year, .month, .day], from: Date(timeIntervalSince1970: instant.seconds))
        return [parts.year, parts.month, parts.day].map { digits($0 ?? 0) }.joined(separator: "-")
    }

    private func line(_ item: StorylineItem) -> String {
        let span = "\(clock(item.start)) - \(clock(item.end))  \(length(item.end - item.start))"
        switch item {
        case .stop(let stop):
            let place = "\(rounded(stop.coordinate.latitude)), \(rounded(stop.coordinate.longitude))"
            let moved = Int(nearest: stop.length)
            return
                "\(span)  \("stop".column(Self.wordWidth))\(stop.name ?? place) within \(Int(nearest: stop.radius)) m"
                + (moved > 0 ? ", \(moved) m moved there" : "") + counts(stop.steps, stop.floorsUp, stop.floorsDown)
        case .move(let move):
            let estimated =
                isShown(move.estimatedDistance) ? " + \(kilometres(move.estimatedDistance)) estimated" : ""
            let counts = counts(move.steps, move.floorsUp, move.floorsDown)
            let sport = move.sport.map { $0 == move.activity.rawValue ? "" : ", \($0.visible)" } ?? ""
            let vehicle = move.vehicle.map { ", probably \(Self.phrase($0))" } ?? ""
            let certainty = move.confidence.map { ", \($0.rawValue) confidence" } ?? ""
            let source = vehicle + sport + (move.isStated ? ", stated by the file" : certainty)
            return "\(span)  \(move.activity.rawValue.column(Self.wordWidth))\(kilometres(move.distance))\(estimated)"
                + counts + source
        case .gap: return "\(span)  \("gap".column(Self.wordWidth))nothing is known"
        }
    }

    private static func phrase(_ vehicle: VehicleKind) -> String {
        switch vehicle {
        case .car: "a car"
        case .bus: "a bus"
        case .train: "a train"
        case .aircraft: "an aircraft"
        }
    }

    /// Returns a line for a workout, with its mean pace and its splits per kilometre.
    private func line(_ workout: Workout) -> String {
        let pace = workout.averageSpeed.map { ", \(stopwatch(1000 / $0)) min/km" } ?? ""
        let splits = workout.kilometreSplits.map(stopwatch)
        return "\(clock(workout.start)) - \(clock(workout.end))  \(length(workout.duration))"
            + "workout, \(workout.activity.rawValue), \(kilometres(workout.length))\(pace)"
            + (splits.isEmpty ? "" : ", km in \(splits.joined(separator: " "))")
    }

    private func stopwatch(_ seconds: Double) -> String {
        let whole = Int(nearest: seconds)
        return "\(whole / 60):\(digits(whole % 60))"
    }

    private func counts(_ steps: Int?, _ floorsUp: Int?, _ floorsDown: Int?) -> String {
        let facts = [
            steps.map { "\($0) steps" }, floorsUp.map { "\($0) floors up" }, floorsDown.map { "\($0) floors down" },
        ]
        return facts.compactMap { $0 }.map { ", \($0)" }.joined()
    }

    private func clock(_ instant: Instant) -> String {
        if let date, !date.contains(instant), instant != date.range.upperBound { return LibraryText.date(instant) }
        return clockOfDay(instant)
    }

    private func clockOfDay(_ instant: Instant) -> String {
        let parts = Calendar.current.dateComponents(
            [.hour, .minute, .second], from: Date(timeIntervalSince1970: instant.seconds))
        return [parts.hour, parts.minute, parts.second].map { digits($0 ?? 0) }.joined(separator: ":")
    }

    private func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    private func length(_ seconds: Double) -> String {
        let minutes = Int(nearest: seconds / 60)
        return (minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min").column(11)
    }

    /// Returns whether a distance is more than zero as it is shown.
    private func isShown(_ metres: Double) -> Bool { metres >= 5 }

    private func kilometres(_ metres: Double) -> String { "\((metres / 10).rounded() / 100) km" }

    private func rounded(_ degrees: Double) -> String { "\((degrees * 1e5).rounded() / 1e5)" }
}
