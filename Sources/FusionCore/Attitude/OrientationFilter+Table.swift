extension OrientationFilter.Parameters {
    private static let paper = "Laidig and Seel 2023, table 1"

    static let table: [ParameterEntry<Self>] = correction + bias + rest + field

    private static let correction: [ParameterEntry<Self>] = [
        .number(
            "accelerometerTime", \.accelerometerTime, title: "Accelerometer time", unit: "s", range: 0.1...60,
            meaning:
                "Time constant of the correction by gravity. Too low: pushes tilt the attitude. Too high: gyroscope drift stays.",
            source: paper),
        .number(
            "magnetometerTime", \.magnetometerTime, title: "Magnetometer time", unit: "s", range: 0.5...120,
            meaning:
                "Time constant of the correction by the magnetic field. Too low: steel turns the heading. Too high: slow to find north.",
            source: paper),
    ]

    private static let bias: [ParameterEntry<Self>] = [
        .toggle(
            "estimatesBiasInMotion", \.estimatesBiasInMotion, title: "Bias in motion",
            meaning: "Learns the gyroscope's bias while moving, from how gravity seems to drift.", source: paper),
        .toggle(
            "estimatesBiasAtRest", \.estimatesBiasAtRest, title: "Bias at rest",
            meaning: "Learns the gyroscope's bias at rest, where it is all that is measured.", source: paper),
        .number(
            "biasSigmaStart", \.biasSigmaStart, title: "Bias sigma at start", unit: "deg/s", range: 0.001...20,
            meaning:
                "Initial 1-sigma bias of an unknown gyroscope. Too low: slow to learn. Too high: the first movements count as bias.",
            source: paper),
        .number(
            "biasForgettingTime", \.biasForgettingTime, title: "Bias forgetting", unit: "s", range: 1...10_000,
            meaning:
                "Time in which the bias' sigma grows by 0.1 deg/s. Too low: follows temperature, noisier. Too high: steadier.",
            source: paper),
        .number(
            "biasLimit", \.biasLimit, title: "Bias limit", unit: "deg/s", range: 0.1...20,
            meaning:
                "Largest possible bias. Too low: poor gyroscopes drift. Too high: slow turning at rest counts as bias.",
            source: "zero-rate level of consumer gyroscopes, up to 10 deg/s"),
        .number(
            "biasStep", \.biasStep, title: "Bias step", unit: "deg/s", range: 0.1...20,
            meaning:
                "The largest deviation that motion shows at a time. Lower values learn a large bias late; higher values let motion in.",
            source: paper),
        .number(
            "biasSigmaMotion", \.biasSigmaMotion, title: "Bias sigma in motion", unit: "deg/s", range: 0.001...5,
            meaning: "Uncertainty of a bias from motion alone. Too low: fast and noisy. Too high: slow.", source: paper),
        .number(
            "verticalBiasForgetting", \.verticalBiasForgetting, title: "Vertical bias forgetting", unit: "",
            range: 0...1,
            meaning:
                "Pull to zero of the bias about the vertical, which gravity never shows. Too low: kept. Too high: forgotten.",
            source: paper),
        .number(
            "biasSigmaRest", \.biasSigmaRest, title: "Bias sigma at rest", unit: "deg/s", range: 0.001...5,
            meaning: "Uncertainty of a bias from rest. Too low: learns within seconds. Too high: slow.", source: paper),
    ]

    private static let rest: [ParameterEntry<Self>] = [
        .number(
            "restTime", \.restTime, title: "Rest time", unit: "s", range: 0.1...30,
            meaning: "Duration of stillness that makes a rest. Too low: pauses count. Too high: few rests.",
            source: paper),
        .number(
            "restFilterTime", \.restFilterTime, title: "Rest filter", unit: "s", range: 0.05...10,
            meaning: "Low-pass that samples are compared with to see rest.", source: paper),
        .number(
            "restRotation", \.restRotation, title: "Rest rotation", unit: "deg/s", range: 0.05...30,
            meaning:
                "Deviation that ends a rest. Too low: a noisy gyroscope never rests. Too high: slow turning is taken for bias.",
            source: paper),
        .number(
            "restAcceleration", \.restAcceleration, title: "Rest acceleration", unit: "m/s^2", range: 0.01...5,
            meaning: "Deviation that ends a rest. Too low: a humming desk never rests. Too high: a smooth ride rests.",
            source: paper),
    ]

    private static let field: [ParameterEntry<Self>] = [
        .toggle(
            "rejectsDisturbances", \.rejectsDisturbances, title: "Disturbance rejection",
            meaning: "Ignores the magnetometer where field strength or dip are not those of the place.", source: paper),
        .number(
            "fieldFilterTime", \.fieldFilterTime, title: "Field filter", unit: "s", range: 0...5,
            meaning: "Low-pass on field strength and dip before they are judged.", source: paper),
        .number(
            "fieldReferenceTime", \.fieldReferenceTime, title: "Field reference", unit: "s", range: 1...600,
            meaning: "Time constant with which the undisturbed field is followed.", source: paper),
        .number(
            "fieldStrengthTolerance", \.fieldStrengthTolerance, title: "Field strength tolerance", unit: "",
            range: 0.01...1, meaning: "Relative deviation that is a disturbance.", source: paper),
        .number(
            "fieldDipTolerance", \.fieldDipTolerance, title: "Field dip tolerance", unit: "deg", range: 0.5...90,
            meaning: "Deviation of the dip that is a disturbance.", source: paper),
        .number(
            "newFieldTime", \.newFieldTime, title: "New field time", unit: "s", range: 1...600,
            meaning: "A field this long the same, in rotation, is the new undisturbed one.", source: paper),
        .number(
            "firstFieldTime", \.firstFieldTime, title: "First field time", unit: "s", range: 0.1...600,
            meaning: "The same while there is no reference yet.", source: paper),
        .number(
            "newFieldRotation", \.newFieldRotation, title: "New field rotation", unit: "deg/s", range: 0...360,
            meaning: "Only seconds with faster rotation count: a phone lying by a speaker learns nothing.",
            source: paper),
        .number(
            "undisturbedTime", \.undisturbedTime, title: "Undisturbed time", unit: "s", range: 0...30,
            meaning: "A disturbance is over after this time without one.", source: paper),
        .number(
            "longestRejection", \.longestRejection, title: "Longest rejection", unit: "s", range: 0...3600,
            meaning: "After this time in a disturbance the magnetometer corrects again, slowly.", source: paper),
        .number(
            "rejectionFactor", \.rejectionFactor, title: "Rejection factor", unit: "", range: 1...100,
            meaning: "How much slower it then corrects.", source: paper),
    ]
}
