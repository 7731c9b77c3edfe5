import SensorModel

/// A sport of a FIT file, identified by the numbers of its profile.
struct FITSport {
    /// The name of the sport, as words in lower case.
    let name: String
    /// The matching activity; `nil` if Odograph has none for this sport.
    let activity: Activity?

    /// Creates a sport from the fields of a message; `nil` if they do not name one.
    init?(_ message: FITMessage, sport: Int, subSport: Int) {
        guard let number = message.integer(sport), let name = Self.names[number] else { return nil }
        let sport = ForeignSport(name)
        self.name = message.integer(subSport).flatMap { Self.subSports[$0] } ?? name
        activity = sport?.activity
    }

    /// Returns whether a session is the change from one sport of a triathlon to the next.
    static func isTransition(_ session: FITMessage) -> Bool { session.integer(5) == 3 }

    /// Returns the sport as a statement about a time interval.
    func statement(from start: Instant, until end: Instant) -> ActivityStatement {
        ActivityStatement(activity ?? .unknown, sport: name, from: start, until: end)
    }

    /// The values of the type `sport`, except generic (0), transition (3), fitness equipment (4) and all (254), which
    /// do not name a sport.
    private static let names: [Int: String] = [
        1: "running", 2: "cycling", 5: "swimming", 6: "basketball", 7: "soccer", 8: "tennis", 9: "american football",
        10: "training", 11: "walking", 12: "cross-country skiing", 13: "alpine skiing", 14: "snowboarding",
        15: "rowing", 16: "mountaineering", 17: "hiking", 19: "paddling", 20: "flying", 21: "e-biking",
        22: "motorcycling", 23: "boating", 24: "driving", 25: "golf", 26: "hang gliding", 27: "horseback riding",
        28: "hunting", 29: "fishing", 30: "inline skating", 31: "rock climbing", 32: "sailing", 33: "ice skating",
        34: "sky diving", 35: "snowshoeing", 36: "snowmobiling", 37: "stand-up paddling", 38: "surfing",
        39: "wakeboarding", 40: "water skiing", 41: "kayaking", 42: "rafting", 43: "windsurfing", 44: "kitesurfing",
        47: "boxing", 48: "floor climbing", 53: "diving", 62: "interval training", 64: "racket sport",
        65: "wheelchair walking", 66: "wheelchair running",
    ]

    /// The values of the type `sub_sport` whose names are more specific than the sport's.
    private static let subSports: [Int: String] = [
        1: "treadmill running", 3: "trail running", 4: "track running", 6: "indoor cycling", 8: "mountain biking",
        9: "downhill biking", 11: "cyclocross", 12: "hand cycling", 14: "indoor rowing", 17: "lap swimming",
        18: "open water swimming", 30: "casual walking", 31: "speed walking", 37: "backcountry skiing",
        43: "yoga", 45: "indoor running", 46: "gravel cycling",
    ]

    /// The values of the type `manufacturer` that are common in users' files.
    static let manufacturers: [Int: String] = [
        1: "Garmin", 9: "Saris", 15: "Dynastream", 23: "Suunto", 32: "Wahoo", 38: "O-Synce", 40: "Concept2",
        63: "Specialized", 69: "Stages", 70: "Sigma Sport", 71: "TomTom", 76: "Moxy", 89: "Tacx", 95: "Stryd",
        115: "iGPSPORT", 123: "Polar", 258: "Lezyne", 260: "Zwift", 263: "Favero", 265: "Strava", 267: "Bryton",
        268: "SRAM", 281: "TrainerRoad", 282: "The Sufferfest", 289: "Hammerhead", 294: "Coros",
    ]
}
