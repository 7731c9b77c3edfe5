import Foundation
import TestSupport
import Testing

/// The objects that remain of closed windows; a separate suite, because it takes long.
@Suite struct WindowCensusTests {
    @Test func `after closing a hundred windows no handler and no object is left`() throws {
        let folder = try temporaryFolder()
        let path = try SampleTrack.file(in: folder)
        let server = try makeScreen(width: 1_440, height: 900)
        let result = try ChildProcess.run(
            Places.program("odograph"), [path, "--benchmark", "windows"], environment: server.environment)
        #expect(result.errors == "")
        #expect(result.output == "{\"benchmark\":\"windows\",\"windows\":100,\"handlers\":0,\"objects\":0}\n")
    }
}
