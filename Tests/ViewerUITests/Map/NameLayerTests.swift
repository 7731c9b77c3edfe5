import GTKKit
import Geometry
import Glibc
import SensorModel
import Testing

@testable import MapTiles
@testable import ShumateKit
@testable import ViewerUI

@Suite @MainActor struct NameLayerTests {
    private static let projection = MapProjection(
        center: UnitMercator(x: 0.5, y: 0.5), scale: 256 * 4_096, width: 400, height: 300)

    /// Returns the boxes of the names of two towns, 100 pixels to the left and to the right of the middle.
    private func boxes(around obstacles: [Frame]) -> [Frame] {
        let labels = [(-100.0, "Lindenau"), (100, "Weidach")].map { right, name in
            MapLabel(
                text: name, kind: .town, place: UnitMercator(x: 0.5 + right / Self.projection.scale, y: 0.5), angle: 0,
                room: .infinity, lowestZoom: 0, rank: 0)
        }
        var boxes: [Frame] = []
        _ = Picture(width: 400, height: 300) { drawing in
            boxes = NameLayer().draw(labels, in: drawing, Self.projection, isDark: false, around: obstacles).boxes
        }
        return boxes
    }

    @Test(arguments: [0.4, 1.4, 2.5, -1.9])
    func `the name of a town stays level on a turned map, that of a road never stands on its head`(rotation: Double) {
        var turned = Self.projection
        turned.rotation = rotation
        func box(_ kind: MapLabel.Kind, _ angle: Double) -> Frame {
            let label = MapLabel(
                text: "Lindenau", kind: kind, place: UnitMercator(x: 0.5, y: 0.5), angle: angle, room: .infinity,
                lowestZoom: 0, rank: 0)
            var boxes: [Frame] = []
            _ = Picture(width: 400, height: 300) { drawing in
                boxes = NameLayer().draw([label], in: drawing, turned, isDark: false).boxes
            }
            return boxes.first ?? Frame(x: 0, y: 0, width: 0, height: 0)
        }
        let level = box(.town, 0)
        #expect(level.width > 2 * level.height && level.height > 0)
        // A road from the lower left to the upper right of a map that is turned back is level.
        let along = box(.road, -remainder(rotation, .pi))
        #expect(along.width > 2 * along.height && along.height > 0)
        for angle in stride(from: -1.5, to: 1.5, by: 0.1) {
            #expect(abs(NameLayer.angle(of: .road, angle, turned)) <= .pi / 2)
        }
    }

    @Test(arguments: [(100.0, 1), (1_100, 1), (1_300, 3), (1e9, 3), (.infinity, 3)])
    func `a long road is named again along its way, as far as the map shows it`(length: Double, count: Int) {
        var wide = Self.projection
        wide.width = 1_200
        let road = MapLabel(
            text: "Long Road", kind: .road, place: UnitMercator(x: 0.5, y: 0.5), angle: 0,
            room: length / wide.scale, lowestZoom: 0, rank: 0, isStraight: true)
        var boxes: [Frame] = []
        _ = Picture(width: 1_200, height: 300) { drawing in
            boxes = NameLayer().draw([road], in: drawing, wide, isDark: false).boxes
        }
        #expect(boxes.count == count)
        for (one, next) in zip(boxes, boxes.dropFirst()) { #expect(next.x - one.x == 480 && next.y == one.y) }
    }

    @Test func `the names of a dense map are complete after some frames, and stay`() {
        let labels = (0..<1_500).map { index in
            let place = Self.projection.point(x: Double(index % 50) * 8, y: Double(index / 50) * 10)
            return MapLabel(
                text: "Town \(index)", kind: .town, place: place, angle: 0, room: .infinity, lowestZoom: 0, rank: 0)
        }
        let layer = NameLayer()
        var frames: [(boxes: [Frame], leavesSome: Bool)] = []
        _ = Picture(width: 400, height: 300) { drawing in
            repeat {
                frames.append(layer.draw(labels, in: drawing, Self.projection, isDark: false))
            } while frames.count < 200 && frames.last?.leavesSome == true
            frames.append(layer.draw(labels, in: drawing, Self.projection, isDark: false))
        }
        #expect(frames.count < 100, "they are never complete")
        #expect(frames.suffix(2).allSatisfy { !$0.leavesSome && $0.boxes.count > 20 })
        #expect(frames.last?.boxes == frames.dropLast().last?.boxes)
    }

    @Test func `a name under a mark of the track is left out, the others stay where they are`() throws {
        let free = boxes(around: [])
        try #require(free.count == 2)
        let mark = Frame(x: 80, y: 140, width: 40, height: 20)
        #expect(free[0].intersects(mark) && !free[1].intersects(mark))
        #expect(boxes(around: [mark]) == [free[1]])
        #expect(boxes(around: [Frame(x: 180, y: 140, width: 40, height: 20)]) == free)
    }
}
