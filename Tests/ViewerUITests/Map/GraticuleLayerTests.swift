import GTKKit
import Geometry
import SensorModel
import Testing

@testable import ShumateKit
@testable import ViewerUI

@Suite @MainActor struct GraticuleLayerTests {
    private let map = MapProjection(center: UnitMercator(x: 0.5, y: 0.4), scale: 1e6, width: 400, height: 300)

    @Test func `the name of a line yields to the name of a town`() {
        let name = Frame(x: 100, y: 280, width: 60, height: 14)
        let town = Frame(x: 140, y: 270, width: 50, height: 20)
        #expect(GraticuleLayer.isReadable(name, on: map, around: []))
        #expect(!GraticuleLayer.isReadable(name, on: map, around: [town]))
        #expect(GraticuleLayer.isReadable(name, on: map, around: [Frame(x: 170, y: 270, width: 50, height: 20)]))
    }

    @Test func `the name of a line is drawn whole or not`() {
        #expect(!GraticuleLayer.isReadable(Frame(x: 350, y: 280, width: 60, height: 14), on: map, around: []))
        #expect(!GraticuleLayer.isReadable(Frame(x: -1, y: 280, width: 60, height: 14), on: map, around: []))
    }
}
