import Geometry
import SensorModel
import Testing

@testable import MapTiles
@testable import Viewer

@Suite struct DrawingStoreTests {
    /// A vector tile of one layer without features.
    private static let tile: [UInt8] = [0x1A, 0x08, 0x78, 0x02, 0x0A, 0x01, 0x61, 0x28, 0x80, 0x20]

    private func store(
        substituteLevels: Int, read: @escaping @Sendable (TileAddress) async throws -> [UInt8]?
    ) -> DrawingStore {
        var tiles = TileClient.Tiles(
            name: "", attribution: nil, zoomLevels: 0...14, bounds: nil, isVector: true,
            read: { address, _ in try await read(address) })
        tiles.substituteLevels = substituteLevels
        return DrawingStore(tiles)
    }

    @Test(arguments: [(0, 14), (1, 13), (4, 10), (5, nil)])
    func `a missing tile is replaced with a part of a coarser one within bounds`(missing: Int, zoom: Int?) async throws
    {
        let address = try #require(TileAddress(zoom: 14, x: 8_847, y: 5_556))
        let read: @Sendable (TileAddress) -> [UInt8]? = { $0.zoom > 14 - missing ? nil : Self.tile }
        let drawing = try await store(substituteLevels: 4, read: read).drawing(address)
        #expect(drawing?.address == zoom.flatMap { address.ancestor(levels: 14 - $0) })
        let own = try await store(substituteLevels: 0, read: read).drawing(address)
        #expect(own?.address == (missing == 0 ? address : nil))
    }

    private struct Failure: Error {}

    /// A server whose first answer is a failure.
    private actor Server {
        private(set) var requests = 0

        func answer() throws -> [UInt8] {
            requests += 1
            if requests == 1 { throw Failure() }
            return DrawingStoreTests.tile
        }
    }

    @Test func `a tile that could not be read is read again, others once`() async throws {
        let server = Server()
        let store = store(substituteLevels: 0) { _ in try await server.answer() }
        let address = try #require(TileAddress(zoom: 3, x: 1, y: 2))
        await #expect(throws: Failure.self) { try await store.drawing(address) }
        for _ in 0..<3 { #expect(try await store.drawing(address) != nil) }
        #expect(await server.requests == 2)
    }

    /// A server that answers for one tile only when it is told to.
    private actor SlowServer {
        private(set) var requests = 0
        private var waiting: [CheckedContinuation<[UInt8], any Error>] = []

        func answer() async throws -> [UInt8] {
            requests += 1
            return try await withCheckedThrowingContinuation { waiting.append($0) }
        }

        /// Fails the first request that waits.
        func fail() { waiting.removeFirst().resume(throwing: Failure()) }

        /// Completes the last request that waits.
        func succeed() { waiting.popLast()?.resume(returning: DrawingStoreTests.tile) }
    }

    @Test func `a tile that is still being read is not forgotten for others, nor requested again`() async throws {
        let server = SlowServer()
        let slow = try #require(TileAddress(zoom: 3, x: 1, y: 2))
        let store = store(substituteLevels: 0) { address in
            address == slow ? try await server.answer() : Self.tile
        }
        let first = Task { try await store.drawing(slow) }
        while await server.requests == 0 { await Task.yield() }
        for x in 0..<100 { _ = try await store.drawing(try #require(TileAddress(zoom: 10, x: x, y: 0))) }
        // Would be a second request if the tile had been forgotten; the failure of the first would forget that one, too.
        let second = Task { try await store.drawing(slow) }
        for _ in 0..<1_000 { await Task.yield() }
        await server.fail()
        await #expect(throws: Failure.self) { try await first.value }
        #expect(await server.requests == 1)
        await server.succeed()
        _ = try? await second.value
    }

    @Test func `a tile contains the places between its edges`() throws {
        let tile = try #require(TileAddress(zoom: 2, x: 1, y: 2))
        #expect(tile.contains(UnitMercator(x: 0.25, y: 0.5)) && tile.contains(UnitMercator(x: 0.49, y: 0.74)))
        #expect(!tile.contains(UnitMercator(x: 0.5, y: 0.5)) && !tile.contains(UnitMercator(x: 0.3, y: 0.49)))
    }
}
