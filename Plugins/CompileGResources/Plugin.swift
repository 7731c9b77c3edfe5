import Foundation
import PackagePlugin

/// Compiles Resources/odograph.gresource.xml with glib-compile-resources into the resource bundle of a target.
@main struct CompileGResources: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let root = context.package.directoryURL
        let folder = root.appending(path: "Resources")
        let manifest = folder.appending(path: "odograph.gresource.xml")
        let output = context.pluginWorkDirectoryURL.appending(path: "odograph.gresource")
        guard let tool = program("glib-compile-resources") else { throw MissingProgram() }
        return [
            .buildCommand(
                displayName: "Compiling resources", executable: tool,
                arguments: ["--target", output.path(), "--sourcedir", folder.path(), manifest.path()],
                inputFiles: files(in: folder) + files(in: root.appending(path: "data/icons")), outputFiles: [output])
        ]
    }

    private func program(_ name: String) -> URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return path.split(separator: ":").map { URL(filePath: String($0)).appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    private func files(in folder: URL) -> [URL] {
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (all?.compactMap { $0 as? URL } ?? []).filter { !$0.hasDirectoryPath }
    }
}

/// The error if a required program is not installed.
struct MissingProgram: Error, CustomStringConvertible {
    var description: String { "glib-compile-resources is missing; install libglib2.0-dev-bin." }
}
