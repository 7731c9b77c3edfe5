extension StrideModel.Parameters {
    static let table: [ParameterEntry<Self>] = modelTable + calibrationTable

    private static let modelTable: [ParameterEntry<Self>] = [
        .choice(
            "model", \.model, tier: .tunable, title: "Stride model",
            meaning: "frequency uses the step rate alone; weinberg and kim also use how strongly the device shakes.",
            source: "Sekiya & Nagasaki 1998; Weinberg 2002; Kim et al. 2004"),
        .number(
            "constant", \.constant, tier: .tunable, title: "Stride constant", unit: "", range: 0.5...1.8,
            meaning:
                "The ratio of your stride length to the average. Calibration refines it, starting from the stored value.",
            source: "1 is average"),
        .toggle(
            "calibrates", \.calibrates, title: "Calibrate by GPS",
            meaning: "Whether straight stretches with good fixes calibrate the constant.", source: "Ho et al. 2016"),
        .number(
            "walkRatio", \.walkRatio, title: "Walk ratio", unit: "m s", range: 0.1...1,
            meaning: "The length of a step at one step per second, in the frequency model.",
            source: "Sekiya & Nagasaki 1998: 0.0064 m per step per minute"),
        .number(
            "weinbergConstant", \.weinbergConstant, title: "Weinberg constant", unit: "", range: 0.1...2,
            meaning: "The length of a step if the acceleration has a range of 1 m/s^2, in the weinberg model.",
            source: "Weinberg 2002, 0.41-0.5"),
        .number(
            "kimConstant", \.kimConstant, title: "Kim constant", unit: "", range: 0.1...2,
            meaning: "The length of a step if the acceleration has a mean of 1 m/s^2, in the kim model.",
            source: "Kim et al. 2004"),
        .number(
            "shortestWalk", \.shortestWalk, title: "Shortest walking step", unit: "m", range: 0.1...1,
            meaning: "The minimum length of a walking step.", source: "shuffling"),
        .number(
            "longestWalk", \.longestWalk, title: "Longest walking step", unit: "m", range: 0.5...2,
            meaning: "The maximum length of a walking step.", source: "race walking"),
        .number(
            "shortestRun", \.shortestRun, title: "Shortest running step", unit: "m", range: 0.2...1.5,
            meaning: "The minimum length of a running step.", source: "except jogging on the spot"),
        .number(
            "longestRun", \.longestRun, title: "Longest running step", unit: "m", range: 1...3,
            meaning: "The maximum length of a running step.", source: "sprint"),
        .number(
            "runningCadence", \.runningCadence, title: "Running cadence", unit: "Hz", range: 1.8...3,
            meaning: "The lowest step rate at which the limits of running apply.", source: "140 steps per minute"),
    ]

    private static let calibrationTable: [ParameterEntry<Self>] = [
        .number(
            "stretch", \.stretch, title: "Calibration stretch", unit: "s", range: 10...600,
            meaning:
                "The duration of a stretch that calibrates the constant. Lower values let the noise of fixes in; higher values find few stretches.",
            source: "40 m of walking against 1.5 m of error"),
        .number(
            "accuracy", \.accuracy, title: "Calibration accuracy", unit: "m", range: 1...50,
            meaning: "The poorest 1-sigma accuracy of the fixes of a calibration stretch.", source: "open sky"),
        .number(
            "slowest", \.slowest, title: "Slowest calibration", unit: "m/s", range: 0.2...2,
            meaning: "The minimum speed of a calibration stretch.", source: "excludes standing"),
        .number(
            "fastest", \.fastest, title: "Fastest calibration", unit: "m/s", range: 1...6,
            meaning: "The maximum speed of a calibration stretch.", source: "excludes riding"),
        .number(
            "straightness", \.straightness, title: "Straightness", unit: "", range: 0.5...1,
            meaning:
                "The minimum ratio of the straight line to the path of a calibration stretch. Lower values accept corners that the receiver cut; higher values find few stretches.",
            source: "a bend of 45 degrees is just allowed"),
        .number(
            "spread", \.spread, title: "Spread among people", unit: "", range: 0.01...1,
            meaning:
                "The spread of people around the average. Lower values learn slowly; with higher values, the first stretch decides.",
            source: "walk ratio 0.0055-0.0075"),
        .number(
            "wander", \.wander, title: "Wander", unit: "", range: 0...0.2,
            meaning:
                "The change of the constant from stretch to stretch. With lower values, old stretches decide; with higher values, only the last one counts.",
            source: "shoes, load, ground"),
        .number(
            "distanceError", \.distanceError, title: "Distance error", unit: "m", range: 0.1...20,
            meaning: "The minimum standard error of a calibration stretch's distance.",
            source: "two fixes of one receiver in half a minute"
        ),
        .number(
            "distanceShare", \.distanceShare, title: "Distance error, share", unit: "", range: 0...0.2,
            meaning:
                "The minimum standard error as a fraction of the distance of a calibration stretch, used if that is larger.",
            source: "1-2 % of Doppler bias"),
        .number(
            "longestInterval", \.longestInterval, title: "Longest interval", unit: "s", range: 1...60,
            meaning: "The longest time between two fixes of a calibration stretch.",
            source: "two seconds are a slow receiver, ten are a gap"),
        .number(
            "walkingPause", \.walkingPause, title: "Walking pause", unit: "s", range: 1...20,
            meaning: "The time after the last known step for which the user counts as walking.",
            source: "steps are known one and a half seconds late"),
        .number(
            "leastConstant", \.leastConstant, title: "Least constant", unit: "", range: 0.1...1,
            meaning: "The smallest constant that is learned.", source: "half of the average: a small child"),
        .number(
            "greatestConstant", \.greatestConstant, title: "Greatest constant", unit: "", range: 1...4,
            meaning: "The largest constant that is learned.", source: "striding out"),
        .number(
            "cadenceSmoothing", \.cadenceSmoothing, title: "Cadence smoothing", unit: "", range: 0.01...1,
            meaning:
                "The weight of the newest interval in the displayed step rate. Lower values follow late; with higher values, left and right steps alternate.",
            source: "two strides"),
    ]
}
