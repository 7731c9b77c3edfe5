extension ActivityClassifier.Parameters {
    static let table: [ParameterEntry<Self>] = [
        .number(
            "mediumConfidence", \.mediumConfidence, title: "Medium confidence", unit: "", range: 0...1,
            meaning: "Probability from which confidence is medium.",
            source: "calibrated, see the guide"),
        .number(
            "highConfidence", \.highConfidence, title: "High confidence", unit: "", range: 0...1,
            meaning: "Probability from which confidence is high. Too low: workouts start too easily.",
            source: "calibrated, see the guide"),
        .number(
            "unknownBelow", \.unknownBelow, tier: .tunable, title: "Unknown below", unit: "", range: 0...1,
            meaning: "The probability below which an activity is shown as unknown.",
            source: "twice chance"),
        .number(
            "presentShare", \.presentShare, title: "Present share", unit: "", range: 0.1...1,
            meaning: "What is this share as likely as the likeliest is present, too; the order of display decides.",
            source: "a transition belongs to both of its activities"),
        .number(
            "cyclingFallback", \.cyclingFallback, tier: .tunable, title: "Cycling fallback", unit: "m/s", range: 0...10,
            meaning: "The mean speed above which an unknown stretch counts as cycling.",
            source: "rule: unknown and not at a stroll is a bicycle"),
        .number(
            "silence", \.silence, title: "Silence", unit: "s", range: 5...600,
            meaning: "After this long without anything seen the activity is unknown.",
            source: "a tunnel at walking pace"),
    ]
}
