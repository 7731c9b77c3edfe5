extension SpeedArbiter.Parameters {
    static let table: [ParameterEntry<Self>] =
        [
            .choice(
                "source", \.source, tier: .essential, title: "Speed source",
                meaning:
                    "filter shows the speed of the position filter; raw shows the receiver's own, or distance over time if it states none.",
                source: "noise of 3 m makes distance over time of a walk wrong by 5 m/s"),
            .number(
                "gpsThreshold", \.gpsThreshold, tier: .tunable, title: "GPS threshold", unit: "m/s", range: 0...5,
                meaning:
                    "The lowest speed of the receiver that is shown. Lower values show jitter at rest; with higher values, slow walking is estimated.",
                source: "a receiver at rest reports up to half a metre per second"),
            .number(
                "placeholder", \.placeholder, tier: .tunable, title: "Placeholder", unit: "m/s", range: 0...5,
                meaning: "The speed that is shown, marked as an estimate, during movement if nothing better is known.",
                source: "a slow walk, 2.5 miles per hour"),
            .number(
                "movingThreshold", \.movingThreshold, tier: .tunable, title: "Moving threshold", unit: "g",
                range: 0.01...1,
                meaning:
                    "The maximum acceleration of the device at rest, without gravity. Lower values mistake a shaking desk for movement; higher values mistake smooth walking for rest.",
                source: "between the hum of a desk, 0.02 g, and a soft step, 0.1 g"),
            .number(
                "movingHold", \.movingHold, title: "Moving hold", unit: "s", range: 0.1...10,
                meaning: "The time for which a single acceleration beyond the threshold counts as movement.",
                source: "the time between two steps of a slow walk"),
            .number(
                "pedometerHold", \.pedometerHold, title: "Pedometer hold", unit: "s", range: 0.5...30,
                meaning: "The time for which a speed from steps stays valid.",
                source: "two steps of a slow walk, with margin"
            ),
            .number(
                "goodAccuracy", \.goodAccuracy, title: "Good accuracy", unit: "m", range: 1...100,
                meaning: "The poorest 1-sigma accuracy of a good signal.",
                source: "open-sky receivers stay below"),
            .number(
                "fairAccuracy", \.fairAccuracy, title: "Fair accuracy", unit: "m", range: 1...200,
                meaning: "The poorest 1-sigma accuracy of a fair signal; beyond it, the signal is poor.",
                source: "street canyons stay below"),
            .number(
                "rideSpeed", \.rideSpeed, title: "Speed of a ride", unit: "m/s", range: 0...50,
                meaning: "The minimum speed at a loss of signal that is held; a slower speed is estimated from motion.",
                source: "faster than walking"),
        ]
}
