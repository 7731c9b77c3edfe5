import Foundation
import TestSupport
import Testing

/// The remaining abilities of a capture child, tried by a program in the same confinement.
@Suite struct ConfinementTests {
    /// A port on which a test listens.
    private final class Listener {
        let port: UInt16
        private let descriptor: CInt

        init() throws {
            port = freePort()
            descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let listener = descriptor
            let isBound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) == 0 }
            }
            guard isBound, listen(descriptor, 8) == 0 else { throw POSIXError(.EADDRINUSE) }
        }

        deinit { close(descriptor) }
    }

    private func probe(_ prefix: [String] = [], _ suffix: [String] = []) throws -> [String: Int] {
        let folder = try temporaryFolder()
        for name in ["readable", "writable"] {
            let place = folder.appending(path: name)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data().write(to: place.appending(path: "file"))
        }
        let (iiod, other) = (try Listener(), try Listener())
        let probe = [Places.program("confinement-probe"), "\(iiod.port)", "\(other.port)", folder.path]
        let result = try ChildProcess.run("/usr/bin/env", prefix + probe + suffix)
        try withExtendedLifetime((iiod, other)) { try #require(result.status == 0, "\(result.errors)") }
        let lines = result.output.split(separator: "\n").map { $0.split(separator: " ") }.filter { $0.count == 2 }
        return Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), Int($0[1]) ?? -1) })
    }

    private static let needed = [
        "reads-readable", "reads-writable", "writes-writable", "connects", "starts-thread", "reserves-little",
    ]

    private static let refused = [
        "sends-first", "datagrams", "raw", "unix", "netlink", "listens", "forks", "executes", "signals-parent",
        "traces", "removes",
    ]

    @Test func `what a capture needs is allowed, and nothing else`() throws {
        let found = try probe()
        for name in Self.needed { #expect(found[name] == 1, "\(name)") }
        // Of 96 megabytes a program's own data take a little, of 96 files the three that are open and the probe's own.
        #expect(80..<96 ~= (try #require(found["megabytes"])))
        #expect(86...93 ~= (try #require(found["files"])))
        if found["landlock"] ?? 0 > 0 {
            for name in ["writes-readable", "reads-elsewhere", "creates"] { #expect(found[name] == 0, "\(name)") }
        }
        if found["ports"] == 1 { #expect(found["connects-elsewhere"] == 0) }
        guard found["filter"] == 1 else {
            print("skipped: this kernel has no filter of system calls")
            return
        }
        for name in Self.refused { #expect(found[name] == 0, "\(name)") }
    }

    @Test func `what unpacks archives opens nothing`() throws {
        let found = try probe([], ["nothing"])
        #expect(found["reserves-little"] == 1)
        guard found["filter"] == 1 else {
            print("skipped: this kernel has no filter of system calls")
            return
        }
        for name in Self.needed.dropLast() + Self.refused + ["reads-elsewhere"] { #expect(found[name] == 0, "\(name)") }
    }

    @Test func `a kernel that cannot confine still lets the sensors be read`() throws {
        let found = try probe([
            "strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=landlock_create_ruleset:error=ENOSYS", "-e",
            "inject=seccomp:error=EINVAL",
        ])
        #expect(found["landlock"] == 0 && found["filter"] == 0)
        for name in Self.needed + ["reads-elsewhere"] { #expect(found[name] == 1, "\(name)") }
    }
}
