/// Blends one colour over premultiplied pixels.
struct PixelBlender {
    private let color: UInt32
    private let alpha: UInt32

    init(_ color: RGB, alpha: Double) {
        func part(_ value: Double) -> UInt32 { UInt32((min(1, max(0, value)) * 255).rounded()) }
        self.color = 0xff00_0000 | part(color.red) << 16 | part(color.green) << 8 | part(color.blue)
        self.alpha = part(alpha)
    }

    /// Returns a pixel's parts times a share of 255, rounded.
    @inline(__always)
    private static func scaled(_ pixel: UInt32, by share: UInt32) -> UInt32 {
        func two(_ parts: UInt32) -> UInt32 {
            let product = parts &* share &+ 0x0080_0080
            return (product &+ ((product >> 8) & 0x00ff_00ff)) >> 8 & 0x00ff_00ff
        }
        return two(pixel & 0x00ff_00ff) | two(pixel >> 8 & 0x00ff_00ff) << 8
    }

    /// Blends a row, and clears its coverage.
    @inline(__always)
    func blend(
        coverage: UnsafeMutablePointer<UInt8>, over pixels: UnsafeMutablePointer<UInt32>, first: Int, last: Int
    ) {
        // Three more pixels may have been written after the last.
        let end = last + 4
        var place = first
        while place < end {
            let word = UnsafeRawPointer(coverage + place).loadUnaligned(as: UInt64.self)
            guard word != 0 else {
                place += 8
                continue
            }
            for step in place..<min(place + 8, end) {
                let covered = UInt32(coverage[step])
                guard covered != 0 else { continue }
                coverage[step] = 0
                guard step <= last else { continue }
                let share = Self.scaled(covered, by: alpha)
                pixels[step] =
                    share == 255
                    ? color : Self.scaled(color, by: share) &+ Self.scaled(pixels[step], by: 255 &- share)
            }
            place += 8
        }
    }
}
