extension StrideModel.Parameters {
    static let table: [ParameterEntry<Self>] = modelTable + calibrationTable

    private static let modelTable: [ParameterEntry<Self>] = [
        .choice(
            "model", \.model, tier: .tunable, title: "Stride model",
            meaning: "frequency uses the step rate alone; weinberg and kim also use how strongly the device shakes.",
            source: "Sekiya & Nagasaki 1998; Weinberg 2002; Kim et al. 2004"),
        .number(
            "constant", \.constant, tier: .essential, title: "Stride constant", unit: "", range: 0.5...1.8,
            meaning:
                "The ratio of your stride length to the average. Calibration refines it, starting from the stored value.",
            source: "1 is average"),
        .toggle(
            "calibrates", \.calibrates, title: "Calibrate by GPS",
            meaning: "Good straight stretches with fixes calibrate the constant.", source: "Ho et al. 2016"),
        .number(
            "walkRatio", \.walkRatio, title: "Walk ratio", unit: "m s", range: 0.1...1,
            meaning: "Metres a step at one step a second, of the frequency model.",
            source: "Sekiya & Nagasaki 1998: 0.0064 m per step a minute"),
        .number(
            "weinbergConstant", \.weinbergConstant, title: "Weinberg constant", unit: "", range: 0.1...2,
            meaning: "Metres a step for a range of 1 m/s^2.", source: "Weinberg 2002, 0.41-0.5"),
        .number(
            "kimConstant", \.kimConstant, title: "Kim constant", unit: "", range: 0.1...2,
            meaning: "Metres a step for a mean of 1 m/s^2.", source: "Kim et al. 2004"),
        .number(
            "shortestWalk", \.shortestWalk, title: "Shortest walking step", unit: "m", range: 0.1...1,
            meaning: "No walking step is shorter.", source: "shuffling"),
        .number(
            "longestWalk", \.longestWalk, title: "Longest walking step", unit: "m", range: 0.5...2,
            meaning: "No walking step is longer.", source: "race walking"),
        .number(
            "shortestRun", \.shortestRun, title: "Shortest running step", unit: "m", range: 0.2...1.5,
            meaning: "No running step is shorter.", source: "jogging on the spot aside"),
        .number(
            "longestRun", \.longestRun, title: "Longest running step", unit: "m", range: 1...3,
            meaning: "No running step is longer.", source: "sprint"),
        .number(
            "runningCadence", \.runningCadence, title: "Running cadence", unit: "Hz", range: 1.8...3,
            meaning: "Faster steps are a run's.", source: "140 steps a minute"),
    ]

    private static let calibrationTable: [ParameterEntry<Self>] = [
        .number(
            "stretch", \.stretch, title: "Calibration stretch", unit: "s", range: 10...600,
            meaning:
                "Length of a stretch that calibrates. Too low: noise of fixes enters. Too high: few stretches are found.",
            source: "40 m of walking against 1.5 m of error"),
        .number(
            "accuracy", \.accuracy, title: "Calibration accuracy", unit: "m", range: 1...50,
            meaning: "Fixes of the stretch must be better (1 sigma).", source: "open sky"),
        .number(
            "slowest", \.slowest, title: "Slowest calibration", unit: "m/s", range: 0.2...2,
            meaning: "The stretch is never slower.", source: "no standing within"),
        .number(
            "fastest", \.fastest, title: "Fastest calibration", unit: "m/s", range: 1...6,
            meaning: "The stretch is never faster.", source: "no riding within"),
        .number(
            "straightness", \.straightness, title: "Straightness", unit: "", range: 0.5...1,
            meaning:
                "Least chord over path of the stretch. Too low: corners cut by the receiver enter. Too high: few stretches are found.",
            source: "a bend of 45 degrees is just allowed"),
        .number(
            "spread", \.spread, title: "Spread among people", unit: "", range: 0.01...1,
            meaning:
                "How far people are from the average. Too low: learns slowly. Too high: the first stretch decides.",
            source: "walk ratio 0.0055-0.0075"),
        .number(
            "wander", \.wander, title: "Wander", unit: "", range: 0...0.2,
            meaning:
                "How far the constant changes between stretches. Too low: old ones rule. Too high: only the last one counts.",
            source: "shoes, load, ground"),
        .number(
            "distanceError", \.distanceError, title: "Distance error", unit: "m", range: 0.1...20,
            meaning: "Standard error of a stretch's distance.", source: "two fixes of one receiver in half a minute"),
        .number(
            "distanceShare", \.distanceShare, title: "Distance error, share", unit: "", range: 0...0.2,
            meaning: "The same as a share of the distance, where that is more.", source: "1-2 % of Doppler bias"),
        .number(
            "longestInterval", \.longestInterval, title: "Longest interval", unit: "s", range: 1...60,
            meaning: "Fixes further apart make a hole in the stretch.",
            source: "two seconds are a slow receiver, ten are a hole"),
        .number(
            "walkingPause", \.walkingPause, title: "Walking pause", unit: "s", range: 1...20,
            meaning: "Time after the last known step until the user no longer walks.",
            source: "steps are known one and a half seconds late"),
        .number(
            "leastConstant", \.leastConstant, title: "Least constant", unit: "", range: 0.1...1,
            meaning: "Nothing smaller is learnt.", source: "half of the average: a small child"),
        .number(
            "greatestConstant", \.greatestConstant, title: "Greatest constant", unit: "", range: 1...4,
            meaning: "Nothing larger is learnt.", source: "striding out"),
        .number(
            "cadenceSmoothing", \.cadenceSmoothing, title: "Cadence smoothing", unit: "", range: 0.01...1,
            meaning:
                "Weight of the newest interval in the displayed cadence. Too low: late. Too high: left and right alternate.",
            source: "two strides"),
    ]
}
