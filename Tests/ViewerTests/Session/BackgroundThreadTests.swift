import Glibc
import Synchronization
import Testing

@testable import Viewer

@Suite struct BackgroundThreadTests {
    private static var niceness: Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

    @Test func `work has a lower priority than its caller`() async {
        let before = Self.niceness
        let inside = await BackgroundThread.run { _ in Self.niceness }
        #expect(inside == min(19, before + 15))
        #expect(Self.niceness == before)
    }

    @Test func `work learns that its caller was cancelled`() async {
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            await BackgroundThread.run { isCancelled in
                start.finish()
                while !isCancelled() { usleep(1_000) }
                return true
            }
        }
        for await _ in starts {}
        task.cancel()
        #expect(await task.value)
    }
}
