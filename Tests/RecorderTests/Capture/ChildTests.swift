import Foundation
import Launch
import Testing

/// Children: what they inherit, how they end, and what remains of them.
@Suite struct ChildTests {
    /// Starts a script whose standard output is a pipe.
    private func start(_ script: String, _ change: (inout ChildLaunch) -> Void = { _ in }) throws -> Child {
        var launch = ChildLaunch(words: ["sh", "-c", script])
        launch.output = .pipe
        change(&launch)
        return try launch.start()
    }

    private func output(of child: Child) -> String {
        String(decoding: FileHandle(fileDescriptor: child.output).readDataToEndOfFile(), as: UTF8.self)
    }

    @Test func `a child inherits its streams and no other descriptor`() throws {
        let open = dup(0)
        defer { close(open) }
        let (child, other) = (try start("ls /proc/$$/fd; true") { $0.input = .pipe }, try start("exec sleep 60"))
        defer { other.kill() }
        #expect(output(of: child) == "0\n1\n2\n")
        #expect(child.wait() == .status(0))
    }

    @Test func `the ends of children are told apart, and no zombie remains`() throws {
        let children = [try start("exit 3"), try start("kill -TERM $$"), try start("exec sleep 60")]
        #expect(children[2].ending == nil)
        #expect(children.map { $0 === children[2] ? $0.kill() : $0.wait() } == [.status(3), .signal(15), .signal(9)])
        #expect(children[0].wait() == .status(3) && children[2].kill() == .signal(9))
        #expect(children.allSatisfy { !FileManager.default.fileExists(atPath: "/proc/\($0.process)") })
    }

    @Test func `a child that was released is awaited in the background`() async throws {
        let child = try start("exit 0")
        child.release()
        while FileManager.default.fileExists(atPath: "/proc/\(child.process)") {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(child.ending == .status(0))
    }

    @Test func `a child reads until its input is closed, and belongs to a group or a session of its own`() throws {
        for belonging in [ChildLaunch.Belonging.group, .session] {
            let child = try start("cat; echo end >&2") {
                ($0.input, $0.errors, $0.belonging) = (.pipe, .descriptor(1), belonging)
            }
            #expect(getpgid(child.process) == child.process)
            #expect((getsid(child.process) == child.process) == (belonging == .session))
            child.write("words ")
            child.closeInput()
            #expect(output(of: child) == "words end\n")
            child.wait()
        }
    }

    @Test func `a program that is missing is not started`() {
        #expect { try ChildLaunch(words: ["/nonexistent"]).start() } throws: {
            ($0 as? LaunchFailure)?.number == ENOENT
        }
    }
}
