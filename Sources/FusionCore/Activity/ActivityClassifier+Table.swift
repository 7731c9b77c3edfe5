extension ActivityClassifier.Parameters {
    static let table: [ParameterEntry<Self>] = evidenceTable + speedTable + chainTable + outputTable

    private static let evidenceTable: [ParameterEntry<Self>] = [
        .number(
            "motionWeight", \.motionWeight, title: "Motion weight", unit: "", range: 0...2,
            meaning:
                "Weight of the motion model. Too low: speed and steps decide. Too high: its errors on unknown devices matter.",
            source: "half of the windows' overlap"),
        .number(
            "stepWeight", \.stepWeight, title: "Step weight", unit: "", range: 0...2,
            meaning: "How much counted steps count.",
            source: "windows overlap"),
        .number(
            "speedWeight", \.speedWeight, title: "Speed weight", unit: "", range: 0...2,
            meaning: "Weight of the speed over ground. Too low: late. Too high: one bad fix decides.",
            source: "fixes of neighbouring seconds repeat each other"),
        .number(
            "aloneSpeedWeight", \.aloneSpeedWeight, title: "Speed weight alone", unit: "", range: 0...2,
            meaning:
                "Weight of the speed if there is no acceleration. Too low: late. Too high: every traffic jam is a walk.",
            source: "GPS-only trips: what misleads lasts for minutes"),
        .number(
            "speedAccuracy", \.speedAccuracy, title: "Speed accuracy", unit: "m", range: 1...200,
            meaning: "From this 1-sigma accuracy on a speed counts less.",
            source: "street canyons"),
        .number(
            "stepless", \.stepless, title: "No runner unseen", unit: "", range: 0...20,
            meaning: "How much less likely (natural logarithm) running is where no acceleration can show steps.",
            source: "2-3.6 m/s without steps is cycling"),
        .number(
            "rideContrast", \.rideContrast, title: "Ride contrast", unit: "", range: 0...1,
            meaning:
                "How much the motion model may distinguish cycling from driving. Too low: the speed decides. Too high: right only on devices that it knows.",
            source: "leave one data set out"),
        .number(
            "aloneRideContrast", \.aloneRideContrast, title: "Ride contrast alone", unit: "", range: 0...1,
            meaning: "How much the motion model may distinguish cycling from driving if no speed is known.",
            source: "there it is all there is"),
        .number(
            "aloneFidget", \.aloneFidget, title: "Fidget alone", unit: "", range: 0...1,
            meaning: "How often rest looks like a ride if no speed is known. Too low: a device on a desk is in a car.",
            source: "there it is all there is"),
        .number(
            "fidget", \.fidget, title: "Fidget", unit: "", range: 0...1,
            meaning:
                "How often rest looks like a ride to the motion model. Too low: a device on a desk is in a car. Too high: a device in a car is at rest.",
            source: "leave one data set out"),
        .number(
            "motionFloor", \.motionFloor, title: "Motion floor", unit: "", range: 0.0001...0.5,
            meaning:
                "Smallest probability that the motion model gives to any activity. Too low: it can overrule the speed. Too high: it has little effect.",
            source: "its error rate on unknown devices"),
        .number(
            "stillDeviation", \.stillDeviation, title: "Still deviation", unit: "m/s^2", range: 0...2,
            meaning: "Deviation of the acceleration below which the user does not pedal.",
            source: "sensor noise 0.03-0.1"),
    ]

    private static let speedTable: [ParameterEntry<Self>] = [
        .number(
            "standingSpread", \.standingSpread, title: "Standing spread", unit: "m/s", range: 0.05...3,
            meaning: "Speed that receivers show at rest.",
            source: "Doppler noise"),
        .number(
            "walkingSpeed", \.walkingSpeed, title: "Walking speed", unit: "m/s", range: 0.5...3,
            meaning: "Usual speed of walking.",
            source: "Bohannon 1997"),
        .number(
            "walkingSpread", \.walkingSpread, title: "Walking spread", unit: "m/s", range: 0.1...2,
            meaning: "Spread of the speed of walking.",
            source: "Bohannon 1997, with strolling and receiver noise"),
        .number(
            "runningSpeed", \.runningSpeed, title: "Running speed", unit: "m/s", range: 1.5...6,
            meaning: "Usual speed of running.",
            source: "recreational runners"),
        .number(
            "runningSpread", \.runningSpread, title: "Running spread", unit: "m/s", range: 0.1...3,
            meaning: "Spread of the speed of running.",
            source: "recreational runners"),
        .number(
            "cyclingSpeed", \.cyclingSpeed, title: "Cycling speed", unit: "m/s", range: 1...12,
            meaning: "Median speed of cycling.",
            source: "12 km/h: city cycling with starts and bends; rides and trips, docs/estimators/activity.md"),
        .number(
            "cyclingSpread", \.cyclingSpread, title: "Cycling spread", unit: "", range: 0.1...2,
            meaning: "Spread of the logarithm of the speed of cycling.",
            source: "9 to 26 km/h within 1.3 sigma"),
        .number(
            "automotiveSpeed", \.automotiveSpeed, title: "Automotive speed", unit: "m/s", range: 2...40,
            meaning: "Median speed of a motor vehicle that moves.",
            source: "mixed traffic"),
        .number(
            "automotiveSpread", \.automotiveSpread, title: "Automotive spread", unit: "", range: 0.1...2,
            meaning: "Spread of the logarithm of that speed.",
            source: "jam to motorway"),
    ]

    private static let chainTable: [ParameterEntry<Self>] = [
        .number(
            "crawlSpeed", \.crawlSpeed, title: "Crawl", unit: "m/s", range: 0.2...10,
            meaning: "Mean speed in a jam.",
            source: "stop and go"),
        .number(
            "restTime", \.restTime, title: "Rest", unit: "s", range: 5...3600,
            meaning: "Mean rest before a walk. Too low: nervous. Too high: late.",
            source: "daily life"),
        .number(
            "walkTime", \.walkTime, title: "Walk", unit: "s", range: 5...3600,
            meaning: "Mean walk or run. Too low: nervous. Too high: late.",
            source: "trips of 20 people, docs/estimators/activity.md"),
        .number(
            "rideTime", \.rideTime, title: "Ride", unit: "s", range: 5...3600,
            meaning: "Mean time between two stops of a ride.",
            source: "trips of 20 people"),
        .number(
            "lightTime", \.lightTime, title: "Stop on the way", unit: "s", range: 5...600,
            meaning: "Mean stop on the way.",
            source: "red lights; trips of 20 people"),
        .number(
            "parkTime", \.parkTime, title: "Parking", unit: "s", range: 10...3600,
            meaning:
                "Mean time after which a standing vehicle is parked. Too low: a red light ends the ride. Too high: an arrival shows late.",
            source: "a red light stays below 180 s"),
        .number(
            "swapTime", \.swapTime, title: "Change of vehicle", unit: "s", range: 60...100000,
            meaning:
                "Mean time between two kinds of ride without a step between. Too low: rides change their kind. Too high: a wrong start stays.",
            source: "Zheng et al. 2010"),
    ]

    private static let outputTable: [ParameterEntry<Self>] = [
        .number(
            "mediumConfidence", \.mediumConfidence, title: "Medium confidence", unit: "", range: 0...1,
            meaning: "Probability from which confidence is medium.",
            source: "calibrated, see the guide"),
        .number(
            "highConfidence", \.highConfidence, title: "High confidence", unit: "", range: 0...1,
            meaning: "Probability from which confidence is high. Too low: workouts start too easily.",
            source: "calibrated, see the guide"),
        .number(
            "unknownBelow", \.unknownBelow, tier: .tunable, title: "Unknown below", unit: "", range: 0...1,
            meaning: "The probability below which an activity is shown as unknown.",
            source: "twice chance"),
        .number(
            "presentShare", \.presentShare, title: "Present share", unit: "", range: 0.1...1,
            meaning: "What is this share as likely as the likeliest is present, too; the order of display decides.",
            source: "a transition belongs to both of its activities"),
        .number(
            "cyclingFallback", \.cyclingFallback, tier: .tunable, title: "Cycling fallback", unit: "m/s", range: 0...10,
            meaning: "The mean speed above which an unknown stretch counts as cycling.",
            source: "rule: unknown and not at a stroll is a bicycle"),
        .number(
            "silence", \.silence, title: "Silence", unit: "s", range: 5...600,
            meaning: "After this long without anything seen the activity is unknown.",
            source: "a tunnel at walking pace"),
        .number(
            "aloneTemper", \.aloneTemper, title: "Doubt alone", unit: "", range: 1...5,
            meaning:
                "If speed is the only evidence, probabilities are raised to the power of 1 / this, which makes them less certain. Too high: never certain.",
            source: "calibrated on 20 people's trips, held out 17"),
    ]
}
