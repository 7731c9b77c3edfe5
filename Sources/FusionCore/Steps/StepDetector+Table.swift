extension StepDetector.Parameters {
    static let table: [ParameterEntry<Self>] = signalTable + gaitTable + runTable

    private static let signalTable: [ParameterEntry<Self>] = [
        .number(
            "window", \.window, title: "Window", unit: "s", range: 3...10,
            meaning:
                "Length of the signal in one analysis. Too low: fast, but chance counts. Too high: short walks are lost.",
            source: "three strides of a slow walk"),
        .number(
            "analysisInterval", \.analysisInterval, title: "Analysis interval", unit: "s", range: 0.2...2,
            meaning: "Time between two analyses. Too low: more work. Too high: a change of pace is followed late.",
            source: "a step"),
        .number(
            "lowCut", \.lowCut, title: "Low cut", unit: "Hz", range: 0.1...1,
            meaning:
                "Slower movement counts as posture. Too low: turning the device disturbs the count. Too high: arm swing is lost.",
            source: "below the slowest stride"),
        .number(
            "highCut", \.highCut, title: "High cut", unit: "Hz", range: 2.5...10,
            meaning:
                "Faster movement counts as vibration. Too low: heel strikes are smoothed out. Too high: engines count.",
            source: "second harmonic of a brisk step rate"),
        .number(
            "clip", \.clip, title: "Knock limit", unit: "", range: 1.5...20,
            meaning:
                "A knock is cut off at this multiple of the mean deviation. Too low: gait is flattened. Too high: one knock hides seconds of steps.",
            source: "a sine reaches 1.6"),
        .number(
            "waveletWidth", \.waveletWidth, title: "Wavelet width", unit: "periods", range: 0.4...2,
            meaning:
                "Width of the wavelet that follows the steps. Too low: arm swing leaks in. Too high: changes of pace blur.",
            source: "tells step from stride by 2.5 sigma"),
    ]

    private static let gaitTable: [ParameterEntry<Self>] = [
        .number(
            "longestPeriod", \.longestPeriod, title: "Longest stride", unit: "s", range: 1...2.5,
            meaning: "Longest time of two steps.", source: "slow walking, 70 steps a minute"),
        .number(
            "minimumCadence", \.minimumCadence, title: "Slowest steps", unit: "Hz", range: 0.5...1.8,
            meaning: "Slower is not walking. Too low: swaying counts. Too high: slow walkers are lost.",
            source: "60 steps a minute"),
        .number(
            "maximumCadence", \.maximumCadence, title: "Fastest steps", unit: "Hz", range: 2...6,
            meaning: "Faster is not running.", source: "sprint, 240 steps a minute"),
        .number(
            "usualCadence", \.usualCadence, title: "Usual cadence", unit: "Hz", range: 1...3,
            meaning: "The step rate that is expected if step and stride look alike.",
            source: "free walking, 105-120 steps a minute"),
        .number(
            "cadenceSpread", \.cadenceSpread, title: "Cadence spread", unit: "", range: 0.05...1,
            meaning:
                "How far people stray from the usual cadence (sigma of its logarithm). Too low: slow walkers count double. Too high: arm swing counts half.",
            source: "1.2 to 2.9 Hz within two sigma"),
        .number(
            "harmonicWeight", \.harmonicWeight, title: "Harmonic weight", unit: "", range: 0...3,
            meaning: "Weight of the power at twice the repeating frequency against how usual a cadence is.",
            source: "Straczkiewicz et al. 2023, alpha and beta, as one weight"),
        .number(
            "runningCadence", \.runningCadence, title: "Running cadence", unit: "Hz", range: 1.8...3,
            meaning: "Faster steps are a run.", source: "140 steps a minute"),
        .number(
            "runningAmplitude", \.runningAmplitude, title: "Running amplitude", unit: "m/s^2", range: 0.5...8,
            meaning: "A run shakes at least this much (rms).", source: "a flight phase takes 1 g away each step"),
        .number(
            "continuityWeight", \.continuityWeight, title: "Continuity", unit: "", range: 0...10,
            meaning:
                "Weight of keeping the step rate of consecutive steps. Too low: the count jumps between step and stride. Too high: a wrong start stays wrong.",
            source: "odds of seven to one"),
        .number(
            "nearlyBest", \.nearlyBest, title: "Nearly best", unit: "", range: 0.5...1,
            meaning: "A shorter period is taken from this share of the best regularity on.",
            source: "pitch detection, 0.8-0.9"),
        .number(
            "minimumAmplitude", \.minimumAmplitude, tier: .tunable, title: "Least movement", unit: "m/s^2",
            range: 0...3,
            meaning: "The smallest movement (rms) that can be walking or running.",
            source: "slow walking with the device in the hand, 0.6"),
        .number(
            "minimumRegularity", \.minimumRegularity, title: "Regularity", unit: "", range: 0.1...0.95,
            meaning:
                "Movement that repeats itself this well may be gait. Too low: fiddling counts. Too high: uneven walks are lost.",
            source: "walking 0.6-0.97, handling 0.2-0.6"),
        .number(
            "keptRegularity", \.keptRegularity, title: "Regularity to go on", unit: "", range: 0...0.95,
            meaning: "Lowest regularity with which a sequence of steps continues.", source: "turns and stairs"),
    ]

    private static let runTable: [ParameterEntry<Self>] = [
        .number(
            "minimumStepAmplitude", \.minimumStepAmplitude, title: "Least step", unit: "m/s^2", range: 0...3,
            meaning: "A weaker step is not counted.", source: "slow walking on carpet, 0.35"),
        .number(
            "relativeAmplitude", \.relativeAmplitude, title: "Least relative step", unit: "", range: 0...0.9,
            meaning: "A step weaker than this share of its run is an echo.", source: "left and right differ by a half"),
        .number(
            "refractory", \.refractory, title: "Refractory time", unit: "periods", range: 0.2...0.9,
            meaning: "No second step within this share of the step period.", source: "limping stays above"),
        .number(
            "unevenness", \.unevenness, title: "First intervals", unit: "", range: 0.1...2,
            meaning: "A longer first interval restarts the sequence of steps.", source: "one missed step"),
        .number(
            "intervalVariation", \.intervalVariation, title: "Interval variation", unit: "", range: 0.02...1,
            meaning: "Largest variation of the intervals of a run that starts.", source: "gait 0.02-0.1"),
        .number(
            "amplitudeVariation", \.amplitudeVariation, title: "Amplitude variation", unit: "", range: 0.05...2,
            meaning: "Largest variation of the amplitudes of a run that starts.", source: "gait 0.1-0.4"),
        .number(
            "longestPause", \.longestPause, title: "Longest pause", unit: "s", range: 0.8...10,
            meaning: "Without a step for this long a run ends.", source: "two slow strides"),
        .number(
            "heldSteps", \.heldSteps, title: "Steps held", unit: "", range: 1...40,
            meaning:
                "Steps in a row before the first is counted (with its true time). Too low: fiddling counts. Too high: short walks are lost.",
            source: "phones hold 5-10"),
        .number(
            "heldEvidence", \.heldEvidence, title: "Evidence", unit: "", range: 0...20,
            meaning:
                "Sum of regularity beyond chance before the first step is counted. Too low: vehicles count. Too high: uneven walks are lost.",
            source: "sequential test (Wald 1945), ln 9: one error in ten either way"),
        .number(
            "evidenceRegularity", \.evidenceRegularity, title: "Chance regularity", unit: "", range: 0...0.9,
            meaning: "Regularity that proves nothing.", source: "a bumpy road"),
        .number(
            "evidenceAmplitude", \.evidenceAmplitude, title: "Full step", unit: "m/s^2", range: 0.1...5,
            meaning: "A weaker step is less evidence.", source: "cars 0.3-0.6, walking 0.8-5"),
        .number(
            "resumption", \.resumption, title: "Resumption", unit: "s", range: 0...60,
            meaning: "For this long after a counted step a new run needs less evidence.",
            source: "a door, a kerb, a glance at the phone"),
        .number(
            "resumedShare", \.resumedShare, title: "Evidence to resume", unit: "", range: 0...1,
            meaning: "Share of the evidence that it then needs.", source: "two to three steps"),
        .number(
            "doubtfulSteps", \.doubtfulSteps, title: "Steps in doubt", unit: "", range: 1...60,
            meaning: "Even steps in a row before any counts right after a vehicle.", source: "ten seconds of walking"),
    ]
}

extension VehicleWatch.Parameters {
    static let table: [ParameterEntry<Self>] = [
        .number(
            "vehicleSpeed", \.vehicleSpeed, title: "Vehicle speed", unit: "m/s", range: 3...30,
            meaning: "Fastest speed on foot. Too low: sprints are lost. Too high: steps are counted in slow traffic.",
            source: "25 km/h, sustained"),
        .number(
            "runningSpeed", \.runningSpeed, title: "Fastest walk", unit: "m/s", range: 1.5...10,
            meaning: "Faster without a runner's gait is a vehicle.", source: "race walking aside, 2.5 m/s"),
        .number(
            "vehicleConfirmation", \.confirmation, title: "Confirmation", unit: "s", range: 0...60,
            meaning: "A speed must last this long. Too low: one bad fix stops the count.", source: "three fixes"),
        .number(
            "vehicleMemory", \.memory, title: "Vehicle memory", unit: "s", range: 0...900,
            meaning: "A vehicle is remembered through stops this long.", source: "a long red light"),
        .number(
            "standingSpeed", \.standingSpeed, title: "Standing speed", unit: "m/s", range: 0...2,
            meaning: "A remembered vehicle that is slower stands, and nothing is a step.",
            source: "the speed from which a receiver's is shown"),
        .number(
            "speedAge", \.speedAge, title: "Speed age", unit: "s", range: 1...120,
            meaning: "An older speed says nothing.", source: "the watchdog's silence and a tick"),
    ]
}
