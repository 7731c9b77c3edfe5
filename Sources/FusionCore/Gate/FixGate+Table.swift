extension FixGate.Parameters {
    static let table: [ParameterEntry<Self>] =
        [
            .number(
                "warmUp", \.warmUp, tier: .tunable, title: "Warm-up", unit: "s", range: 0...60,
                meaning:
                    "The time after the start in which fixes are rejected. Lower values accept a receiver's first, poor fixes; higher values start the track later.",
                source: "rule: two seconds, since receivers first repeat a cached fix"),
            .number(
                "maximumAge", \.maximumAge, tier: .tunable, title: "Maximum age", unit: "s", range: 1...600,
                meaning:
                    "The age on arrival above which a fix is stale and rejected. Lower values lose fixes of slow connections; higher values accept cached fixes.",
                source: "rule: a fix that lags by more comes from a cache"),
            .number(
                "accuracyCeiling", \.accuracyCeiling, tier: .essential, title: "Accuracy ceiling", unit: "m",
                range: 1...1000,
                meaning:
                    "The 1-sigma accuracy beyond which a fix is rejected. Lower values leave gaps in towns; higher values let poor fixes disturb the speed.",
                source: "rule: a position coarser than a block is no position"),
            .number(
                "startAccuracyCeiling", \.startAccuracyCeiling, tier: .tunable, title: "Accuracy ceiling at start",
                unit: "m",
                range: 1...2000, meaning: "The accuracy ceiling at the start, while the receiver settles.",
                source: "rule: twice the ceiling, since a cold receiver is coarse"),
            .number(
                "startAccuracyPeriod", \.startAccuracyPeriod, title: "Settling time", unit: "s", range: 0...120,
                meaning: "How long the ceiling at start holds.", source: "rule: receivers settle within it"),
            .number(
                "startSpeedCeiling", \.startSpeedCeiling, title: "Speed ceiling at start", unit: "m/s", range: 1...400,
                meaning:
                    "A faster fix right after the start is a cached one from an earlier drive. Too low: a start on a motorway is delayed. Too high: cached fixes are accepted.",
                source: "90 km/h, above what one starts a recording at"),
            .number(
                "startSpeedPeriod", \.startSpeedPeriod, title: "Speed ceiling period", unit: "s", range: 0...120,
                meaning: "How long the speed ceiling at start holds.",
                source: "rule: a cached fix is gone by then"),
            .number(
                "trackAccuracyCeiling", \.trackAccuracyCeiling, tier: .tunable, title: "Track accuracy ceiling",
                unit: "m",
                range: 1...1000,
                meaning:
                    "The 1-sigma accuracy beyond which a fix does not change the track; its speed may still count. Lower values leave gaps; with higher values a poor fix pulls the filter for seconds.",
                source: "rule: half the ceiling; the speed does not lean on the place"),
            .number(
                "rangeError", \.rangeError, title: "Range error", unit: "m", range: 0.5...30,
                meaning:
                    "1-sigma range error that turns a dilution of precision into an accuracy where none is stated.",
                source: "civil single-frequency receivers, 3-5 m"),
            .number(
                "assumedAccuracy", \.assumedAccuracy, tier: .tunable, title: "Assumed accuracy", unit: "m",
                range: 1...100,
                meaning: "The 1-sigma accuracy of fixes whose source never states one, as in most imported tracks.",
                source: "typical open-sky phone and logger"),
            .number(
                "clockFixes", \.clockFixes, title: "Clock fixes", unit: "fixes", range: 1...1000,
                meaning:
                    "Number of consecutive fixes, all old by the same amount, that show that a clock is wrong and not the fixes. Too low: a slow link looks like a wrong clock. Too high: with a wrong clock, the track starts late.",
                source: "twice the longest burst of late fixes seen"),
            .number(
                "leaderSilence", \.leaderSilence, title: "Silence of the leading receiver", unit: "s", range: 0...600,
                meaning:
                    "Of several receivers, one leads; another takes over if it has sent no fix for this long. Too low: the track jumps between them. Too high: a gap when the leader fails.",
                source: "a few missed epochs"),
        ] + ContinuityGate.Parameters.table.map { $0.within(\.continuity, group: "continuity") }
}
