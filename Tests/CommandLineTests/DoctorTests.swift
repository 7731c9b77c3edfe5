import Foundation
import TestSupport
import Testing

/// `odographctl doctor` against players that lack something each.
@Suite struct DoctorTests {
    /// The JSON output of the doctor.
    private struct Report: Decodable, Sendable {
        struct Finding: Decodable {
            let source: String
            let problem: String
            let advice: String
        }
        struct Address: Decodable {
            let name: String
            let state: String
        }
        struct Stream: Decodable {
            let kind: String
            let samples: Int
            let rate: Double?
            let last: [Double]
            let time: Double?
        }
        struct Satellite: Decodable {
            let elevation: Double?
            let azimuth: Double?
            let used: Bool
        }
        struct Source: Decodable {
            let name: String
            let label: String?
            let state: String?
            let trouble: String?
            let nominalRate: Double?
            let mode: Int?
            let hdop: Double?
            let vdop: Double?
            let satellitesUsed: Int?
            let satellites: [Satellite]?
            let streams: [Stream]
        }
        let addresses: [Address]
        let sources: [Source]
        let findings: [Finding]

        func source(_ name: String) throws -> Source { try #require(sources.first { $0.name == name }, "\(name)") }
    }

    private static let program = Places.program("odographctl")
    private static let fix = "@tpv time=now lat=50.0 lon=14.0 speed=1.0 eph=5"
    private static let nobody = "localhost:1"

    /// Starts a scripted gpsd; returns it with its address.
    private func daemon(_ lines: String) throws -> (child: ChildProcess, address: String) {
        let child = try ChildProcess(Places.rig("gpsd-script"), ["-", "--port", "0"], input: lines)
        _ = waitUntil { child.output.contains("\n") }
        let answer = try JSONSerialization.jsonObject(with: Data(child.output.utf8)) as? [String: Any]
        return (child, "localhost:\(try #require(answer?["port"] as? Int))")
    }

    private func doctor(gpsd: String, sensors: String, seconds: Double = 2) throws -> Report {
        let result = try ChildProcess.run(
            Self.program, ["doctor", "--gpsd", gpsd, "--iio", sensors, "--seconds", "\(seconds)", "--json"])
        try #require(result.status == 0, "\(result.errors)")
        return try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    }

    /// Runs the doctor where it sees mock sensors; `before` is a shell command that goes first.
    private func doctor(gpsd: String, mock options: [String], before: String = "true", user: [String] = []) throws
        -> Report
    {
        let folder = try temporaryFolder()
        let table = folder.appending(path: "samples.csv")
        let rows = (0..<2_000).map { "\(Double($0) / 100),\(Double($0) * 0.01),0,9.81,0.1,0.2,0.3" }
        try ("t,accel_x,accel_y,accel_z,anglvel_x,anglvel_y,anglvel_z\n" + rows.joined(separator: "\n"))
            .write(to: table, atomically: true, encoding: .utf8)
        let command = "\(before); exec \"$0\" \"$@\""
        let result = try ChildProcess.run(
            Places.rig("iio-mock"),
            ["--csv", table.path, "--loop", "--start", "now"] + options
                + ["--", "/bin/sh", "-c", command] + user
                + [Self.program, "doctor", "--gpsd", gpsd, "--iio", "local:", "--seconds", "2", "--json"])
        try #require(result.status == 0, "\(result.errors)")
        return try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    }

    @Test(.enabled(if: getuid() == 0, "the mock sensors need a mount namespace"))
    func `what is well is said with all that a person may want to know`() throws {
        let sky =
            #"{"class":"SKY","device":"/dev/ttyACM0","hdop":0.9,"vdop":1.3,"pdop":1.6,"satellites":["#
            + #"{"PRN":5,"el":40,"az":120,"ss":38,"used":true},{"PRN":7,"el":10,"az":300,"ss":20,"used":false}]}"#
        let gpsd = try daemon("@greet\n@watch\n\(sky)\n@repeat 100\n\(Self.fix)\n@sleep 0.2\n@end")
        let report = try doctor(gpsd: gpsd.address, mock: ["--label", "accel=accel-display"])
        #expect(report.findings.isEmpty, "\(report.findings)")
        let receiver = try report.source("/dev/ttyACM0")
        #expect(receiver.mode == 3)
        #expect(receiver.hdop == 0.9)
        #expect(receiver.vdop == 1.3)
        #expect(receiver.satellitesUsed == 1)
        #expect(receiver.satellites?.first?.azimuth == 120)
        let sensor = try report.source("accel_3d")
        #expect(sensor.label == "accel-display")
        #expect(sensor.trouble == nil)
        let stream = try #require(sensor.streams.first)
        #expect((90...110).contains(try #require(stream.rate)))
        #expect(stream.last.count == 3)
        #expect(abs(try #require(stream.time) - Date().timeIntervalSince1970) < 30)
    }

    @Test func `nothing at all is told with where to begin`() throws {
        let report = try doctor(gpsd: Self.nobody, sensors: "ip:127.0.0.1:1", seconds: 0.5)
        #expect(report.findings.contains { $0.source.hasPrefix("gpsd") && $0.advice.hasPrefix("Start gpsd") })
        #expect(report.findings.contains { $0.advice.contains("iiod") })
    }

    @Test(.enabled(if: getuid() == 0, "another table of hosts needs a mount namespace"))
    func `a daemon of this machine is found where no table of hosts names the machine`() throws {
        let folder = try temporaryFolder()
        let services = folder.appending(path: "nsswitch.conf")
        try "hosts: files\n".write(to: services, atomically: true, encoding: .utf8)
        let gpsd = try daemon("@greet\n@watch\n@repeat 100\n\(Self.fix)\n@sleep 0.2\n@end")
        let hide = "[ ! -e /etc/hosts ] || mount --bind /dev/null /etc/hosts"
        let result = try ChildProcess.run(
            Programs.required("unshare"),
            [
                "--mount", "--propagation", "private", "/bin/sh", "-ec",
                "\(hide); mount --bind \"$0\" /etc/nsswitch.conf; exec \"$@\"", services.path, Self.program, "doctor",
                "--gpsd", gpsd.address, "--iio", "ip:localhost:1", "--seconds", "2", "--json",
            ])
        let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
        #expect(!report.sources.isEmpty, "\(report.findings)")
        // Nobody serves sensors there; the machine itself is known.
        #expect(report.findings.allSatisfy { !$0.problem.contains("not known") }, "\(report.findings)")
    }

    @Test func `who wants no motion sensors is not told of them`() throws {
        let report = try doctor(gpsd: Self.nobody, sensors: "none", seconds: 0.5)
        #expect(report.addresses.map(\.name) == ["gpsd \(Self.nobody)"], "\(report.addresses)")
        // Where GeoClue is installed, it is named as the alternative.
        #expect(
            report.findings.allSatisfy { $0.source.hasPrefix("gpsd") || $0.source == "GeoClue" }, "\(report.findings)")
    }

    @Test func `a receiver that is silent, one that has no fix and one of another decade are distinguished`() throws {
        let silent = try daemon("@greet\n@watch\n@sleep 30")
        #expect(
            try doctor(gpsd: silent.address, sensors: "ip:127.0.0.1:1").findings.contains {
                $0.problem.contains("silent")
            })
        let none = try daemon(
            #"@greet"# + "\n"
                + #"@raw {"class":"DEVICES","devices":[]}\r\n{"class":"WATCH","enable":true,"json":true}\r\n"#
                + "\n@sleep 30")
        #expect(
            try doctor(gpsd: none.address, sensors: "ip:127.0.0.1:1").findings.contains {
                $0.problem.contains("no receiver")
            })
        let blind = try daemon("@greet\n@watch\n@repeat 100\n@tpv time=now mode=1\n@sleep 0.2\n@end")
        #expect(
            try doctor(gpsd: blind.address, sensors: "ip:127.0.0.1:1").findings.contains {
                $0.advice.contains("view of the sky")
            })
        let old = try daemon(
            "@greet\n@watch\n@repeat 100\n@tpv time=2006-04-07T00:00:00.000Z lat=50 lon=14\n@sleep 0.2\n@end")
        #expect(
            try doctor(gpsd: old.address, sensors: "ip:127.0.0.1:1").findings.contains {
                $0.problem.contains("date is off")
            })
    }

    @Test(.enabled(if: getuid() == 0, "the mock sensors need a mount namespace"))
    func `a buffer that another program has is left to it, and one that a dead program left is taken`() throws {
        let enable = "cd /sys/bus/iio/devices/iio:device0; echo 1 > scan_elements/in_accel_x_en; echo 1 > buffer/enable"
        let owned = try doctor(gpsd: Self.nobody, mock: [], before: "exec 9< /dev/iio:device0; \(enable)")
        #expect(try owned.source("accel_3d").trouble == "bufferInUse")
        #expect(try owned.source("accel_3d").streams.first?.samples ?? 0 > 10)
        #expect(owned.findings.contains { $0.source == "accel_3d" && $0.advice.contains("iio-sensor-proxy") })
        #expect(try owned.source("gyro_3d").trouble == nil)
        let left = try doctor(gpsd: Self.nobody, mock: [], before: enable)
        #expect(try left.source("accel_3d").trouble == nil)
        #expect((90...110).contains(try #require(left.source("accel_3d").streams.first?.rate)))
    }

    @Test(.enabled(if: getuid() == 0, "the mock sensors need a mount namespace"))
    func `a sensor without a trigger is polled, and what to do is said`() throws {
        let report = try doctor(gpsd: Self.nobody, mock: ["--no-trigger", "accel"])
        #expect(try report.source("accel_3d").trouble == "noTrigger")
        #expect(try report.source("accel_3d").streams.first?.samples ?? 0 > 10)
        #expect(report.findings.contains { $0.source == "accel_3d" && $0.advice.contains("iio-trig-hrtimer") })
    }

    @Test(.enabled(if: getuid() == 0, "the mock sensors need a mount namespace"))
    func `a user without rights polls, and is told of the rule to install`() throws {
        let user = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        let report = try doctor(gpsd: Self.nobody, mock: ["--root-only"], user: user)
        #expect(try report.source("accel_3d").trouble == "bufferNotPermitted")
        #expect(try report.source("accel_3d").streams.first?.samples ?? 0 > 10)
        #expect(report.findings.contains { $0.source == "accel_3d" && $0.advice.contains("60-odograph-iio.rules") })
    }

    @Test func `daemons that accept and say nothing hold the doctor up no longer than it waits`() throws {
        let mute = try daemon("@sleep 60")
        let report = try doctor(
            gpsd: mute.address, sensors: "ip:127.0.0.1:\(mute.address.drop { $0 != ":" }.dropFirst())")
        #expect(report.addresses.map(\.state) == ["connecting", "silent"])
        #expect(report.findings.count == 2)
    }

    @Test func `a person reads names without a stray colon`() throws {
        let result = try ChildProcess.run(
            Self.program, ["doctor", "--gpsd", Self.nobody, "--iio", "local:", "--seconds", "0.5"])
        #expect(result.status == 0)
        #expect(!result.output.contains("::"))
        #expect(result.output.contains("iio local: "))
    }
}
