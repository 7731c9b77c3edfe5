import Testing

@testable import IIOClient

@Suite struct RunningCapturesTests {
    @Test func `of two equal sensors the one that stays keeps its identity, and is captured once`() throws {
        let running = RunningCaptures()
        let first = try #require(running.claim("iio:device0", name: "imu", label: nil))
        let second = try #require(running.claim("iio:device1", name: "imu", label: nil))
        #expect([first.index, second.index] == [0, 1])
        running.release(first, hasGone: true)
        #expect(running.isMissingOne)
        #expect(running.claim("iio:device1", name: "imu", label: nil) == nil)
        // It comes back under another number of the kernel's.
        #expect(running.claim("iio:device2", name: "imu", label: nil) == first)
        #expect(!running.isMissingOne)
    }

    @Test func `other names and labels count for themselves`() throws {
        let running = RunningCaptures()
        let indices = [("a", "imu", nil), ("b", "imu", "base"), ("c", "als", nil), ("d", "imu", "base")].map {
            running.claim($0.0, name: $0.1, label: $0.2)?.index
        }
        #expect(indices == [0, 0, 0, 1])
    }
}
