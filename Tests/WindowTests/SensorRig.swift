import Foundation
import Glibc
import TestSupport

/// A receiver behind a real gpsd, and motion sensors behind an iiod, both played to a window.
final class SensorRig {
    private let receiver: ChildProcess
    private let sensors: ChildProcess
    private let receiverPort = freePort()
    private let sensorPort = freePort()

    /// Whether this machine can play both.
    static var isPossible: Bool { getuid() == 0 && Places.isExecutable("/usr/sbin/gpsd") }

    /// Starts both.
    init(in folder: URL) throws {
        let (table, log) = (folder.appending(path: "drive.csv"), folder.appending(path: "drive.nmea"))
        try Self.table.write(to: table, atomically: true, encoding: .utf8)
        try Self.sentences.write(to: log, atomically: true, encoding: .utf8)
        receiver = try ChildProcess(
            Places.rig("gpsd-play"), [log.path, "--port", "\(receiverPort)", "--today", "--rate", "2"])
        sensors = try ChildProcess(
            Places.rig("iio-mock"),
            ["--csv", table.path, "--loop", "--iiod", "\(sensorPort)", "--outside", "--", "/bin/sleep", "120"])
    }

    deinit {
        for child in [sensors, receiver] {
            // Gently, so that it ends its own children.
            child.signal(SIGTERM)
            _ = child.wait()
        }
    }

    /// The settings of a window that is to use them.
    var settings: [String: String] {
        ["gpsd-address": "'localhost:\(receiverPort)'", "iio-addresses": "'ip:127.0.0.1:\(sensorPort)'"]
    }

    private static var table: String {
        let rows = (0..<500).map { index in
            let time = Double(index) / 50
            return "\(time),\(sin(time)),0.2,9.81,0.1,\(cos(time)),0"
        }
        return "t,accel_x,accel_y,accel_z,anglvel_x,anglvel_y,anglvel_z\n" + rows.joined(separator: "\n") + "\n"
    }

    private static var sentences: String {
        (0..<240).map { second in
            let clock = String(format: "10%02d%02d.00", second / 60, second % 60)
            let place = String(format: "50%07.4f,N,01424.0000,E", Double(second) * 0.003)
            return [
                "GPGGA,\(clock),\(place),1,08,0.9,250.0,M,45.0,M,,", "GPRMC,\(clock),A,\(place),8.5,0.0,160526,,,A",
                "GPGSA,A,3,02,05,12,15,18,21,24,29,,,,,1.7,0.9,1.4",
                "GPGSV,2,1,8,02,72,040,44,05,35,110,38,12,18,200,30,15,60,300,45",
                "GPGSV,2,2,8,18,44,250,41,21,12,020,22,24,51,160,43,29,27,080,35",
            ].map(sentence).joined()
        }.joined()
    }

    private static func sentence(_ body: String) -> String {
        "$\(body)*" + String(format: "%02X\r\n", body.utf8.reduce(0, ^))
    }
}
