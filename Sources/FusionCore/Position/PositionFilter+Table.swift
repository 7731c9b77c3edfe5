extension PositionFilter.Parameters {
    static let table: [ParameterEntry<Self>] =
        MultipleModelFilter.Parameters.table.map { $0.within(\.constantVelocity, group: "constantVelocity") } + [
            .choice(
                "kind", \.kind, tier: .essential, title: "Filter",
                meaning:
                    "none shows the fixes; scalar is the baseline with one variance; constantVelocity also uses speed and course, and learns the receiver's noise.",
                source: "Kalman (1960); Bar-Shalom, Li, Kirubarajan (2001), 6.2 and 8.2"),
            .number(
                "scalarProcessNoise", \.scalarProcessNoise, tier: .tunable, title: "Scalar process noise", unit: "m/s",
                range: 0.01...100,
                meaning:
                    "The rate at which the variance of the scalar filter grows. Lower values smooth more and lag in turns; higher values hardly filter.",
                source: "random walk of a position, between a walker's pace and a cyclist's"),
            .number(
                "minimumAccuracy", \.minimumAccuracy, tier: .essential, title: "Minimum accuracy", unit: "m",
                range: 0.01...50,
                meaning:
                    "The best accuracy that is assumed for a fix. Lower values follow an optimistic receiver; higher values smooth good fixes away.",
                source: "no single-frequency receiver without corrections is better"),
        ]
}

extension MultipleModelFilter.Parameters {
    static let table: [ParameterEntry<Self>] = [
        .number(
            "processNoise", \.processNoise, tier: .essential, title: "Smoother – closer", unit: "",
            range: 0.05...20,
            meaning:
                "The factor of the usual process noise. Lower values smooth more and lag in turns; higher values keep the "
                + "track closer to the fixes and pass their noise.",
            source: "Bar-Shalom 6.3; the modes run from a steady walk to hard braking"),
        .number(
            "accelerationTime", \.accelerationTime, tier: .tunable, title: "Acceleration time", unit: "s",
            range: 0.1...60,
            meaning: "The duration of an acceleration. Between two fixes, lower values rely on the positions; higher "
                + "values rely on the speeds.",
            source: "Singer (1970): cars and walkers turn and brake for a few seconds"),
        .number(
            "manoeuvreTime", \.manoeuvreTime, title: "Manoeuvre time", unit: "s", range: 0.5...120,
            meaning:
                "The duration of a manoeuvre. Lower values forget a turn immediately; higher values stay noisy after it.",
            source: "corners and stops last three to six seconds"),
        .number(
            "memory", \.memory, tier: .tunable, title: "Memory of evidence", unit: "s", range: 10...3600,
            meaning:
                "The time for which evidence for a kind of receiver counts. Lower values fluctuate; higher values "
                + "adapt slowly to a worse sky.", source: "Benchmarks: 60 to 300 s differ little"),
        .number(
            "slowError", \.slowError, title: "Slow speed error", unit: "", range: 0...0.1,
            meaning: "The slowly varying error of a velocity, as a share of the speed. Lower values trust the "
                + "velocity; higher values trust the fixes.",
            source: "phones by car: 0.5 % follows the fixes too closely"),
        .number(
            "slowErrorTime", \.slowErrorTime, title: "Slow error time", unit: "s", range: 1...300,
            meaning: "The duration of a slow error of the velocity.", source: "a slope or a bend of a road"),
        .number(
            "wanderLimit", \.wanderLimit, tier: .essential, title: "Wander limit", unit: "", range: 0...5,
            meaning: "The maximum wandering error, in stated accuracies. Lower values follow the fixes; higher "
                + "values smooth more.", source: "a receiver's error is rarely larger than it states"),
        .number(
            "wanderClamp", \.wanderClamp, title: "Wander clamp", unit: "", range: 1...10,
            meaning:
                "The maximum size of a wandering error, in standard deviations; a larger one is motion. Lower values follow the fixes; higher values let the track leave them.",
            source: "1 in 20 of a planar normal error lies beyond"),
        .number(
            "outlier", \.outlier, tier: .essential, title: "Outlier", unit: "", range: 1...1000,
            meaning:
                "The maximum squared normalised innovation of a fix that counts fully. Lower values lag in turns; with higher values, outliers pull the track.",
            source: "chi-squared, 2 degrees of freedom, 99 %"),
        .number(
            "leash", \.leash, title: "Leash", unit: "", range: 1...20,
            meaning: "The maximum distance of the track from the recent fixes, in stated accuracies.",
            source: "an error beyond four contradicts the receiver"),
        .number(
            "chord", \.chord, title: "Chord tolerance", unit: "", range: 0.5...20,
            meaning:
                "The maximum difference between fixes and velocity over 5 to 30 s, in stated accuracies. Lower values distrust the velocity sooner.",
            source: "1 in 7 of a planar normal error lies beyond two"),
        .number(
            "velocityMemory", \.velocityMemory, title: "Velocity memory", unit: "s", range: 60...36000,
            meaning:
                "The time for which the lag and the scale of the receiver's velocity are remembered. Lower values "
                + "are noisy; higher values adapt slowly to another receiver setting.",
            source: "lag known to 0.02 s by car after a thousand fixes"),
        .number(
            "unseenShare", \.unseenShare, title: "Unseen share", unit: "", range: 0...1,
            meaning: "The share of the stated variance, not seen by the filter, that the accuracy keeps. Lower values "
                + "draw smaller circles; higher values believe the receiver.",
            source: "Benchmarks: receivers that state more than they err"),
    ]
}
