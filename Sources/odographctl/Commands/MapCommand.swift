import ArgumentParser
import LibraryImport
import MapTiles
import SensorModel
import SessionStore

/// `odographctl map`: maps that are shown without a network.
struct MapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map",
        abstract: "Add maps that the window shows without a network.",
        subcommands: [MapImportCommand.self, MapListCommand.self])
}

/// `odographctl map import`: adds a map file, or converts an extract of OpenStreetMap into one.
struct MapImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add map files, heights and extracts of OpenStreetMap to the folder of maps.",
        discussion: """
            A map file (.pmtiles, .mbtiles) is copied. So are heights of SRTM (.hgt), which may be compressed \
            (.hgt.zip, .hgt.gz), and whose name states their south-western corner, such as N52E013.hgt. An extract \
            (.osm.pbf) is converted by tilemaker, if it is installed. A file of the same name is replaced. Ctrl+C cancels \
            the import without leaving a file.
            """)

    @Argument(help: "The files to add.")
    var inputs: [String]

    @Flag(help: "Do not show the progress.")
    var quiet = false

    func run() throws {
        Interruption.watch()
        let folder = MapFolder.standard()
        do {
            for input in inputs { print(try add(input, to: folder)) }
        } catch is CancellationError {
            StandardError.write("Cancelled; no map was added.")
            throw ExitCode.interrupted
        }
    }

    private func add(_ input: String, to folder: MapFolder) throws -> String {
        if HeightArchive.isArchive(name: input) { return try HeightArchive(path: input).unpack(into: folder) }
        guard MapExtract.isExtract(name: input) else { return try folder.add(input) }
        var shown = -1
        return try MapExtract(path: input).convert(into: folder) { share in
            try Interruption.check()
            let percent = Int(nearest: (share * 100).rounded(.down))
            guard !quiet, percent > shown + 4 else { return }
            shown = percent
            StandardError.write("\(percent) % of \(input.visible)")
        }
    }
}

/// `odographctl map list`: lists the contents of the folder of maps.
struct MapListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the maps in the folder of maps, and their problems.")

    func run() throws {
        for path in MapFolder.standard().maps() {
            do {
                let map = try MapFile(path: path)
                let kind = map.isVector ? "shapes" : "pictures"
                let levels = "\(map.zoomLevels.lowerBound) to \(map.zoomLevels.upperBound)"
                print("\(path.visible): \(map.name.visible), \(kind), zoom \(levels)")
            } catch { StandardError.write("\(error)") }
        }
        for path in MapFolder.standard().heights() {
            do {
                let square = try HeightFile(path: path).square
                // One degree has 3600 seconds of arc.
                print("\(path.visible): heights, every \(3600 / (square.side - 1))″")
            } catch { StandardError.write("\(error)") }
        }
    }
}
