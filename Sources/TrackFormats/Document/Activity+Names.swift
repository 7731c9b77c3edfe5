import SensorModel

extension Activity {
    /// Reads the name that another program gives an activity; nil for one that says nothing here.
    init?(foreignName name: String) {
        switch name.lowercased() {
        case "walking", "walk", "wlk", "hiking", "hike", "on_foot": self = .walking
        case "running", "run", "trail_running", "street_running": self = .running
        case "cycling", "bike", "biking", "ride", "cyc", "on_bicycle", "road_biking", "mountain_biking", "bicycle":
            self = .cycling
        case "automotive", "driving", "car", "in_vehicle", "transport", "trp", "in_passenger_vehicle", "in_bus",
            "in_train", "in_subway", "in_tram", "motorcycling", "bus", "train", "subway", "taxi":
            self = .automotive
        case "stationary", "still": self = .stationary
        default: return nil
        }
    }
}
