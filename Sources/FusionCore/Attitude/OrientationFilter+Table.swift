extension OrientationFilter.Parameters {
    private static let paper = "Laidig and Seel 2023, table 1"

    static let table: [ParameterEntry<Self>] = correction + bias + rest + field

    private static let correction: [ParameterEntry<Self>] = [
        .number(
            "accelerometerTime", \.accelerometerTime, title: "Accelerometer time", unit: "s", range: 0.1...60,
            meaning:
                "The time constant of the correction by gravity. With lower values, pushes tilt the attitude; with higher values, the drift of the gyroscope remains.",
            source: paper),
        .number(
            "magnetometerTime", \.magnetometerTime, title: "Magnetometer time", unit: "s", range: 0.5...120,
            meaning:
                "The time constant of the correction by the magnetic field. With lower values, steel turns the heading; higher values find north slowly.",
            source: paper),
    ]

    private static let bias: [ParameterEntry<Self>] = [
        .toggle(
            "estimatesBiasInMotion", \.estimatesBiasInMotion, title: "Bias in motion",
            meaning: "Whether the gyroscope's bias is learned during motion, from the apparent drift of gravity.",
            source: paper),
        .toggle(
            "estimatesBiasAtRest", \.estimatesBiasAtRest, title: "Bias at rest",
            meaning: "Whether the gyroscope's bias is learned at rest, when it is all that the gyroscope measures.",
            source: paper),
        .number(
            "biasSigmaStart", \.biasSigmaStart, title: "Bias sigma at start", unit: "deg/s", range: 0.001...20,
            meaning:
                "The initial 1-sigma bias of an unknown gyroscope. Lower values learn slowly; higher values mistake the first movements for bias.",
            source: paper),
        .number(
            "biasForgettingTime", \.biasForgettingTime, title: "Bias forgetting", unit: "s", range: 1...10_000,
            meaning:
                "The time in which the sigma of the bias grows by 0.1 deg/s. Lower values follow the temperature, but are noisier; higher values are steadier.",
            source: paper),
        .number(
            "biasLimit", \.biasLimit, title: "Bias limit", unit: "deg/s", range: 0.1...20,
            meaning:
                "The largest possible bias. With lower values, poor gyroscopes drift; higher values mistake slow turning for bias.",
            source: "zero-rate level of consumer gyroscopes, up to 10 deg/s"),
        .number(
            "biasStep", \.biasStep, title: "Bias step", unit: "deg/s", range: 0.1...20,
            meaning:
                "The largest deviation that motion shows at a time. Lower values learn a large bias late; higher values let motion in.",
            source: paper),
        .number(
            "biasSigmaMotion", \.biasSigmaMotion, title: "Bias sigma in motion", unit: "deg/s", range: 0.001...5,
            meaning:
                "The uncertainty of a bias learned from motion alone. Lower values learn fast, but are noisy; higher values learn slowly.",
            source: paper),
        .number(
            "verticalBiasForgetting", \.verticalBiasForgetting, title: "Vertical bias forgetting", unit: "",
            range: 0...1,
            meaning:
                "The strength with which the bias about the vertical, which gravity does not show, is pulled to zero. Lower values keep it; higher values forget it.",
            source: paper),
        .number(
            "biasSigmaRest", \.biasSigmaRest, title: "Bias sigma at rest", unit: "deg/s", range: 0.001...5,
            meaning:
                "The uncertainty of a bias learned at rest. Lower values learn within seconds; higher values learn slowly.",
            source: paper),
    ]

    private static let rest: [ParameterEntry<Self>] = [
        .number(
            "restTime", \.restTime, title: "Rest time", unit: "s", range: 0.1...30,
            meaning: "The minimum duration of a rest. With lower values, pauses count; higher values find few rests.",
            source: paper),
        .number(
            "restFilterTime", \.restFilterTime, title: "Rest filter", unit: "s", range: 0.05...10,
            meaning: "The time constant of the low-pass that samples are compared with to detect rest.", source: paper),
        .number(
            "restRotation", \.restRotation, title: "Rest rotation", unit: "deg/s", range: 0.05...30,
            meaning:
                "The deviation that ends a rest. With lower values, a noisy gyroscope never rests; higher values mistake slow turning for bias.",
            source: paper),
        .number(
            "restAcceleration", \.restAcceleration, title: "Rest acceleration", unit: "m/s^2", range: 0.01...5,
            meaning:
                "The deviation that ends a rest. With lower values, a humming desk never rests; higher values mistake a smooth ride for rest.",
            source: paper),
    ]

    private static let field: [ParameterEntry<Self>] = [
        .toggle(
            "rejectsDisturbances", \.rejectsDisturbances, title: "Disturbance rejection",
            meaning:
                "Whether the magnetometer is ignored if the strength or the dip of the field is not that of the place.",
            source: paper),
        .number(
            "fieldFilterTime", \.fieldFilterTime, title: "Field filter", unit: "s", range: 0...5,
            meaning: "The time constant of the low-pass of the field's strength and dip.", source: paper),
        .number(
            "fieldReferenceTime", \.fieldReferenceTime, title: "Field reference", unit: "s", range: 1...600,
            meaning: "The time constant with which the undisturbed field is followed.", source: paper),
        .number(
            "fieldStrengthTolerance", \.fieldStrengthTolerance, title: "Field strength tolerance", unit: "",
            range: 0.01...1, meaning: "The relative deviation of the field's strength that counts as a disturbance.",
            source: paper),
        .number(
            "fieldDipTolerance", \.fieldDipTolerance, title: "Field dip tolerance", unit: "deg", range: 0.5...90,
            meaning: "The deviation of the dip that counts as a disturbance.", source: paper),
        .number(
            "newFieldTime", \.newFieldTime, title: "New field time", unit: "s", range: 1...600,
            meaning:
                "The time for which a field has to stay the same, during rotation, to become the new undisturbed field.",
            source: paper),
        .number(
            "firstFieldTime", \.firstFieldTime, title: "First field time", unit: "s", range: 0.1...600,
            meaning: "The time for which the first field has to stay the same, during rotation.", source: paper),
        .number(
            "newFieldRotation", \.newFieldRotation, title: "New field rotation", unit: "deg/s", range: 0...360,
            meaning:
                "The minimum rotation for the time of a new field to count, so that a phone at rest next to a loudspeaker learns nothing.",
            source: paper),
        .number(
            "undisturbedTime", \.undisturbedTime, title: "Undisturbed time", unit: "s", range: 0...30,
            meaning: "The time without a disturbance after which it is over.", source: paper),
        .number(
            "longestRejection", \.longestRejection, title: "Longest rejection", unit: "s", range: 0...3600,
            meaning: "The time in a disturbance after which the magnetometer corrects the heading again, slowly.",
            source: paper),
        .number(
            "rejectionFactor", \.rejectionFactor, title: "Rejection factor", unit: "", range: 1...100,
            meaning:
                "The factor by which the magnetometer corrects the heading more slowly after the longest rejection.",
            source: paper),
    ]
}
