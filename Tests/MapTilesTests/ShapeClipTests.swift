import MapTiles
import Testing

@Suite struct ShapeClipTests {
    private let clip = ShapeClip(lower: SIMD2(0, 0), upper: SIMD2(1, 1))

    @Test func `a ring around the box becomes the box`() {
        let ring = clip.ring([SIMD2(-5, -5), SIMD2(5, -5), SIMD2(5, 5), SIMD2(-5, 5)])
        #expect(Set(ring) == [SIMD2(0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)])
        #expect(clip.ring([SIMD2(2, 2), SIMD2(3, 2), SIMD2(3, 3)]).isEmpty)
        #expect(clip.ring([]).isEmpty)
    }

    @Test func `a line keeps what lies in the box`() {
        let parts = clip.lines([SIMD2(-1, 0.5), SIMD2(2, 0.5), SIMD2(2, 0.75), SIMD2(0.5, 0.75)])
        #expect(parts == [[SIMD2(0, 0.5), SIMD2(1, 0.5)], [SIMD2(1, 0.75), SIMD2(0.5, 0.75)]])
        #expect(clip.lines([SIMD2(0.1, 0.1), SIMD2(0.2, 0.1), SIMD2(0.3, 0.3)]).map(\.count) == [3])
        #expect(clip.lines([SIMD2(-1, -1), SIMD2(-1, 3)]).isEmpty)
    }
}
