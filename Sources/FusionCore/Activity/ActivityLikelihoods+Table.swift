extension ActivityLikelihoods {
    static let table: [ParameterEntry<Self>] = stepTable + motionTable + speedTable

    private static let stepTable: [ParameterEntry<Self>] = [
        .number(
            "noSteps", \.noSteps, title: "No steps", unit: "", range: 0...1,
            meaning:
                "Share of a window below which its steps are ignored. Too low: an accidental step counts. Too high: short walks are missed.",
            source: "one step in two windows"),
        .number(
            "fullOfSteps", \.fullOfSteps, title: "Full of steps", unit: "", range: 0...1,
            meaning: "More of a window filled by steps is a walk or run.", source: "a walk with a turn in it"),
        .number(
            "heldShare", \.heldShare, title: "Held steps count", unit: "", range: 0...1,
            meaning: "Share of a window that steps not yet counted stand for.", source: "fewer than some steps"),
        .number(
            "restSteps", \.restSteps, title: "Steps at rest", unit: "", range: 0...1,
            meaning: "How often a window at rest has some steps.", source: "fidgeting"),
        .number(
            "restFull", \.restFull, title: "Full at rest", unit: "", range: 0...1,
            meaning: "How often a window at rest is full of steps.", source: "false steps, docs/estimators/steps.md"),
        .number(
            "walkingSteps", \.walkingSteps, title: "Steps of a walk", unit: "", range: 0...1,
            meaning: "How often a window of walking has some steps.", source: "starts, ends, turns"),
        .number(
            "walkingFull", \.walkingFull, title: "Full walk", unit: "", range: 0...1,
            meaning: "How often a window of walking is full of steps.", source: "recall of steps in daily walks"),
        .number(
            "runningSteps", \.runningSteps, title: "Steps of a run", unit: "", range: 0...1,
            meaning: "How often a window of running has some steps.", source: "starts and ends"),
        .number(
            "runningFull", \.runningFull, title: "Full run", unit: "", range: 0...1,
            meaning: "How often a window of running is full of steps.", source: "runs are even"),
        .number(
            "cyclingSteps", \.cyclingSteps, title: "Pedals as steps", unit: "", range: 0...1,
            meaning: "How often pedals pass for some steps.", source: "phone in a pocket"),
        .number(
            "cyclingFull", \.cyclingFull, title: "Full of pedals", unit: "", range: 0...1,
            meaning: "How often pedalling fills a window with steps.",
            source: "phone in a pocket, known only where no speed stops them"),
        .number(
            "vehicleSteps", \.vehicleSteps, title: "Steps in a vehicle", unit: "", range: 0...1,
            meaning: "How often a window in a vehicle has some steps.", source: "false steps in cars and trains"),
        .number(
            "vehicleFull", \.vehicleFull, title: "Full in a vehicle", unit: "", range: 0...1,
            meaning: "How often a window in a vehicle is full of steps.", source: "false steps in cars and trains"),
        .number(
            "heldHint", \.heldHint, title: "Held steps", unit: "", range: 1...20,
            meaning: "From so many steps held on they are a hint of walking.", source: "two are chance"),
    ]

    private static let motionTable: [ParameterEntry<Self>] = [
        .number(
            "runnersGait", \.runnersGait, title: "Runner's gait", unit: "", range: 0...1,
            meaning: "How often the steps of a run are recognized as a runner's.", source: "flight phase"),
        .number(
            "walkersRun", \.walkersRun, title: "Walk as run", unit: "", range: 0...1,
            meaning: "How often the steps of a walk look like a runner's.", source: "brisk walks, stairs"),
        .number(
            "pedalsRun", \.pedalsRun, title: "Pedals as run", unit: "", range: 0...1,
            meaning: "How often pedals look like a runner's steps.", source: "high cadence"),
        .number(
            "falseRun", \.falseRun, title: "Chance run", unit: "", range: 0...1,
            meaning: "How often any other steps look like a runner's.", source: "shaking"),
        .number(
            "briskWalk", \.briskWalk, title: "Brisk walk", unit: "", range: 0...1,
            meaning: "Share of what looks like running that is a brisk walk.", source: "the model on unseen data sets"),
        .number(
            "slowRun", \.slowRun, title: "Slow run", unit: "", range: 0...1,
            meaning: "Share of what looks like walking that is a slow run.", source: "the model on unseen data sets"),
        .number(
            "pedalling", \.pedalling, title: "Pedalling", unit: "", range: 0...1,
            meaning: "Share of what looks like walking that is pedalling.", source: "the model on unseen data sets"),
        .number(
            "smoothRide", \.smoothRide, title: "Smooth ride", unit: "", range: 0...1,
            meaning: "Share of what looks like rest that is a smooth ride.", source: "the model on unseen data sets"),
        .number(
            "restInJam", \.restInJam, title: "Rest in a jam", unit: "", range: 0...1,
            meaning: "Share of what looks like rest that is a jam.", source: "half of a jam is standing"),
        .number(
            "stillCycling", \.stillCycling, title: "Still cycling", unit: "", range: 0...1,
            meaning: "Probability of cycling without shaking.", source: "nobody pedals so smoothly"),
    ]

    private static let speedTable: [ParameterEntry<Self>] = [
        .number(
            "driftSpeed", \.driftSpeed, title: "Drift", unit: "m/s", range: 0.1...10,
            meaning: "Mean speed that a receiver's drift makes up.", source: "position differences of phones indoors"),
        .number(
            "restDrift", \.restDrift, title: "Drift at rest", unit: "", range: 0...1,
            meaning: "Share of speeds at rest that are drift.", source: "receivers indoors"),
        .number(
            "walkingDrift", \.walkingDrift, title: "Drift of a walk", unit: "", range: 0...1,
            meaning: "Share of speeds of a walk that are drift, or dawdling.",
            source: "walks with pauses, docs/estimators/activity.md"),
        .number(
            "runningDrift", \.runningDrift, title: "Drift of a run", unit: "", range: 0...1,
            meaning: "Share of speeds of a run that are drift.", source: "street canyons"),
        .number(
            "cyclingDrift", \.cyclingDrift, title: "Drift of cycling", unit: "", range: 0...1,
            meaning: "Share of speeds of cycling that are drift.", source: "street canyons"),
        .number(
            "footOutliers", \.footOutliers, title: "Outliers on foot", unit: "", range: 0...1,
            meaning: "Share of speeds on foot or at rest that mean nothing.", source: "glitches of receivers"),
        .number(
            "quickOutliers", \.quickOutliers, title: "Outliers of running and cycling", unit: "", range: 0...1,
            meaning: "Share of speeds of running and cycling that mean nothing.", source: "glitches of receivers"),
        .number(
            "vehicleOutliers", \.vehicleOutliers, title: "Outliers of a vehicle", unit: "", range: 0...1,
            meaning: "Share of speeds of a vehicle that mean nothing.", source: "tunnels"),
        .number(
            "outlierRange", \.outlierRange, title: "Outlier range", unit: "m/s", range: 5...200,
            meaning: "Range over which speeds that mean nothing are spread.", source: "motorway"),
    ]
}
