import Foundation
import Testing

/// Raw fixes on a map that is zoomed in, in the real window.
@Suite struct WhiskerTests {
    /// Left of the position, which is in the middle of the map.
    private let map: WindowDriver.Part = (x: 420, y: 200, width: 220, height: 330)

    /// A ride eastward at 5 m/s, with fixes 6 m to its left and right in turn.
    private static let ride: String = {
        let degree = 111_195.0
        let points = (0..<300).map { second in
            let latitude = 50 + (second % 2 == 0 ? 6 : -6) / degree
            let longitude = 14 + Double(second) * 5 / (degree * cos(50 * Double.pi / 180))
            let time = Date(timeIntervalSince1970: 1_763_107_200 + Double(second)).ISO8601Format()
            return "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\"><ele>200</ele><time>\(time)</time></trkpt>"
        }
        return "<gpx version=\"1.1\" creator=\"x\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><name>Zigzag</name>"
            + "<trkseg>\(points.joined())</trkseg></trk></gpx>"
    }()

    /// The number of pixels that have eight neighbours of the same colour and are drawn only with the raw fixes: dots
    /// have some, and lines of one pixel have none.
    private func dotPixels(_ driver: WindowDriver) throws -> Int {
        try driver.settle()
        let with = try driver.pixels(map)
        try driver.act("key alt+1", appears: "the map without raw fixes")
        let without = try driver.pixels(map)
        try driver.act("key alt+1", appears: "the map with raw fixes")
        func isDot(_ x: Int, _ y: Int) -> Bool {
            let middle = 3 * (y * map.width + x)
            return [-1, 0, 1].allSatisfy { down in
                [-1, 0, 1].allSatisfy { right in
                    let place = middle + 3 * (down * map.width + right)
                    return with[place..<place + 3] == with[middle..<middle + 3]
                        && with[place..<place + 3] != without[place..<place + 3]
                }
            }
        }
        return (1..<map.height - 1).reduce(0) { sum, y in sum + (1..<map.width - 1).count { isDot($0, y) } }
    }

    @Test func `each fix is a dot, as soon as the map is zoomed in so far that fixes are apart`() throws {
        let driver = try WindowDriver(file: "zigzag.gpx", holding: Self.ride)
        #expect(try driver.waitForTitle("Zigzag"))
        // The pointer is next to the map, so that no card of a fix appears under it.
        try driver.act("mousemove 700 850 key End key ctrl+l")
        try driver.settle()
        try driver.act("key ctrl+plus", appears: "the nearer map")
        let far = try dotPixels(driver)
        try driver.act("key ctrl+plus", appears: "the nearest map")
        let near = try dotPixels(driver)
        #expect(far == 0 && near >= 10, "\(far) pixels of dots from afar, \(near) nearer")
        try driver.end()
    }
}
