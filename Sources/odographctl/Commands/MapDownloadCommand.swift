import ArgumentParser
import Foundation
import MapDownload
import MapTiles
import Replay
import SensorModel
import SessionStore
import Synchronization

/// `odographctl map download`: the tiles of an area, from a server that the user states.
struct MapDownloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Download an area of your own tile server as a map for use without a network.",
        discussion: """
            Connects only to the server in --url; a redirect ends the download. The server learns which area you want. \
            Many providers forbid copies of their map, and some block your access: \
            read the terms, then state --copies-allowed. The servers of OpenStreetMap, CyclOSM and OpenTopoMap forbid \
            copies and are rejected; import an extract instead.

            At most \(TilePlan.mostTiles) tiles are downloaded, two at a time. A server that fails, or asks for a \
            pause, is given one. Ctrl+C, or an error, keeps what was downloaded in a file whose name ends with \
            \(UnfinishedMap.ending); the same command continues from there.
            """)

    @Option(
        help: ArgumentHelp(
            "The address of the tiles with {z}, {x} and {y}. {ratio} and {r} are removed, and {s} becomes a.",
            valueName: "address"))
    var url: String

    @Flag(help: "Confirm that the provider allows offline copies. Nothing is requested otherwise.")
    var copiesAllowed = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The edges of the area in degrees, such as 52.3,13.0,52.7,13.8.", valueName: "south,west,north,east"))
    var area: String?

    @Option(
        help: ArgumentHelp(
            "Download the area around a session, or around any file that import accepts.", valueName: "file"),
        completion: .file())
    var around: String?

    @Option(
        help: ArgumentHelp("The distance in metres between the track of --around and the edges.", valueName: "metres"))
    var margin = 1_000.0

    @Option(help: ArgumentHelp("The zoom levels, such as 10-15.", valueName: "lowest-highest"))
    var zoom: String

    @Option(help: ArgumentHelp("The text that names the map's authors.", valueName: "text"))
    var attribution = ""

    @Option(
        help: ArgumentHelp("The map to write (MBTiles). (default: a new one in the folder of maps)", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(help: "Do not show the progress.")
    var quiet = false

    func validate() throws {
        guard (area == nil) != (around == nil) else {
            throw ValidationError("State the area by either --area or --around.")
        }
        guard margin > 0 else { throw ValidationError("--margin takes a number of metres above zero.") }
        guard output != "-" else {
            throw ValidationError("A map cannot be written to standard output; state a file for --output.")
        }
        do {
            _ = try TilePlan.zoomLevels(text: zoom)
            if let area { _ = try TileArea(text: area) }
        } catch { throw ValidationError("\(error)") }
    }

    func run() async throws {
        guard let template = TileTemplate(url) else { throw TileDownloadError.notAddress }
        _ = try template.hostForCopies()
        guard copiesAllowed else { throw TileDownloadError.notConfirmed }
        Interruption.watch()
        let plan = try TilePlan(wantedArea(), zoomLevels: TilePlan.zoomLevels(text: zoom))
        let download = TileDownload(template: template, plan: plan, attribution: attribution)
        let target = try output ?? MapFolder.standard().target(of: download)
        let printer = quiet ? nil : DownloadPrinter()
        do {
            let path = try await Interruption.cancelling {
                try await AreaDownload(download, to: target, programVersion: Version.current)
                    .run { printer?.show($0) }
            }
            printer?.conclude()
            print(path)
        } catch is CancellationError {
            let unfinished = target + UnfinishedMap.ending
            StandardError.write(
                FileManager.default.fileExists(atPath: unfinished)
                    ? "Cancelled; \(unfinished) is kept, and the same command continues the download."
                    : "Cancelled before anything was downloaded.")
            throw ExitCode(130)
        }
    }

    private func wantedArea() throws -> TileArea {
        if let area { return try TileArea(text: area) }
        let file = around ?? ""
        let input = try SessionInput(path: file)
        let fixes = CoreRun(input.recording, parameters: input.parameters, keepsGait: false)?.fixes ?? RecordedFixes()
        let places =
            fixes.filter(\.isAccepted).map(\.coordinate) + input.features.flatMap(\.places).map(\.coordinate)
        guard !places.isEmpty else {
            throw CommandError("“\(file)” contains no places for an area.")
        }
        return try TileArea(around: places, margin: margin)
    }
}

/// The progress of a download in lines of text: one for each twentieth, and for each pause.
private final class DownloadPrinter: Sendable {
    private struct State {
        var last = TileDownload.Progress(planned: 0)
        var shown = -1
    }

    private let state = Mutex(State())
    /// The share in percent from one line to the next.
    private static let step = 5

    func show(_ progress: TileDownload.Progress) {
        state.withLock { state in
            if let pause = progress.pause, state.last.pause == nil {
                StandardError.write("The server is asked again in \(Int(nearest: pause.rounded(.up))) s.")
            }
            state.last = progress
            let percent = Int(nearest: (progress.share * 100).rounded(.down))
            guard percent >= state.shown + Self.step else { return }
            state.shown = percent
            StandardError.write("\(percent) % of \(progress.planned) tiles, \(Self.megabytes(progress))")
        }
    }

    /// Writes what the map has, and what it lacks.
    func conclude() {
        let progress = state.withLock { $0.last }
        var parts = ["\(progress.stored) of \(progress.planned) tiles, \(Self.megabytes(progress))"]
        if progress.missing > 0 { parts.append("the server does not have \(progress.missing)") }
        if progress.odd > 0 { parts.append("\(progress.odd) were not tiles") }
        StandardError.write(parts.joined(separator: "; "))
    }

    private static func megabytes(_ progress: TileDownload.Progress) -> String {
        String(format: "%.1f MB", Double(progress.bytes) / 1e6)
    }
}
