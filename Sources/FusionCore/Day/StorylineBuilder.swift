import Geometry
import SensorModel

/// Arranges stops, moves, and gaps in a sequence without omissions or overlaps.
struct StorylineBuilder {
    let track: DayTrack
    let stops: [Stay]
    let cutter: MoveCutter
    let parameters: DayParameters
    let corrections: [Correction]

    /// Returns the items in order of time.
    func items() -> [StorylineItem] {
        guard let first = track.points.first, let last = track.points.last else { return [] }
        var items: [StorylineItem] = []
        var time = first.time
        for stop in stops {
            let begin = max(stop.start, time)
            items += movesAndGaps(from: time, until: begin, isBetweenStops: !items.isEmpty)
            let end = max(stop.end, begin)
            append(stop, from: items.last?.end ?? time, until: end, to: &items)
            time = end
        }
        let rest = movesAndGaps(from: time, until: last.time, isBetweenStops: false)
        if rest.isEmpty, case .stop(var stop) = items.last {
            stop.end = max(stop.end, last.time)
            items[items.count - 1] = .stop(stop)
        }
        return (items + rest).map(track.counted)
    }

    /// Appends a stop. If the move to it was too short, the stop starts at the end of the previous item. Consecutive
    /// stops at the same place become one.
    private func append(_ stay: Stay, from start: Instant, until end: Instant, to items: inout [StorylineItem]) {
        var stop = StorylineItem.Stop(
            start: start, end: end, coordinate: stay.centre, radius: stay.radius, name: name(of: stay))
        if case .stop(let before) = items.last, before.end == start,
            before.coordinate.distance(to: stay.centre) <= parameters.mergeDistance
        {
            stop.start = before.start
            stop.name = before.name ?? stop.name
            items.removeLast()
        }
        items.append(.stop(stop))
    }

    private func name(of stay: Stay) -> String? {
        corrections.lazy.compactMap { correction -> String? in
            guard case .placeName(let name, let instant) = correction else { return nil }
            return instant >= stay.start && instant <= stay.end ? name : nil
        }.last.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the moves and gaps between two instants; an empty array if the movement is too short for a move.
    private func movesAndGaps(from start: Instant, until end: Instant, isBetweenStops: Bool) -> [StorylineItem] {
        guard end > start else { return [] }
        let place = track.points[track.index(at: start)].coordinate
        let leads = track.leads(parameters.shortestMoveDistance, from: place, between: start, and: end)
        let isLong = end - start > parameters.silences.longestSilentStay
        if !isLong, end - start < parameters.shortestMove || !leads {
            // A session that leads nowhere still has one item, of whatever kind.
            guard !isBetweenStops, stops.isEmpty else { return [] }
        }
        return pieces(from: start, until: end).flatMap { piece in
            piece.isGap
                ? [moveOfUnknownDistance(from: piece.start, until: piece.end)]
                : moves(from: piece.start, until: piece.end)
        }
    }

    /// Returns a gap; or, if its ends are too far apart for one place, or a sensor measured so much, a move of the stated or of
    /// an unknown activity, whose straight line is the least distance.
    private func moveOfUnknownDistance(from start: Instant, until end: Instant) -> StorylineItem {
        let points = [start, end].map { track.points[track.index(at: $0)].coordinate }
        let distance = max(points[0].distance(to: points[1]), track.estimatedDistance(start, end))
        guard parameters.silences.isMove(of: distance, in: end - start) else {
            return .gap(from: start, until: end)
        }
        let stated = cutter.statements.statement(at: start + (end - start) / 2)
        var move = StorylineItem.Move(
            start: start, end: end, activity: stated?.activity ?? .unknown, distance: 0, estimatedDistance: distance)
        (move.isStated, move.confidence) = (stated?.origin == .file, stated?.origin == .person ? .high : nil)
        return .move(move)
    }

    private struct Piece {
        var start: Instant
        var end: Instant
        var isGap: Bool
    }

    /// Divides a time at silences that are not bridged.
    private func pieces(from start: Instant, until end: Instant) -> [Piece] {
        var pieces: [Piece] = []
        var time = start
        let range = track.index(at: start)...track.index(at: end)
        for index in range.dropLast() {
            let before = track.points[index]
            let after = track.points[index + 1]
            let gapStart = max(before.time, start)
            // The part of a silence that a stay does not cover belongs to the move before or after it.
            guard min(after.time, end) - gapStart >= parameters.silences.gap, !isBridged(before, after) else {
                continue
            }
            let gapEnd = min(after.time, end)
            if gapStart > time { pieces.append(Piece(start: time, end: gapStart, isGap: false)) }
            // A single fix between two silences does not divide them.
            if pieces.last?.isGap == true {
                pieces[pieces.count - 1].end = gapEnd
            } else {
                pieces.append(Piece(start: gapStart, end: gapEnd, isGap: true))
            }
            time = gapEnd
        }
        if end > time { pieces.append(Piece(start: time, end: end, isGap: false)) }
        return pieces
    }

    /// Returns whether a silence was crossed at the speed of a ride, as in a metro or a tunnel.
    private func isBridged(_ before: DayPoint, _ after: DayPoint) -> Bool {
        parameters.silences.isRide(of: before.coordinate.distance(to: after.coordinate), in: after.time - before.time)
    }

    private func moves(from start: Instant, until end: Instant) -> [StorylineItem] {
        cutter.stretches(from: start, until: end).map { stretch in
            var move = StorylineItem.Move(
                start: stretch.start, end: stretch.end, activity: stretch.activity,
                distance: max(0, track.distance(stretch.start, stretch.end)),
                estimatedDistance: max(0, track.estimatedDistance(stretch.start, stretch.end)))
            move.isStated = stretch.origin == .file
            move.confidence = cutter.confidence(of: stretch)
            move.vehicle = cutter.vehicle(of: stretch)
            return .move(move)
        }
    }
}
