import ArgumentParser
import Foundation
import Recorder

/// The option that selects a recorder.
struct RecorderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder for the lock and the live socket: one recorder each. (default: odograph in $XDG_RUNTIME_DIR)",
            valueName: "folder"))
    var runtimeFolder: String?

    /// The recorder's runtime folder.
    var folder: RuntimeFolder { runtimeFolder.map { RuntimeFolder(path: URL(filePath: $0).path) } ?? .standard() }
}
