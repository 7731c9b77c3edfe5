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

    @Argument(help: "The files to add.", completion: .file())
    var inputs: [String]

    @OptionGroup var progressOptions: ProgressOptions

    func run() throws {
        Interruption.watch()
        let folder = MapFolder.standard()
        var added = 0
        for input in inputs {
            do {
                print(try add(input, to: folder))
                added += 1
            } catch is CancellationError {
                StandardError.write("Cancelled; maps added: \(added).")
                throw ExitCode.interrupted
            } catch {
                StandardError.write("\(error)")
            }
        }
        if added < inputs.count { throw added == 0 ? ExitCode.failure : .partly }
    }

    private func add(_ input: String, to folder: MapFolder) throws -> String {
        if HeightArchive.isArchive(name: input) { return try HeightArchive(path: input).unpack(into: folder) }
        guard MapExtract.isExtract(name: input) else { return try folder.add(input) }
        var progress = progressOptions.line(input)
        defer { progress.clear() }
        return try MapExtract(path: input).convert(into: folder) { share in
            try Interruption.check()
            progress.show(share)
        }
    }
}

/// `odographctl map list`: lists the contents of the folder of maps.
struct MapListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the maps in the folder of maps, and their problems.")

    @Flag(help: "Write one JSON object.")
    var json = false

    func run() throws {
        var list = MapList()
        for path in MapFolder.standard().maps() {
            do { list.maps.append(try MapList.Map(path)) } catch { StandardError.write("\(error)") }
        }
        for path in MapFolder.standard().heights() {
            do { list.heights.append(try MapList.Heights(path)) } catch { StandardError.write("\(error)") }
        }
        if json { return print(try JSONText.indented(list)) }
        for map in list.maps {
            print(
                "\(map.path.visible): \(map.name.visible), \(map.kind), zoom \(map.minimumZoom) to \(map.maximumZoom)")
        }
        for heights in list.heights { print("\(heights.path.visible): heights, every \(heights.arcSeconds)″") }
    }
}

/// The contents of the folder of maps.
private struct MapList: Encodable {
    struct Map: Encodable {
        let path: String
        let name: String
        /// `shapes` or `pictures`.
        let kind: String
        let minimumZoom: Int
        let maximumZoom: Int

        init(_ path: String) throws {
            let map = try MapFile(path: path)
            (self.path, name, kind) = (path, map.name, map.isVector ? "shapes" : "pictures")
            (minimumZoom, maximumZoom) = (Int(map.zoomLevels.lowerBound), Int(map.zoomLevels.upperBound))
        }
    }

    struct Heights: Encodable {
        let path: String
        /// The distance between two heights.
        let arcSeconds: Int

        init(_ path: String) throws {
            self.path = path
            // One degree has 3600 seconds of arc.
            arcSeconds = 3600 / (try HeightFile(path: path).square.side - 1)
        }
    }

    var maps: [Map] = []
    var heights: [Heights] = []
}
