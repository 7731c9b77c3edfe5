import Geometry
import MapTiles
import SensorModel
import Testing

@testable import RoadMatching

/// Made-up roads, and drives on them whose roads are known.
@Suite struct RoadMatcherTests {
    @Test func `of two parallel roads the one that was driven is found`() throws {
        var map = MadeUpMap()
        map.road([(-800, 0), (800, 0)], name: "South")
        map.road([(-800, 15), (800, 15)], name: "North")
        for seed in 1...5 {
            let drive = MadeUpDrive([(-700, 0), (700, 0)], on: map, noise: 3, seed: UInt64(seed))
            #expect(try map.match(drive.places).share(on: "South") > 0.95, "\(seed)")
        }
    }

    @Test func `a bridge over a road is not a junction`() throws {
        for statesLevels in [true, false] {
            var map = MadeUpMap()
            map.road([(-800, 0), (800, 0)], name: "Below")
            map.road([(3, -600), (3, -30)], name: "Ramp")
            map.road([(3, -30), (3, 30)], name: "Above", bridge: statesLevels)
            map.road([(3, 30), (3, 600)], name: "Ramp")
            let straight = try map.match(MadeUpDrive([(-700, 0), (700, 0)], on: map, noise: 2).places)
            #expect(straight.share(on: "Below") == 1)
            // A turn without a junction leaves the roads for a moment, or breaks the line.
            let turning = try map.match(MadeUpDrive([(-700, 0), (3, 0), (3, 500)], on: map, noise: 1).places)
            #expect(turning.share(on: "Below") > 0.5)
            #expect(turning.share(on: "Ramp") > 0.3)
            #expect(turning.parts.count { $0.isOnRoad } == 2)
        }
    }

    @Test func `roads that cross on one level are joined even without a vertex`() throws {
        var map = MadeUpMap()
        map.road([(-800, 0), (800, 0)], name: "Along")
        map.road([(3, -600), (3, 600)], name: "Across")
        map.road([(700, 300), (750, 300)], bridge: true)
        let turning = try map.match(MadeUpDrive([(-700, 0), (3, 0), (3, 500)], on: map, noise: 1).places)
        #expect(turning.parts.count { $0.isOnRoad } == 1)
        #expect(turning.shareOff == 0)
    }

    @Test func `a side road whose junction lost its vertex is joined`() throws {
        var map = MadeUpMap()
        map.road([(-800, 3), (800, 41)], name: "Main")
        // The end lies on the line between the ends of the main road.
        map.road([(100, 3 + 900 * 38.0 / 1_600), (90, 500)], name: "Side")
        let match = try map.match(MadeUpDrive([(-600, 8), (100, 24), (92, 450)], on: map).places)
        #expect(match.parts.count { $0.isOnRoad } == 1)
        #expect(match.share(on: "Side") > 0.3)
    }

    @Test func `a roundabout is driven around, in its direction`() throws {
        var map = MadeUpMap()
        let circle = (0...24).map { step in
            let turn = Double(step) / 24 * 2 * Double.pi
            return (20 * cosine(turn), 20 * cosine(turn - .pi / 2))
        }
        map.road(circle, name: "Roundabout", oneway: 1)
        map.road([(-400, 0), (-20, 0)], name: "West")
        map.road([(20, 0), (400, 0)], name: "East")
        map.road([(0, 20), (0, 400)], name: "North")
        // From the west, three quarters around, out to the north: counterclockwise.
        let way = [(-300.0, 0.0)] + (12...30).map { circle[$0 % 24] } + [(0, 300)]
        let match = try map.match(MadeUpDrive(way, on: map, speed: 5, noise: 1.5).places)
        #expect(match.parts.count == 1)
        #expect(match.places.allSatisfy { $0?.isAgainst == false })
        #expect(match.share(on: "East") == 0)
        #expect(match.share(on: "Roundabout") > 0.1)
        let length = zip(match.parts[0].line, match.parts[0].line.dropFirst()).reduce(0) {
            $0 + $1.0.distance(to: $1.1)
        }
        #expect(abs(length - (280 + 0.75 * 2 * .pi * 20 + 280)) < 25)
    }

    @Test func `a part off the roads stays off the roads`() throws {
        var map = MadeUpMap()
        map.road([(-800, 0), (800, 0)], name: "Road")
        let way = [(-700.0, 0.0), (-300, 0), (-200, 150), (200, 150), (300, 0), (700, 0)]
        let match = try map.match(MadeUpDrive(way, on: map).places)
        #expect(match.parts.map(\.isOnRoad) == [true, false, true])
        #expect((0.3...0.5).contains(match.shareOff))
        let aside = try map.match(MadeUpDrive([(-700, 60), (700, 60)], on: map).places)
        #expect(aside.shareOff == 1)
        #expect(aside.roadShare == 0)
    }

    @Test func `the wrong way along a one-way road is kept and reported`() throws {
        var map = MadeUpMap()
        map.road([(-800, 0), (800, 0)], name: "One way", oneway: 1)
        let wrong = try map.match(MadeUpDrive([(700, 0), (-700, 0)], on: map, noise: 2).places)
        #expect(wrong.share(on: "One way") == 1)
        #expect(wrong.places.count { $0?.isAgainst == true } > 130)
        let right = try map.match(MadeUpDrive([(-700, 0), (700, 0)], on: map, noise: 2).places)
        #expect(right.places.count { $0?.isAgainst == true } <= 2)
    }

    @Test func `of two carriageways the one in the direction of travel is found`() throws {
        var map = MadeUpMap()
        map.road([(-800, 0), (800, 0)], "motorway", name: "Eastbound", oneway: 1)
        map.road([(800, 11), (-800, 11)], "motorway", name: "Westbound", oneway: 1)
        for seed in 1...5 {
            // In the middle between both.
            let drive = MadeUpDrive([(-700, 5.5), (700, 5.5)], on: map, speed: 25, noise: 3, seed: UInt64(seed))
            #expect(try map.match(drive.places).share(on: "Eastbound") > 0.9, "\(seed)")
        }
    }

    @Test func `a gap in the track is bridged along the road if it is short, and breaks the line otherwise`() throws {
        var map = MadeUpMap()
        map.road([(-3_000, 0), (0, 0), (0, 800), (3_000, 800)], name: "Bent")
        let way = MadeUpDrive([(-2_900, 0), (0, 0), (0, 800), (2_900, 800)], on: map).places
        let short = way.enumerated().filter { !(280...300).contains($0.offset) }.map(\.element)
        let bridged = try map.match(short)
        #expect(bridged.parts.count == 1)
        var long = way.enumerated().filter { !(200...420).contains($0.offset) }.map(\.element)
        let broken = try map.match(long)
        #expect(broken.parts.count { $0.isOnRoad } == 2)
        long[200].isStart = true
        let stated = try map.match(long)
        #expect(stated.parts.map(\.isOnRoad) == [true, true])
        #expect(stated.metres < 4_700)
    }

    @Test func `a track across many tiles stays on its road`() throws {
        for (zoom, buffer) in [(14, Float(64)), (14, 0), (13, 8), (15, 64)] {
            var map = MadeUpMap(zoom: zoom)
            map.buffer = buffer
            map.road([(-9_000, -4_000), (-2_000, 100), (3_000, -700), (9_000, 5_000)], "secondary", name: "Long Road")
            map.road([(-9_000, -4_100), (-2_000, 0), (3_000, -800), (9_000, 4_900)], "track")
            let way = [(-8_900.0, -3_941.0), (-2_000, 100), (3_000, -700), (8_900, 4_905)]
            let match = try map.match(MadeUpDrive(way, on: map, speed: 20, noise: 2).places)
            #expect(match.parts.count == 1, "\(zoom) \(buffer)")
            #expect(match.share(on: "Long Road") > 0.99)
            #expect(match.roads.map(\.kind) == [.secondary])
        }
    }

    @Test func `a road along the edge of a tile is matched once`() throws {
        var map = MadeUpMap()
        let side = Double(1 << 14)
        let square = UnitMercator(map.plane.origin)
        let edge = UnitMercator(x: (square.x * side).rounded() / side, y: square.y).coordinate
        let east = map.plane.point(edge).east
        map.road([(east, -900), (east, 900)], name: "Edge")
        let match = try map.match(MadeUpDrive([(east, -800), (east, 800)], on: map, noise: 2).places)
        #expect(match.share(on: "Edge") == 1)
        #expect(match.parts.count == 1)
    }

    @Test func `a car is on the road rather than on its pavement, and a walker has no one-way roads`() throws {
        var map = MadeUpMap()
        map.road([(-800, 0), (800, 0)], name: "Road", oneway: 1)
        map.road([(-800, 4), (800, 4)], "footway", name: "Pavement")
        var places = MadeUpDrive([(700, 3), (-700, 3)], on: map).places
        #expect(try map.match(places).share(on: "Pavement") > 0.9)
        for index in places.indices { places[index].travel = .driving }
        #expect(try map.match(places).share(on: "Road") > 0.9)
        places = MadeUpDrive([(700, 0), (-700, 0)], on: map).places
        for index in places.indices { places[index].travel = .onFoot }
        let walk = try map.match(places)
        #expect(walk.share(on: "Road") > 0.9 && walk.againstMetres == 0)
    }

    @Test func `every schema's roads are read`() throws {
        for schema in [MadeUpMap.Schema.openMapTiles, .protomaps, .shortbread] {
            var map = MadeUpMap(schema)
            map.road([(-800, 0), (800, 0)], "primary", name: "Main", oneway: 1)
            map.road([(-800, 100), (800, 100)], "rail")
            let match = try map.match(MadeUpDrive([(700, 0), (-700, 0)], on: map).places)
            #expect(match.roads == [Road(kind: .primary, name: "Main")], "\(schema)")
            #expect(match.places.count { $0?.isAgainst == true } > 100, "\(schema)")
        }
    }

    @Test func `a stop does not wander`() throws {
        var map = MadeUpMap()
        map.road([(-800, 0), (0, 0), (800, 0)], name: "Main")
        map.road([(0, 0), (0, 400)], name: "Side")
        var drive = MadeUpDrive([(-500, 0), (0, 0)], on: map, noise: 2).places
        drive += MadeUpDrive((0..<600).map { _ in (0, 0) }, on: map, noise: 2, seed: 3).places.dropFirst()
        drive += MadeUpDrive([(0, 0), (500, 0)], on: map, noise: 2, seed: 4).places.dropFirst()
        for index in drive.indices.dropFirst() { drive[index].isStart = false }
        let match = try map.match(drive)
        #expect(match.share(on: "Main") > 0.95)
        #expect(match.parts.count == 1)
    }
}

/// The cosine, without a module for it.
private func cosine(_ angle: Double) -> Double {
    let turn = angle.truncatingRemainder(dividingBy: 2 * .pi)
    var (term, sum) = (1.0, 1.0)
    for step in 1...30 {
        term *= -turn * turn / Double((2 * step - 1) * 2 * step)
        sum += term
    }
    return sum
}
