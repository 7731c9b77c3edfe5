import Foundation

/// A track that loads quickly, even in a build without optimisation.
enum SampleTrack {
    /// Ten minutes of a winding way with a receiver's noise, a fix each second.
    static var text: String { text(seconds: 600) }

    /// Writes the track into a folder, and returns its path.
    static func file(_ name: String = "hill-walk.gpx", in folder: URL) throws -> String {
        let path = folder.appending(path: name).path
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// The track for a number of seconds, with a fraction of the receiver's noise; 0 is the truth.
    static func text(seconds: Int, noise: Double = 1) -> String {
        let points = (0..<seconds).map { second in
            let time = Double(second)
            let latitude = 50 + time * 1.3e-5 + noise * sin(time * 2.1) * 2e-5
            let longitude = 14.4 + sin(time / 40) * 8e-4 + noise * cos(time * 1.7) * 3e-5
            let clock = "\(10 + second / 3_600):\(digits(second / 60 % 60)):\(digits(second % 60))"
            return "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\"><time>2026-05-16T\(clock)Z</time></trkpt>"
        }
        return gpx(points, name: "Hill walk")
    }

    /// Five minutes on foot, ten at one place, and five on foot: a "Lunch walk".
    static var withStop: String {
        let points = (0..<1_200).filter { $0 < 300 || $0 >= 900 || $0.isMultiple(of: 5) }.map { second in
            let time = Double(second)
            let isWalking = second < 300 || second >= 900
            let walked = Double(second < 300 ? second : max(300, second - 600))
            let latitude = 50 + walked * 1.2e-5 + (isWalking ? 2e-5 : 1e-5) * sin(time * 2.1)
            let longitude = 14.4 + (isWalking ? 3e-5 : 1.5e-5) * cos(time * 1.7)
            let clock = "10:\(digits(second / 60)):\(digits(second % 60))"
            return "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\"><time>2026-05-16T\(clock)Z</time></trkpt>"
        }
        return gpx(points, name: "Lunch walk")
    }

    /// Forty hours from 6 o'clock on 16 May 2026: ten minutes on foot and ten at one place in turn, a fix every 30 s.
    static var withManyStops: String {
        var walked = 0.0
        let points = (0..<4_800).map { index in
            if index % 40 < 20 { walked += 39 }
            let (minute, half) = (360 + index / 2, index % 2 == 0 ? "00" : "30")
            let time = "2026-05-1\(6 + minute / 1_440)T\(digits(minute / 60 % 24)):\(digits(minute % 60)):\(half)Z"
            let latitude = 50 + walked / 111_195 + sin(Double(index) * 2.1) * 2e-5
            let longitude = 14.4 + cos(Double(index) * 1.7) * 3e-5
            return "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\"><time>\(time)</time></trkpt>"
        }
        return gpx(points, name: "Two days")
    }

    private static func gpx(_ points: [String], name: String) -> String {
        "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"test\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
            + "<trk><name>\(name)</name><trkseg>\(points.joined())</trkseg></trk></gpx>"
    }

    private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
