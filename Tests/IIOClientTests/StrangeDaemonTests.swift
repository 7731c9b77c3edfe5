import Foundation
import SensorModel
import TestSupport
import Testing

@testable import IIOClient

/// The answers that another machine's iiod can give, but no kernel would.
@Suite struct StrangeDaemonTests {
    private func capture(_ answers: FakeDaemon.Answers, until isDone: (Collected) -> Bool) throws -> Collected {
        let daemon = try FakeDaemon(answers)
        defer { daemon.stop() }
        return try capture(port: daemon.port, until: isDone)
    }

    private func capture(port: Int, until isDone: (Collected) -> Bool) throws -> Collected {
        let collected = Collected()
        var settings = CaptureSettings()
        settings.rescanInterval = 0.2
        settings.timeoutMilliseconds = 1_000
        let source = IIOSource(name: "ip:127.0.0.1:\(port)", settings: settings, allocate: collected.device(for:))
        source.start(deliver: collected.add)
        defer { source.stopAndWait() }
        #expect(waitUntil { isDone(collected) }, "\(collected.reports)")
        return collected
    }

    @Test(arguments: [
        "le:s128/128>>0", "le:s32/32X64>>0", "le:s24/24>>0", "le:s64/16>>0", "le:s16/16>>40", "le:u0/16>>0",
    ])
    func `a sample that is no whole number is read by its attribute, not from the buffer`(format: String) throws {
        let collected = try capture(.init(format: format)) { $0.samples.count > 20 }
        #expect(collected.samples.allSatisfy { abs($0.x - 0.05) < 1e-12 })
    }

    @Test(arguments: ["inf", "nan", "1e300", "-5", "0", "1e-300"])
    func `a rate without sense ends nothing`(frequency: String) throws {
        let collected = try capture(.init(frequency: frequency)) { $0.samples.count > 20 }
        #expect(collected.reports.allSatisfy { $0.nominalRate == nil })
    }

    @Test func `a scale that cannot be read any more stays what it was`() throws {
        let collected = try capture(.init(readableScales: 3)) { $0.samples.count > 100 }
        for logged in collected.all {
            guard case .acceleration(let sample) = logged.event.payload, case .counts(let x, _, _) = logged.raw else {
                continue
            }
            #expect(sample.x == Double(x) * 0.01)
        }
    }

    @Test func `a machine that is slow to state its scale is asked less often, and loses no sample`() throws {
        let daemon = try FakeDaemon(.init(scaleDelay: 0.2))
        defer { daemon.stop() }
        let collected = try capture(port: daemon.port) { $0.samples.count > 300 }
        #expect(daemon.counts.scales * 3 < daemon.counts.reads)
        #expect(collected.drops.isEmpty)
    }

    @Test func `a scale that changes is noticed for all axes, and reported`() throws {
        let collected = try capture(.init(readsBeforeRescaling: 5)) { collected in
            collected.samples.count > 40
                && collected.reports.contains { $0.detail?.contains("changed its scale") == true }
        }
        let factors = collected.all.compactMap { logged -> [Double]? in
            guard case .acceleration(let sample) = logged.event.payload, case .counts(let x, let y, let z) = logged.raw
            else {
                return nil
            }
            return zip([sample.x, sample.y, sample.z], [x, y, z]).map { $0 / Double($1) }
        }
        #expect(factors.allSatisfy { factors in factors.allSatisfy { abs($0 - factors[0]) < 1e-9 } })
        #expect(factors.first.map { abs($0[0] - 0.01) < 1e-9 } ?? false)
        #expect(collected.reports.last?.scalings[.acceleration]?.scale.y == 0.1)
    }

    /// - Parameters:
    ///   - format: One that a buffer holds, and one that has to be read by its attributes.
    ///   - behind: The reads of samples that the kernel holds when the scale changes.
    @Test(arguments: [("le:s16/16>>0", 0), ("le:s16/16>>0", 3), ("le:s128/128>>0", 0)])
    func `a sample that meets a change of the scale has its own scale or is reported as lost`(
        format: String, behind: Int
    ) throws {
        let answers = FakeDaemon.Answers(format: format, readsBeforeRescaling: 8, value: 100, readsBehind: behind)
        let collected = try capture(answers) { collected in
            collected.all.count { $0.raw == .counts(x: 1_000, y: 1_000, z: 1_000) } > 40
        }
        #expect(collected.all.contains { $0.raw == .counts(x: 10_000, y: 10_000, z: 10_000) })
        let wrong = collected.samples.filter { abs($0.x - 100) + abs($0.y - 100) + abs($0.z - 100) > 1e-9 }
        #expect(wrong.isEmpty)
        #expect(collected.drops.allSatisfy { $0.stream == .acceleration })
        #expect((1...60).contains(collected.drops.reduce(0) { $0 + $1.count }))
        #expect(Set(collected.reports.compactMap { $0.scalings[.acceleration]?.scale.x }) == [0.01, 0.1])
    }

    @Test func `a scale that never could be read makes no values of counts`() throws {
        let collected = try capture(.init(readableScales: 0)) { $0.reports.contains { $0.trouble == .readErrors } }
        #expect(collected.samples.isEmpty)
    }

    @Test func `an address that comes to be reached says so`() throws {
        let free = try FakeDaemon()
        free.stop()
        var daemon: FakeDaemon?
        defer { daemon?.stop() }
        let collected = try capture(port: free.port) { collected in
            if daemon == nil, collected.reports.contains(where: { $0.state == .missing }) {
                daemon = try? FakeDaemon(port: free.port)
            }
            return !collected.samples.isEmpty
        }
        let address = collected.reports.filter { $0.name == "ip:127.0.0.1:\(free.port)" }
        #expect(address.map(\.state) == [.missing, .connected])
        #expect(Set(address.map(\.device)).count == 1)
    }
}
