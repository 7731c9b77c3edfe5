extension StepDetector.Parameters {
    static let table: [ParameterEntry<Self>] = signalTable + gaitTable + runTable

    private static let signalTable: [ParameterEntry<Self>] = [
        .number(
            "window", \.window, title: "Window", unit: "s", range: 3...10,
            meaning:
                "The length of the signal in one analysis. Lower values are fast, but chance movements count; higher values lose short walks.",
            source: "three strides of a slow walk"),
        .number(
            "analysisInterval", \.analysisInterval, title: "Analysis interval", unit: "s", range: 0.2...2,
            meaning:
                "The time between two analyses. Lower values need more computing time; higher values follow a change of pace late.",
            source: "a step"),
        .number(
            "lowCut", \.lowCut, title: "Low cut", unit: "Hz", range: 0.1...1,
            meaning:
                "The lowest frequency that is not filtered out as posture. With lower values, turning the device disturbs the count; higher values lose the swing of the arm.",
            source: "below the slowest stride"),
        .number(
            "highCut", \.highCut, title: "High cut", unit: "Hz", range: 2.5...10,
            meaning:
                "The highest frequency that is not filtered out as vibration. Lower values smooth out heel strikes; with higher values, engines count.",
            source: "second harmonic of a brisk step rate"),
        .number(
            "clip", \.clip, title: "Knock limit", unit: "", range: 1.5...20,
            meaning:
                "The multiple of the mean deviation at which a knock is cut off. Lower values flatten the gait; with higher values, one knock hides seconds of steps.",
            source: "a sine reaches 1.6"),
        .number(
            "waveletWidth", \.waveletWidth, title: "Wavelet width", unit: "periods", range: 0.4...2,
            meaning:
                "The width of the wavelet that follows the steps. Lower values let the swing of the arm in; higher values blur changes of pace.",
            source: "distinguishes step from stride by 2.5 sigma"),
    ]

    private static let gaitTable: [ParameterEntry<Self>] = [
        .number(
            "longestPeriod", \.longestPeriod, title: "Longest stride", unit: "s", range: 1...2.5,
            meaning: "The longest duration of two steps.", source: "slow walking, 70 steps per minute"),
        .number(
            "minimumCadence", \.minimumCadence, title: "Slowest steps", unit: "Hz", range: 0.5...1.8,
            meaning:
                "The lowest step rate of walking. With lower values, swaying counts; higher values lose slow walkers.",
            source: "60 steps per minute"),
        .number(
            "maximumCadence", \.maximumCadence, title: "Fastest steps", unit: "Hz", range: 2...6,
            meaning: "The highest step rate of running.", source: "sprint, 240 steps per minute"),
        .number(
            "usualCadence", \.usualCadence, title: "Usual cadence", unit: "Hz", range: 1...3,
            meaning: "The step rate that is expected if step and stride look alike.",
            source: "free walking, 105-120 steps per minute"),
        .number(
            "cadenceSpread", \.cadenceSpread, title: "Cadence spread", unit: "", range: 0.05...1,
            meaning:
                "The spread of people around the usual step rate (sigma of its logarithm). Lower values count the steps of slow walkers twice; higher values count every second step if the arm swings.",
            source: "1.2 to 2.9 Hz within two sigma"),
        .number(
            "harmonicWeight", \.harmonicWeight, title: "Harmonic weight", unit: "", range: 0...3,
            meaning:
                "The weight of the power at twice the repeating frequency, compared with how usual a step rate is.",
            source: "Straczkiewicz et al. 2023, alpha and beta, as one weight"),
        .number(
            "runningCadence", \.runningCadence, title: "Running cadence", unit: "Hz", range: 1.8...3,
            meaning: "The lowest step rate of running.", source: "140 steps per minute"),
        .number(
            "runningAmplitude", \.runningAmplitude, title: "Running amplitude", unit: "m/s^2", range: 0.5...8,
            meaning: "The smallest movement of running (rms).",
            source: "each step has a flight phase without the 1 g of gravity"),
        .number(
            "continuityWeight", \.continuityWeight, title: "Continuity", unit: "", range: 0...10,
            meaning:
                "The weight of a constant rate of consecutive steps. With lower values, the count jumps between step and stride; with higher values, a wrong start stays wrong.",
            source: "odds of seven to one"),
        .number(
            "nearlyBest", \.nearlyBest, title: "Nearly best", unit: "", range: 0.5...1,
            meaning: "The shortest period whose regularity is at least this fraction of the best one is used.",
            source: "pitch detection, 0.8-0.9"),
        .number(
            "minimumAmplitude", \.minimumAmplitude, tier: .tunable, title: "Least movement", unit: "m/s^2",
            range: 0...3,
            meaning: "The smallest movement (rms) that can be walking or running.",
            source: "slow walking with the device in the hand, 0.6"),
        .number(
            "minimumRegularity", \.minimumRegularity, title: "Regularity", unit: "", range: 0.1...0.95,
            meaning:
                "The minimum regularity of gait. With lower values, fiddling counts; higher values lose uneven walks.",
            source: "walking 0.6-0.97, handling 0.2-0.6"),
        .number(
            "keptRegularity", \.keptRegularity, title: "Regularity to continue", unit: "", range: 0...0.95,
            meaning: "The minimum regularity with which a sequence of steps continues.", source: "turns and stairs"),
    ]

    private static let runTable: [ParameterEntry<Self>] = [
        .number(
            "minimumStepAmplitude", \.minimumStepAmplitude, title: "Least step", unit: "m/s^2", range: 0...3,
            meaning: "The minimum amplitude of a step that counts.", source: "slow walking on carpet, 0.35"),
        .number(
            "relativeAmplitude", \.relativeAmplitude, title: "Least relative step", unit: "", range: 0...0.9,
            meaning:
                "The minimum amplitude of a step, as a fraction of the amplitude of its sequence; a weaker step is an echo.",
            source: "left and right differ by a half"),
        .number(
            "refractory", \.refractory, title: "Refractory time", unit: "periods", range: 0.2...0.9,
            meaning: "The shortest time between two steps, as a fraction of the step period.",
            source: "limping stays above"),
        .number(
            "unevenness", \.unevenness, title: "First intervals", unit: "", range: 0.1...2,
            meaning: "The longest first interval of a sequence of steps; a longer one restarts it.",
            source: "one missed step"),
        .number(
            "intervalVariation", \.intervalVariation, title: "Interval variation", unit: "", range: 0.02...1,
            meaning: "The largest variation of the intervals at the start of a sequence of steps.",
            source: "gait 0.02-0.1"),
        .number(
            "amplitudeVariation", \.amplitudeVariation, title: "Amplitude variation", unit: "", range: 0.05...2,
            meaning: "The largest variation of the amplitudes at the start of a sequence of steps.",
            source: "gait 0.1-0.4"),
        .number(
            "longestPause", \.longestPause, title: "Longest pause", unit: "s", range: 0.8...10,
            meaning: "The longest time between two steps of a sequence.", source: "two slow strides"),
        .number(
            "heldSteps", \.heldSteps, title: "Steps held", unit: "", range: 1...40,
            meaning:
                "The number of consecutive steps before the first is counted (at its true time). With lower values, fiddling counts; higher values lose short walks.",
            source: "phones hold 5-10"),
        .number(
            "heldEvidence", \.heldEvidence, title: "Evidence", unit: "", range: 0...20,
            meaning:
                "The sum of regularity beyond chance before the first step is counted. With lower values, vehicles count; higher values lose uneven walks.",
            source: "sequential test (Wald 1945), ln 9: one error in ten either way"),
        .number(
            "evidenceRegularity", \.evidenceRegularity, title: "Chance regularity", unit: "", range: 0...0.9,
            meaning: "The regularity that occurs by chance.", source: "a bumpy road"),
        .number(
            "evidenceAmplitude", \.evidenceAmplitude, title: "Full step", unit: "m/s^2", range: 0.1...5,
            meaning: "The minimum amplitude of a step that is full evidence.", source: "cars 0.3-0.6, walking 0.8-5"),
        .number(
            "resumption", \.resumption, title: "Resumption", unit: "s", range: 0...60,
            meaning: "The time after a counted step in which a new sequence needs less evidence.",
            source: "a door, a kerb, a glance at the phone"),
        .number(
            "resumedShare", \.resumedShare, title: "Evidence to resume", unit: "", range: 0...1,
            meaning: "The fraction of the evidence that a resumed sequence needs.", source: "two to three steps"),
        .number(
            "doubtfulSteps", \.doubtfulSteps, title: "Steps in doubt", unit: "", range: 1...60,
            meaning: "The number of consecutive even steps before any counts right after a ride.",
            source: "ten seconds of walking"),
    ]
}

extension VehicleWatch.Parameters {
    static let table: [ParameterEntry<Self>] = [
        .number(
            "vehicleSpeed", \.vehicleSpeed, title: "Vehicle speed", unit: "m/s", range: 3...30,
            meaning: "The highest speed on foot. Lower values lose sprints; higher values count steps in slow traffic.",
            source: "25 km/h, sustained"),
        .number(
            "runningSpeed", \.runningSpeed, title: "Fastest walk", unit: "m/s", range: 1.5...10,
            meaning: "The highest speed on foot without a runner's gait.", source: "2.5 m/s, except in race walking"),
        .number(
            "vehicleConfirmation", \.confirmation, title: "Confirmation", unit: "s", range: 0...60,
            meaning:
                "The minimum duration of a speed that means a vehicle. With lower values, one bad fix stops the count.",
            source: "three fixes"),
        .number(
            "vehicleMemory", \.memory, title: "Vehicle memory", unit: "s", range: 0...900,
            meaning: "The longest stop of a vehicle after which it is still assumed.", source: "a long red light"),
        .number(
            "standingSpeed", \.standingSpeed, title: "Standing speed", unit: "m/s", range: 0...2,
            meaning: "The maximum speed of a vehicle that stands; meanwhile, no movement counts as a step.",
            source: "the lowest receiver speed that is shown"),
        .number(
            "speedAge", \.speedAge, title: "Speed age", unit: "s", range: 1...120,
            meaning: "The maximum age of a speed that is used.", source: "the watchdog's silence and a tick"),
    ]
}
