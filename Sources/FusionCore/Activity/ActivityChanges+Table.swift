extension ActivityChanges {
    static let table: [ParameterEntry<Self>] = footTable + rideTable + startTable

    private static let footTable: [ParameterEntry<Self>] = [
        .number(
            "restToRun", \.restToRun, title: "Rest to run", unit: "", range: 0.1...1000,
            meaning: "How much rarer a rest ends in a run than in a walk.",
            source: "runs begin with a walk"),
        .number(
            "restToCycling", \.restToCycling, title: "Rest to bicycle", unit: "", range: 0.1...1000,
            meaning: "How much rarer a rest ends on a bicycle than in a walk.",
            source: "one walks to the stand"),
        .number(
            "restToVehicle", \.restToVehicle, title: "Rest to vehicle", unit: "", range: 0.1...1000,
            meaning: "How much rarer a rest ends in a vehicle than in a walk.",
            source: "one walks to the car"),
        .number(
            "walkToRun", \.walkToRun, title: "Walk to run", unit: "", range: 0.1...1000,
            meaning: "How much rarer a walk ends in a run than in a rest.",
            source: "interval training is rare"),
        .number(
            "walkToCycling", \.walkToCycling, title: "Walk to bicycle", unit: "", range: 0.1...1000,
            meaning: "How much rarer a walk ends on a bicycle than in a rest.",
            source: "most walks end in a rest"),
        .number(
            "walkToVehicle", \.walkToVehicle, title: "Walk to vehicle", unit: "", range: 0.1...1000,
            meaning: "How much rarer a walk ends in a vehicle, moving or not, than in a rest.",
            source: "most walks end in a rest"),
        .number(
            "runToRest", \.runToRest, title: "Run to rest", unit: "", range: 0.1...1000,
            meaning: "How much rarer a run ends in a rest than in a walk.",
            source: "runners cool down"),
    ]

    private static let rideTable: [ParameterEntry<Self>] = [
        .number(
            "cyclingToWalk", \.cyclingToWalk, title: "Bicycle to walk", unit: "", range: 0.1...1000,
            meaning: "How much rarer a bicycle is left for a walk than stopped.",
            source: "stops on the way are more"),
        .number(
            "cyclingToRest", \.cyclingToRest, title: "Bicycle to rest", unit: "", range: 0.1...1000,
            meaning: "How much rarer a bicycle's movement ends in a rest for good than in a stop.",
            source: "it stands first"),
        .number(
            "bicycleToWalk", \.bicycleToWalk, title: "Standing bicycle to walk", unit: "", range: 0.1...1000,
            meaning: "How much longer than parking it takes until a user leaves a standing bicycle on foot.",
            source: "it is left at once"),
        .number(
            "vehicleToWalk", \.vehicleToWalk, title: "Vehicle to walk", unit: "", range: 0.1...1000,
            meaning: "How much rarer a moving vehicle is left for a walk than stopped.",
            source: "it stands first"),
        .number(
            "vehicleToRest", \.vehicleToRest, title: "Vehicle to rest", unit: "", range: 0.1...1000,
            meaning: "How much rarer a moving vehicle's ride ends in a rest for good than in a stop.",
            source: "it stands first"),
        .number(
            "stopToCrawl", \.stopToCrawl, title: "Stop to crawl", unit: "", range: 0.1...1000,
            meaning: "How much rarer a stop ends in a crawl than in a ride.",
            source: "queues move up"),
        .number(
            "stopToRest", \.stopToRest, title: "Stop to rest", unit: "", range: 0.1...1000,
            meaning: "How much longer than a bicycle a standing vehicle takes to be parked.",
            source: "bus stops, jams"),
        .number(
            "stopToWalk", \.stopToWalk, title: "Stop to walk", unit: "", range: 0.1...1000,
            meaning: "How much longer than to be parked a standing vehicle takes to be left on foot.",
            source: "drivers stay seated"),
        .number(
            "crawlToRide", \.crawlToRide, title: "Crawl to ride", unit: "", range: 0.1...1000,
            meaning: "How much longer than a stop a crawl lasts until the road is free.",
            source: "jams outlast lights"),
        .number(
            "crawlToStop", \.crawlToStop, title: "Crawl to stop", unit: "", range: 0.1...1000,
            meaning: "How much longer than a stop a crawl lasts until it stands.",
            source: "stop and go"),
        .number(
            "crawlToWalk", \.crawlToWalk, title: "Crawl to walk", unit: "", range: 0.1...1000,
            meaning: "How much longer than parking it takes until a user leaves a crawling vehicle on foot.",
            source: "nobody gets out in a jam"),
        .number(
            "crawlToRest", \.crawlToRest, title: "Crawl to rest", unit: "", range: 0.1...1000,
            meaning: "How much longer than parking it takes until a crawl ends in a rest.",
            source: "a jam is no car park"),
    ]

    private static let startTable: [ParameterEntry<Self>] = [
        .number(
            "startRest", \.startRest, title: "Begins with rest", unit: "", range: 0.0001...1,
            meaning: "How often a session begins with rest; all shares are taken together.",
            source: "people's days"),
        .number(
            "startWalk", \.startWalk, title: "Begins with a walk", unit: "", range: 0.0001...1,
            meaning: "How often a session begins with a walk; all shares are taken together.",
            source: "people's days"),
        .number(
            "startRun", \.startRun, title: "Begins with a run", unit: "", range: 0.0001...1,
            meaning: "How often a session begins with a run; all shares are taken together.",
            source: "people's days"),
        .number(
            "startCycling", \.startCycling, title: "Begins with cycling", unit: "", range: 0.0001...1,
            meaning: "How often a session begins with cycling; all shares are taken together.",
            source: "people's days"),
        .number(
            "startVehicle", \.startVehicle, title: "Begins with a moving vehicle", unit: "", range: 0.0001...1,
            meaning: "How often a session begins with a moving vehicle; all shares are taken together.",
            source: "people's days"),
        .number(
            "startStandingBicycle", \.startStandingBicycle, title: "Begins with a standing bicycle", unit: "",
            range: 0.0001...1,
            meaning: "How often a session begins with a standing bicycle; all shares are taken together.",
            source: "people's days"),
        .number(
            "startStandingVehicle", \.startStandingVehicle, title: "Begins with a standing vehicle", unit: "",
            range: 0.0001...1,
            meaning: "How often a session begins with a standing vehicle; all shares are taken together.",
            source: "people's days"),
        .number(
            "startCrawl", \.startCrawl, title: "Begins with a crawl", unit: "", range: 0.0001...1,
            meaning: "How often a session begins with a crawl; all shares are taken together.",
            source: "people's days"),
        .number(
            "fastestChange", \.fastestChange, title: "Fastest change", unit: "", range: 0.01...1,
            meaning: "Largest probability of one change within a window of 2.56 s.",
            source: "keeps short mean times from flickering"),
        .number(
            "fastestChanges", \.fastestChanges, title: "Fastest changes", unit: "", range: 0.01...1,
            meaning: "Largest probability of all changes within a window of 2.56 s.",
            source: "a state must be able to last"),
    ]
}
