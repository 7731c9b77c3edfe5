import Foundation
import TestSupport

/// The properties of a picture that tests check, with ImageMagick: its size and colours.
struct PNGPicture {
    let path: String
    let width: Int
    let height: Int
    /// The number of different colours.
    let colors: Int
    /// The mean of all channels, 0 black ... 1 white.
    let brightness: Double
    /// The text that identifies its pixels.
    let signature: String

    /// Reads a picture; `nil` if there is none.
    init?(path: String) {
        guard let program = Programs.find("identify"), FileManager.default.fileExists(atPath: path),
            let result = try? ChildProcess.run(program, ["-format", "%w %h %k %[fx:mean] %#", path])
        else { return nil }
        let parts = result.output.split(separator: " ")
        guard parts.count == 5, let width = Int(parts[0]), let height = Int(parts[1]), let colors = Int(parts[2]),
            let brightness = Double(parts[3])
        else { return nil }
        (self.path, self.width, self.height, self.colors, self.brightness) = (path, width, height, colors, brightness)
        signature = String(parts[4])
    }
}
