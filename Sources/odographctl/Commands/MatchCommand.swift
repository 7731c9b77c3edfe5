import ArgumentParser
import Foundation
import FusionCore
import Geometry
import MapTiles
import Replay
import RoadMatching
import SensorModel
import SessionStore
import TrackFormats

/// `odographctl match`: the roads of an offline map that a session followed.
struct MatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Show the roads of an offline vector map that a session used.",
        discussion: """
            Matches the smoothed track to the roads of a map file (.pmtiles, .mbtiles). Parts off the roads stay \
            unchanged, and so do those against a one-way road. The session, its track and its distance do not change. \
            Without --map, the maps in the folder of maps are tried in order.

            Examples:
              odographctl match ride.odograph
              odographctl match ride.odograph --map berlin.pmtiles --output roads.geojson
            """)

    @Argument(help: "A session, or any file that import accepts.", completion: .recordings)
    var file: String

    @Option(help: ArgumentHelp("The map file.", valueName: "file"), completion: .file())
    var map: String?

    @Option(
        help: ArgumentHelp(
            "Write the line on the roads, and the track off them, as GeoJSON to this file; `-` is standard output.",
            valueName: "file"))
    var output: String?

    @OptionGroup var replacement: ForceOption

    @Flag(help: "Write a JSON object, in metres.")
    var json = false

    @OptionGroup var parameterOptions: ParameterOptions

    func validate() throws {
        guard output != "-" || !json else {
            throw ValidationError("Both --json and --output - write to standard output; choose another output.")
        }
    }

    func run() throws {
        Interruption.watch()
        let input = try SessionInput(path: file)
        let parameters = try parameterOptions.parameters(over: input.parameters)
        var engine = TuningEngine(input.recording)
        guard let run = engine.run(parameters, isCancelled: Self.isEnded) else { throw ExitCode.interrupted }
        guard !run.smoothed.isEmpty else {
            throw CommandError("“\(file)” contains no fixes for a track.")
        }
        let (match, path) = try match(TrackPlace.places(of: run.smoothed, activities: run.activities))
        if let output {
            let sink = try StandardOutput.sink(
                output, besides: [file, path, parameterOptions.file], isForced: replacement.force)
            try sink.write(line: try JSONText.line(MatchedLines(match, times: run.smoothed.times)))
            try sink.close()
            if output == "-" { return }
        }
        let report = MatchText(match, times: run.smoothed.times, map: path)
        print(json ? try JSONText.indented(report) : report.text)
    }

    /// Matches to the stated map, or to the first in the folder of maps that has roads near the track.
    private func match(_ places: [TrackPlace]) throws -> (RoadMatch, map: String) {
        for path in map.map({ [$0] }) ?? MapFolder.standard().maps() {
            do {
                return (try match(places, to: path), path)
            } catch RoadMatchingError.cancelled {
                throw ExitCode.interrupted
            } catch let error as RoadMatchingError {
                // Another map may have what this one lacks.
                guard map == nil, error.isLack else { throw CommandError("“\(path)”: \(error)") }
            }
        }
        throw CommandError(
            "No map in the folder of maps has roads near the track: add one with “odographctl map import”, or state --map."
        )
    }

    private func match(_ places: [TrackPlace], to path: String) throws -> RoadMatch {
        let file = try MapFile(path: path)
        guard file.isVector else {
            if map == nil { throw RoadMatchingError.noRoads }
            throw CommandError("The tiles of “\(path)” are pictures: choose a vector map.")
        }
        return try RoadMatcher().match(places, zoomLevels: file.zoomLevels, isCancelled: Self.isEnded) {
            try file.tile($0)
        }
    }

    private static func isEnded() -> Bool { (try? Interruption.check()) == nil }
}

/// The roads of a session and how far it was from them, in metres.
private struct MatchText: Encodable {
    struct RoadLength: Encodable {
        let name: String?
        let kind: RoadClass
        let metres: Double
    }

    /// A time on one road; the number is that in ``roads``, `nil` off the roads.
    struct Stretch: Encodable {
        let start: String
        let end: String
        let road: Int?
    }

    let map: String
    let metres: Double
    let roadMetres: Double
    let roadShare: Double?
    let againstMetres: Double
    let deviation50: Double?
    let deviation95: Double?
    let roads: [RoadLength]
    let stretches: [Stretch]

    /// The number of roads that the text lists.
    private static let listed = 12

    init(_ match: RoadMatch, times: [Instant], map: String) {
        self.map = map
        metres = match.metres
        (roadMetres, roadShare, againstMetres) = (match.roadMetres, match.roadShare, match.againstMetres)
        let deviations = match.deviations([0.5, 0.95])
        (deviation50, deviation95) = (deviations?[0], deviations?[1])
        roads = zip(match.roads, match.metresByRoad).map { road, metres in
            RoadLength(name: road.name, kind: road.kind, metres: metres)
        }
        stretches = match.stretches.map { stretch in
            Stretch(
                start: times[stretch.places.lowerBound].isoText, end: times[stretch.places.upperBound].isoText,
                road: stretch.road)
        }
    }

    var text: String {
        var lines = ["map".column(16) + map.visible]
        if let roadShare {
            lines.append(
                "on roads".column(16) + String(format: "%.1f %% of %.2f km", roadShare * 100, metres / 1_000))
        }
        if let deviation50, let deviation95 {
            lines.append(
                "from the road".column(16) + String(format: "%.1f m median, %.1f m 95 %%", deviation50, deviation95))
        }
        if againstMetres >= 50 {
            lines.append("against one-way".column(16) + String(format: "%.2f km", againstMetres / 1_000))
        }
        for road in roads.sorted(by: { $0.metres > $1.metres }).prefix(Self.listed) {
            let title = road.name.map { "\($0.visible) (\(road.kind.rawValue))" } ?? road.kind.rawValue
            lines.append(String(format: "%10.2f km", road.metres / 1_000).column(16) + title)
        }
        if roads.count > Self.listed {
            lines.append("".column(16) + "and \(roads.count - Self.listed) more")
        }
        return lines.joined(separator: "\n")
    }
}

/// The parts of a matched track as GeoJSON (RFC 7946).
private struct MatchedLines: Encodable {
    struct Feature: Encodable {
        struct Properties: Encodable {
            let kind: String
            let start: String
            let end: String
        }

        struct Geometry: Encodable {
            let type = "MultiLineString"
            let coordinates: [[[Double]]]
        }

        let type = "Feature"
        let properties: Properties
        let geometry: Geometry
    }

    let type = "FeatureCollection"
    let features: [Feature]

    init(_ match: RoadMatch, times: [Instant]) {
        features = match.parts.map { part in
            Feature(
                properties: Feature.Properties(
                    kind: part.isOnRoad ? "road" : "offRoad", start: times[part.places.lowerBound].isoText,
                    end: times[part.places.upperBound].isoText),
                geometry: Feature.Geometry(coordinates: Self.lines(part.line)))
        }
    }

    /// Returns a line in parts, cut where it crosses the antimeridian, with coordinates to a centimetre.
    private static func lines(_ line: [Coordinate]) -> [[[Double]]] {
        var lines: [[[Double]]] = [[]]
        for point in line {
            let position = [point.longitude, point.latitude].map { ($0 * 1e7).rounded() / 1e7 }
            if let last = lines[lines.count - 1].last, abs(last[0] - position[0]) > 180 { lines.append([]) }
            lines[lines.count - 1].append(position)
        }
        return lines.filter { $0.count > 1 }
    }
}

extension Instant {
    /// The time as ISO 8601 in UTC, to a millisecond.
    var isoText: String {
        Date(timeIntervalSince1970: seconds).formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt))
    }
}
