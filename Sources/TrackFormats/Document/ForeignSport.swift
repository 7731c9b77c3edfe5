import SensorModel

/// A sport as another program names it.
struct ForeignSport: Hashable {
    /// The name, as words in lower case.
    let name: String
    /// The matching activity; `nil` if Odograph has none for this sport.
    let activity: Activity?

    /// Parses a name such as "TrailRun", "trail_running" or "Trail running"; `nil` if it does not name a sport.
    init?(_ text: String) {
        let words = Self.words(of: text)
        let key = words.joined(separator: "_")
        guard !key.isEmpty, !Self.nameless.contains(key), !key.allSatisfy(\.isNumber),
            key.count <= Self.longestName
        else { return nil }
        name = words.joined(separator: " ")
        activity = Self.activities[key]
    }

    /// Parses the `type` of a GPX track, which is a number in Strava's exports.
    init?(_ text: String, creator: String?) {
        if let number = Int(text), creator?.hasPrefix("Strava") == true {
            guard let name = Self.stravaTypes[number] else { return nil }
            self.init(name)
        } else {
            self.init(text)
        }
    }

    private static let longestName = 60

    /// Splits at white space, hyphens and underscores, and between a lowercase and an uppercase letter.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var last: Character?
        for character in text {
            let isSeparator = character.isWhitespace || character == "-" || character == "_"
            if isSeparator || (character.isUppercase && last?.isLowercase == true) {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if !isSeparator { word += character.lowercased() }
            last = character
        }
        return word.isEmpty ? words : words + [word]
    }

    private static let nameless: Set<String> = [
        "other", "generic", "unknown", "uncategorized", "all", "all_activities", "default", "none", "null", "sport",
        "track", "activity", "workout", "multisport", "multi_sport", "transition", "undefined", "unspecified",
        "unknown_activity_type", "indefinido", "desconocido", "otro", "unbekannt", "sonstiges", "andere", "inconnu",
        "autre", "altro",
    ]

    /// The activity types of Strava's GPX exports, by number.
    private static let stravaTypes: [Int: String] = [
        1: "Ride", 2: "AlpineSki", 3: "BackcountrySki", 4: "Hike", 5: "IceSkate", 6: "InlineSkate", 7: "NordicSki",
        8: "RollerSki", 9: "Run", 10: "Walk", 12: "Snowboard", 13: "Snowshoe", 14: "Kitesurf", 15: "Windsurf",
        16: "Swim", 17: "VirtualRide", 18: "EBikeRide", 19: "Velomobile", 21: "Canoeing", 22: "Kayaking",
        23: "Rowing", 24: "StandUpPaddling", 25: "Surfing",
    ]

    private static let activities: [String: Activity] = {
        let names: [(Activity, String)] = [
            (
                .walking,
                """
                walking walk wlk hiking hike on_foot foot trekking trek nordic_walking casual_walking speed_walking \
                power_walking fitness_walking indoor_walking treadmill_walking mountaineering backpacking snowshoeing \
                snowshoe snow_shoeing dog_walking rucking pedestrian tramping bergwandern wandern
                """
            ),
            (
                .running,
                """
                running run trail_running street_running road_running track_running treadmill_running treadmill \
                ultra_run ultra_running indoor_running virtual_run virtual_running jogging jog trail_run \
                obstacle_run orienteering cross_country_running interval_run
                """
            ),
            (
                .cycling,
                """
                cycling bike biking ride cyc on_bicycle road_biking mountain_biking bicycle road_cycling \
                gravel_cycling gravel_biking gravel_riding mtb touringbicycle racebike e_biking e_bike_ride ebike_ride \
                e_bike ebike ebiking e_bike_fitness e_bike_mountain emountain_bike_ride e_mountain_bike_ride \
                gravel_ride mountain_bike_ride cycle cyclocross cyclo_cross downhill_biking track_cycling \
                recumbent_cycling hand_cycling handcycle handcycling velomobile bmx virtual_ride indoor_cycling \
                indoor_biking cycling_sport cycling_transport cycling_transportation mountain_cycling \
                mountain_bike road_bike gravel_bike bicycling city_bike bike_commuting commuting_bike
                """
            ),
            (
                .automotive,
                """
                automotive driving drive car in_vehicle vehicle transport trp in_passenger_vehicle in_bus in_train \
                in_subway in_tram in_road_vehicle in_rail_vehicle motorcycling motorcycle motorbiking motorbike \
                motocross atv bus train subway taxi tram
                """
            ),
            (.stationary, "stationary still"),
        ]
        var activities: [String: Activity] = [:]
        for (activity, list) in names {
            for name in list.split(whereSeparator: \.isWhitespace) { activities[String(name)] = activity }
        }
        return activities
    }()
}

extension Activity {
    /// Creates an activity from the name that another program uses; `nil` if Odograph has no such activity.
    init?(foreignName name: String) {
        guard let activity = ForeignSport(name)?.activity else { return nil }
        self = activity
    }
}
