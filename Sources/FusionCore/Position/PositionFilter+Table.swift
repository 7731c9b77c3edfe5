extension PositionFilter.Parameters {
    static let table: [ParameterEntry<Self>] =
        [
            .choice(
                "kind", \.kind, title: "Filter",
                meaning:
                    "none shows fixes as they are; scalar is the one-variance baseline; constantVelocity also uses speed and course and learns the receiver's noise.",
                source: "Kalman (1960); Bar-Shalom, Li, Kirubarajan (2001), 6.2 and 8.2"),
            .number(
                "scalarProcessNoise", \.scalarProcessNoise, title: "Scalar process noise", unit: "m/s",
                range: 0.01...100,
                meaning:
                    "How fast the scalar filter loses certainty. Small: glassy and late in turns. Large: hardly filters.",
                source: "random walk of a position, between a walker's pace and a cyclist's"),
            .number(
                "minimumAccuracy", \.minimumAccuracy, title: "Minimum accuracy", unit: "m", range: 0.01...50,
                meaning:
                    "No fix counts as better than this. Small: an optimistic receiver rules. Large: good fixes are smoothed away.",
                source: "no single-frequency receiver without corrections is better"),
            .number(
                "restCircle", \.restCircle, title: "Lead at rest", unit: "", range: 0...10,
                meaning: "Standard deviations by which the place shown at rest may lie off the estimate. "
                    + "Small: the place wanders with the receiver. Large: the first fixes of a rest decide.",
                source: "measured on simulated rests"),
            .number(
                "restSlack", \.restSlack, title: "Slack at rest", unit: "m", range: 0...50,
                meaning: "Metres by which the place shown at rest may always lie off the estimate. "
                    + "Small: it creeps on. Large: it stays where it was first guessed.",
                source: "less than a map shows"),
        ] + ConstantVelocityFilter.Parameters.table.map { $0.within(\.constantVelocity, group: "constantVelocity") }
}

extension ConstantVelocityFilter.Parameters {
    static let table: [ParameterEntry<Self>] =
        [
            .number(
                "processNoise", \.processNoise, title: "Process noise", unit: "m/s^1.5", range: 0.01...20,
                meaning: "How freely the speed may change. Small: late in turns. Large: the speed's noise passes.",
                source: "Bar-Shalom 6.3; between a walker's 0.5 and a car's 2"),
            .number(
                "leastProcessNoise", \.leastProcessNoise, title: "Least process noise", unit: "m/s^1.5",
                range: 0.001...20,
                meaning:
                    "How freely the steadiest motion may change its speed. Small: a steady speed is smoothed hard. Large: its noise passes.",
                source: "measured on simulated walks"),
            .number(
                "manoeuvreMemory", \.manoeuvreMemory, title: "Manoeuvre memory", unit: "s", range: 0.5...120,
                meaning:
                    "How long a turn or a braking keeps the filter quick. Small: the next turn is late. Large: the noise after a turn passes.",
                source: "measured on simulated drives"),
            .number(
                "restDrift", \.restDrift, title: "Drift at rest", unit: "m^2/s", range: 0...10,
                meaning: "How fast the place at rest loses certainty. Small: the first minutes of rest decide. "
                    + "Large: wandering errors move it.",
                source: "measured on a car's receiver that settled for five minutes at rest"),
            .number(
                "roughness", \.roughness, title: "Roughness", unit: "", range: 0...1,
                meaning:
                    "How unsteady the acceleration is between two fixes with speeds. Small: positions lean on the speeds between. Large: they lean on the fixes.",
                source: "between Bar-Shalom 6.2 (white) and 6.3 (piecewise constant)"),
            .number(
                "inflationThreshold", \.inflationThreshold, title: "Inflation threshold", unit: "", range: 1...1000,
                meaning:
                    "Squared normalised innovation beyond which a fix counts less. Small: turns lag. Large: outliers pull.",
                source: "chi-squared, 2 degrees of freedom, 99 %"),
            .number(
                "manoeuvreAcceleration", \.manoeuvreAcceleration, title: "Manoeuvre acceleration", unit: "m/s^2",
                range: 0...20,
                meaning: "What a manoeuvre may move a fix by, where the receiver gives no speed, is no outlier. "
                    + "Small: corners are cut. Large: outliers pull.",
                source: "usual braking and cornering, 1-3 m/s^2"),
            .number(
                "paceMemory", \.paceMemory, title: "Memory of the pace", unit: "s", range: 1...3600,
                meaning: "Where the receiver gives no speed the process noise grows with the fastest pace of so long. "
                    + "Small: a start from a red light lags. Large: a walk after a ride is noisy.",
                source: "red lights last up to two minutes"),
            .number(
                "planeRadius", \.planeRadius, title: "Plane radius", unit: "km", range: 0.1...50,
                meaning: "The local plane moves when the track is this far from its origin.",
                source: "flat-plane error below a decimetre"),
        ] + ReceiverNoise.Parameters.table.map { $0.within(\.noise, group: "noise") }
}

extension ReceiverNoise.Parameters {
    static let table: [ParameterEntry<Self>] = [
        .number(
            "memory", \.memory, title: "Noise memory", unit: "fixes", range: 5...5000,
            meaning: "Fixes over which the white error is learnt. Small: restless. Large: slow to notice a worse sky.",
            source: "variance known to 10 %"),
        .number(
            "correlationTime", \.correlationTime, title: "Correlation time", unit: "s", range: 1...1000,
            meaning:
                "How long the receiver's slow error lasts. Small: it is taken for motion. Large: motion is taken for it.",
            source: "30-60 s in consumer receivers"),
        .number(
            "minimumWhite", \.minimumWhite, title: "Minimum white error", unit: "m", range: 0.01...20,
            meaning: "No smaller white error is believed.", source: "quantisation and timing of consumer receivers"),
        .number(
            "minimumSpeed", \.minimumSpeed, title: "Minimum speed error", unit: "m/s", range: 0.001...5,
            meaning: "No smaller error of the receiver's speed is believed.", source: "Doppler of consumer receivers"),
        .number(
            "assumedSpeed", \.assumedSpeed, title: "Assumed speed error", unit: "m/s", range: 0.01...10,
            meaning: "Error of the receiver's speed before it is learnt.", source: "Doppler of consumer receivers"),
        .number(
            "smoothReceiver", \.smoothReceiver, title: "Smooth receiver", unit: "m", range: 0...20,
            meaning: "A receiver with less white error has smoothed already, and is followed. "
                + "Small: smooth receivers are smoothed twice. Large: slow errors are followed.",
            source: "measured on a car's receiver against RTK"),
        .number(
            "usualAcceleration", \.usualAcceleration, title: "Usual acceleration", unit: "m^2/s^3", range: 0...10,
            meaning: "Bends that it explains are motion, not noise, where no speed is given. "
                + "Small: corners are cut. Large: noise is followed.",
            source: "measured on seven devices on one bicycle"),
        .number(
            "statedWeight", \.statedWeight, title: "Weight of stated accuracy", unit: "", range: 0...1000,
            meaning: "How long the stated accuracy outweighs the learnt one, in correlation times.",
            source: "measured on simulated and real receivers"),
    ]
}
