import Geometry
import Testing

@testable import Wire

@Suite struct WireBytesTests {
    @Test func `the lowest byte comes first on every machine`() throws {
        var writer = WireWriter()
        writer.write(UInt16(0x0102))
        writer.write(Int32(-2))
        writer.write(UInt64(0x0102_0304_0506_0708))
        writer.write(1.5)
        writer.write("é")
        writer.write(Vector3(0, -0.0, 2))
        let integers: [UInt8] = [0x02, 0x01, 0xFE, 0xFF, 0xFF, 0xFF, 8, 7, 6, 5, 4, 3, 2, 1]
        let numberAndText: [UInt8] = [0, 0, 0, 0, 0, 0, 0xF8, 0x3F, 2, 0, 0, 0, 0xC3, 0xA9]
        var vector = [UInt8](repeating: 0, count: 24)
        (vector[15], vector[23]) = (0x80, 0x40)
        #expect(writer.bytes == integers + numberAndText + vector)
        var reader = WireReader(writer.bytes[...])
        #expect(try reader.integer(UInt16.self) == 0x0102)
        #expect(try reader.integer(Int32.self) == -2)
        #expect(try reader.integer(UInt64.self) == 0x0102_0304_0506_0708)
        #expect(try reader.double() == 1.5)
        #expect(try reader.text() == "é")
        #expect(try reader.vector() == Vector3(0, 0, 2))
    }
}
