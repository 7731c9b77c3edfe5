extension ActivityClassifier.Parameters {
    static let table: [ParameterEntry<Self>] =
        [
            .number(
                "mediumConfidence", \.mediumConfidence, title: "Medium confidence", unit: "", range: 0...1,
                meaning: "The minimum probability for medium confidence.",
                source: "calibrated, see the guide"),
            .number(
                "highConfidence", \.highConfidence, title: "High confidence", unit: "", range: 0...1,
                meaning: "The minimum probability for high confidence. With lower values, workouts start too easily.",
                source: "calibrated, see the guide"),
            .number(
                "unknownBelow", \.unknownBelow, tier: .tunable, title: "Unknown below", unit: "", range: 0...1,
                meaning: "The minimum probability of an activity; a less likely one is shown as unknown.",
                source: "twice chance"),
            .number(
                "presentShare", \.presentShare, title: "Present share", unit: "", range: 0.1...1,
                meaning:
                    "The fraction of the highest probability at which another activity counts as present as well; the order of display then decides.",
                source: "a transition belongs to both of its activities"),
            .number(
                "cyclingFallback", \.cyclingFallback, tier: .tunable, title: "Cycling fallback", unit: "m/s",
                range: 0...10,
                meaning: "The minimum mean speed at which an unknown stretch counts as cycling.",
                source: "rule: unknown and not at a stroll is a bicycle"),
            .number(
                "silence", \.silence, title: "Silence", unit: "s", range: 5...600,
                meaning: "The time without evidence after which the activity is unknown.",
                source: "a tunnel at walking pace"),
        ]
        + OwnPaces.table.map { $0.within(\.paces, group: "paces") }
}
