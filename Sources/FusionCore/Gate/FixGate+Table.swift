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
                    "The maximum age of a fix on arrival; older fixes are rejected. Lower values lose fixes of slow connections; higher values accept cached fixes.",
                source: "rule: a fix that lags by more comes from a cache"),
            .number(
                "accuracyCeiling", \.accuracyCeiling, tier: .essential, title: "Accuracy ceiling", unit: "m",
                range: 1...1000,
                meaning:
                    "The poorest 1-sigma accuracy of an accepted fix. Lower values leave gaps in towns; higher values let poor fixes disturb the speed.",
                source: "rule: a position coarser than a block is useless"),
            .number(
                "startAccuracyCeiling", \.startAccuracyCeiling, tier: .tunable, title: "Accuracy ceiling at start",
                unit: "m",
                range: 1...2000, meaning: "The accuracy ceiling at the start, while the receiver settles.",
                source: "rule: twice the ceiling, since a cold receiver is coarse"),
            .number(
                "startAccuracyPeriod", \.startAccuracyPeriod, title: "Settling time", unit: "s", range: 0...120,
                meaning: "The time for which the accuracy ceiling at the start applies.",
                source: "rule: receivers settle within it"),
            .number(
                "startSpeedCeiling", \.startSpeedCeiling, title: "Speed ceiling at start", unit: "m/s", range: 1...400,
                meaning:
                    "The maximum speed of a fix right after the start; a faster one is a cached fix of an earlier drive. Lower values delay a start on a motorway; higher values accept cached fixes.",
                source: "90 km/h, faster than a recording usually starts"),
            .number(
                "startSpeedPeriod", \.startSpeedPeriod, title: "Speed ceiling period", unit: "s", range: 0...120,
                meaning: "The time for which the speed ceiling at the start applies.",
                source: "rule: a cached fix is gone by then"),
            .number(
                "trackAccuracyCeiling", \.trackAccuracyCeiling, tier: .tunable, title: "Track accuracy ceiling",
                unit: "m",
                range: 1...1000,
                meaning:
                    "The poorest 1-sigma accuracy of a fix that changes the track next to better fixes; the speed of a poorer fix may still count. Lower values leave gaps; with higher values, a poor fix pulls the filter for seconds.",
                source: "rule: half the ceiling; the speed does not depend on the position"),
            .number(
                "coarseDelay", \.coarseDelay, title: "Coarse delay", unit: "s", range: 0...3600,
                meaning:
                    "The time without a fix within the track accuracy ceiling after which poorer ones change the track. Lower values let a network's positions disturb a track of satellites; higher values leave gaps where only a network knows the place.",
                source: "longer than a street canyon; 5 to 120 s are alike"),
            .number(
                "rangeError", \.rangeError, title: "Range error", unit: "m", range: 0.5...30,
                meaning:
                    "The 1-sigma range error by which a dilution of precision is multiplied if no accuracy is stated.",
                source: "civil single-frequency receivers, 3-5 m"),
            .number(
                "assumedAccuracy", \.assumedAccuracy, tier: .tunable, title: "Assumed accuracy", unit: "m",
                range: 1...100,
                meaning: "The 1-sigma accuracy of fixes whose source never states one, as in most imported tracks.",
                source: "typical open-sky phone and logger"),
            .number(
                "clockFixes", \.clockFixes, title: "Clock fixes", unit: "fixes", range: 1...1000,
                meaning:
                    "The number of consecutive fixes, all late by the same amount, after which the clock counts as wrong and not the fixes. Lower values mistake a slow connection for a wrong clock; higher values start the track late if the clock is wrong.",
                source: "twice the longest burst of late fixes seen"),
            .number(
                "leaderSilence", \.leaderSilence, title: "Silence of the primary receiver", unit: "s", range: 0...600,
                meaning:
                    "If there are several receivers, the track has the times of the primary one; another takes over after this time without a fix of it. With lower values, the track restarts more often; higher values leave a gap if the primary receiver fails.",
                source: "a few missed epochs"),
        ] + ContinuityGate.Parameters.table.map { $0.within(\.continuity, group: "continuity") }
}
