import Foundation
import GTKKit
import Testing

@testable import ViewerUI

@Suite @MainActor struct PageTests {
    private let page = Page(width: 200, height: 100, like: nil) { drawing in
        drawing.setColor(Color(0xFF0000))
        drawing.rectangle(x: 0, y: 0, width: 50, height: 100)
        drawing.fill()
        let name = TextPicture(
            "Lindenau", TextStyle(size: 14), color: Color(0x000000), halo: Color(0xFFFFFF), like: drawing)
        name?.draw(in: drawing, x: 120, y: 50)
    }

    private func written(_ format: Page.Format) throws -> Data {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(format)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try page.write(format, to: path)
        return try Data(contentsOf: URL(filePath: path))
    }

    @Test func `a picture has two pixels for each of the drawing`() throws {
        let picture = page.picture()
        #expect(picture.width == 400 && picture.height == 200)
        #expect(picture.pixel(x: 99, y: 199) == 0xFFFF_0000 && picture.pixel(x: 101, y: 5) == 0)
        #expect((210..<260).contains { x in (80..<120).contains { picture.pixel(x: x, y: $0) >> 24 > 200 } })
        #expect(try written(.png).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    @Test func `text in a PDF file can be selected, and its page has the size of the map`() throws {
        let text = String(decoding: try written(.pdf), as: UTF8.self)
        #expect(text.hasPrefix("%PDF-1.4") && text.contains("/ToUnicode") && text.contains("/FontFile"))
        #expect(text.contains("/MediaBox [ 0 0 150 75 ]"))
    }

    @Test func `an SVG file has shapes, and a file that cannot be written says why`() throws {
        let text = String(decoding: try written(.svg), as: UTF8.self)
        #expect(text.contains("<svg") && text.contains("width=\"150") && !text.contains("<image"))
        #expect(throws: PictureError.self) { try page.write(.pdf, to: "/nowhere/x.pdf") }
        #expect(throws: PictureError.self) { try page.write(.svg, to: "/nowhere/x.svg") }
    }
}
