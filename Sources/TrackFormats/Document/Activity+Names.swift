import SensorModel

extension Activity {
    /// Reads the name that another program gives an activity; nil for one that says nothing here.
    init?(foreignName name: String) {
        let words = name.lowercased().split { $0.isWhitespace || $0 == "-" || $0 == "_" }
        switch words.joined(separator: "_") {
        case "walking", "walk", "wlk", "hiking", "hike", "on_foot", "trekking", "nordic_walking": self = .walking
        case "running", "run", "trail_running", "street_running", "jogging", "trail_run": self = .running
        case "cycling", "bike", "biking", "ride", "cyc", "on_bicycle", "road_biking", "mountain_biking", "bicycle",
            "road_cycling", "gravel_cycling", "mtb", "touringbicycle", "racebike", "e_biking", "e_bike_ride",
            "gravel_ride", "mountain_bike_ride", "cycle":
            self = .cycling
        case "automotive", "driving", "car", "in_vehicle", "transport", "trp", "in_passenger_vehicle", "in_bus",
            "in_train", "in_subway", "in_tram", "in_road_vehicle", "in_rail_vehicle", "motorcycling", "bus", "train",
            "subway", "taxi":
            self = .automotive
        case "stationary", "still": self = .stationary
        default: return nil
        }
    }
}
