import Foundation
import TestSupport
import Testing

/// What the window loads to draw itself.
@Suite struct RendererTests {
    private static let hasNoProcessor = !["dri", "nvidiactl", "mali0", "kgsl-3d0", "dxg"].contains {
        FileManager.default.fileExists(atPath: "/dev/\($0)")
    }

    @Test(.enabled(if: hasNoProcessor, "a graphics processor draws here"))
    func `without a graphics processor no OpenGL is loaded`() throws {
        let home = try temporaryFolder()
        let driver = try WindowDriver(
            home: home, on: makeScreen(width: 1000, height: 700), environment: ["GSK_RENDERER": ""])
        #expect(try driver.waitForTitle("Odograph"))
        try driver.settle()
        let files = driver.mappedFiles
        #expect(files.contains { $0.hasPrefix("libgtk-4") })
        // Of Vulkan the drivers: GTK 4.18 is linked to its loader, libvulkan.so.
        for library in ["libEGL", "libGLX", "libLLVM", "libvulkan_", "libgallium", "swrast"] {
            #expect(!files.contains { $0.hasPrefix(library) }, "\(library) is loaded")
        }
        try driver.end()
    }
}
