import Foundation
import GTKKit
import TestSupport
import Testing

@Suite struct GraphicsDeviceTests {
    @Test(arguments: [
        ([], false), (["null", "dri/card0", "fb0"], false), (["dri/card0", "dri/renderD128"], true),
        (["nvidia0", "nvidiactl"], true), (["dxg"], true), (["mali0"], true), (["renderD128"], false),
    ])
    func `a graphics processor is known by its device`(files: [String], isPresent: Bool) throws {
        let folder = try temporaryFolder()
        for file in files {
            let place = folder.appending(path: file)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: place)
        }
        #expect(GraphicsDevice.isPresent(in: folder.path) == isPresent)
    }
}
