import SensorModel

/// The scenarios that come with the program.
public enum Scenarios {
    /// All scenarios, in the order of `simulate --list`.
    public static let all: [Scenario] = [
        walkRideStop, demo, walk, run, bike, walkStops, bikeStops, carStops, motorway, still, weave, hairpins, tunnel,
        canyon, outlier,
        correlated, walkCorrelated, bikeCorrelated, errands, commute, outing,
    ]

    /// Returns the scenario with a name.
    public static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }

    /// Half an hour of walking around blocks, with 5 m white noise.
    public static let walk = Scenario(
        name: "walk", summary: "30 min on foot around blocks at 1.4 m/s; 5 m white noise",
        plan: SessionPlan(journey: walkJourney, receiver: .whiteFiveMetres))

    /// Half an hour of running in a park.
    public static let run = Scenario(
        name: "run", summary: "30 min of running in a park at 3 m/s; 5 m white noise",
        plan: SessionPlan(journey: runJourney, receiver: .whiteFiveMetres, motion: .init().with { $0.carry = .arm }))

    /// Half an hour of cycling.
    public static let bike = Scenario(
        name: "bike", summary: "30 min by bicycle at 5 m/s with bends and two red lights; 5 m white noise",
        plan: SessionPlan(journey: bikeJourney, receiver: .whiteFiveMetres))

    /// Half an hour on foot that stops about every minute.
    public static let walkStops = Scenario(
        name: "walk-stops", summary: "30 min on foot at 1.3 m/s, a stop every 40 m; 5 m white noise",
        plan: SessionPlan(journey: walkStopsJourney, receiver: .whiteFiveMetres))

    /// Half an hour of cycling in a town with many lights.
    public static let bikeStops = Scenario(
        name: "bike-stops", summary: "30 min by bicycle at 5 m/s, a stop every 250 m; 5 m white noise",
        plan: SessionPlan(journey: bikeStopsJourney, receiver: .whiteFiveMetres))

    /// Half an hour of driving with stops.
    public static let carStops = Scenario(
        name: "car-stops", summary: "30 min by car in town, a stop every 500 m; 5 m white noise",
        plan: SessionPlan(journey: carJourney, receiver: .whiteFiveMetres))

    /// Half an hour on a motorway.
    public static let motorway = Scenario(
        name: "motorway", summary: "30 min on a motorway at 33 m/s with wide bends; 5 m white noise",
        plan: SessionPlan(journey: motorwayJourney, receiver: .whiteFiveMetres))

    /// Half an hour at rest.
    public static let still = Scenario(
        name: "still", summary: "30 min at rest: nothing may move; wandering noise",
        plan: SessionPlan(journey: Journey([.stay(1_800)]), receiver: .wandering))

    /// A weave at 12 m/s.
    public static let weave = Scenario(
        name: "weave", summary: "10 min of weaving at 12 m/s; 5 m white noise",
        plan: SessionPlan(
            journey: Journey([
                Leg(.automotive, cruise: 12, Self.weave(bends: 60, radius: 60, degrees: 110)).with { $0.cornering = 4 }
            ]),
            receiver: .whiteFiveMetres))

    /// A climb with switchbacks.
    public static let hairpins = Scenario(
        name: "hairpins", summary: "20 switchbacks by bicycle, 90 m apart, 6 m radius; wandering noise",
        plan: SessionPlan(
            journey: Journey(
                startCourseDegrees: 80,
                [
                    Leg(.cycling, cruise: 4, Self.hairpins(count: 20, straight: 90, radius: 6)).with { $0.grade = 0.07 }
                ])))

    /// A drive through two tunnels.
    public static let tunnel = Scenario(
        name: "tunnel", summary: "a drive at 20 m/s through tunnels of 60 s and 120 s; wandering noise",
        plan: SessionPlan(journey: tunnelJourney, receiver: .wandering))

    /// A walk between tall buildings.
    public static let canyon = Scenario(
        name: "canyon", summary: "20 min on foot between tall buildings: slow errors of 7 m and outliers",
        plan: SessionPlan(journey: canyonJourney))

    /// A ride with a single fix 100 km away.
    public static let outlier = Scenario(
        name: "outlier", summary: "10 min by bicycle with one fix 100 km away and 2 % of outliers of 40 m",
        plan: SessionPlan(
            journey: Journey(startCourseDegrees: 30, [Leg(.cycling, cruise: 5, blocks(12, side: 240, radius: 10))]),
            receiver: ReceiverModel().with {
                $0.outlierShare = 0.02
                $0.farFixes = [.init(at: 300, distance: 100_000)]
            }))

    /// The drive with wandering noise.
    public static let correlated = Scenario(
        name: "correlated", summary: "the drive and its stops with a wandering error: 3 m in 40 s, 1 m white",
        plan: SessionPlan(journey: carJourney, receiver: .wandering))

    /// The walk with wandering noise.
    public static let walkCorrelated = Scenario(
        name: "walk-correlated", summary: "the walk with a wandering error: 3 m in 40 s, 1 m white",
        plan: SessionPlan(journey: walkJourney, receiver: .wandering))

    /// The bicycle ride with wandering noise.
    public static let bikeCorrelated = Scenario(
        name: "bike-correlated", summary: "the bicycle ride with a wandering error: 3 m in 40 s, 1 m white",
        plan: SessionPlan(journey: bikeJourney, receiver: .wandering))

    /// A walk, a ride through a tunnel, and a stop.
    public static let walkRideStop = Scenario(
        name: "walk-ride-stop", summary: "a walk, a ride through a tunnel, a stop; with motion sensors",
        plan: SessionPlan(
            journey: Journey(
                startCourseDegrees: 20,
                [
                    .stay(20),
                    Leg(.walking, cruise: 1.4, blocks(5, side: 80, radius: 3)).with { $0.variation = 0.06 },
                    .stay(25),
                    Leg(.automotive, cruise: 13.5, blocks(5, side: 300, radius: 18)).with {
                        $0.halts = [.init(at: 640, duration: 30)]
                        $0.endsAtRest = false
                    },
                    Leg(.automotive, cruise: 16, [.straight(180)]).with { $0.endsAtRest = false },
                    Leg(.automotive, cruise: 16, [.straight(560), .turn(25, radius: 300)]).with {
                        $0.sky = .tunnel
                        $0.endsAtRest = false
                    },
                    Leg(.automotive, cruise: 13.5, [.straight(250), .turn(-80, radius: 25), .straight(320)]),
                    .stay(420),
                ])))
}

extension Scenarios {
    static let walkJourney = Journey(
        startCourseDegrees: 15,
        [Leg(.walking, cruise: 1.4, blocks(26, side: 93, radius: 3)).with { $0.variation = 0.08 }])

    static let runJourney = Journey(
        startCourseDegrees: 110,
        [Leg(.running, cruise: 3, blocks(30, side: 150, radius: 20)).with { $0.variation = 0.06 }])

    static let bikeJourney = Journey(
        startCourseDegrees: 70,
        [
            Leg(.cycling, cruise: 5, blocks(34, side: 240, radius: 12)).with {
                $0.variation = 0.1
                $0.halts = [.init(at: 2_100, duration: 35), .init(at: 5_300, duration: 50)]
            }
        ])

    static let walkStopsJourney = Journey(
        startCourseDegrees: 100,
        [
            Leg(.walking, cruise: 1.3, blocks(20, side: 93, radius: 3)).with {
                $0.variation = 0.08
                $0.halts = halts(33, every: 40, seconds: 12..<39)
            }
        ])

    static let bikeStopsJourney = Journey(
        startCourseDegrees: 160,
        [
            Leg(.cycling, cruise: 5, blocks(34, side: 240, radius: 12)).with {
                $0.variation = 0.1
                $0.halts = halts(26, every: 250, seconds: 8..<37)
            }
        ])

    static let carJourney = Journey(
        startCourseDegrees: 45,
        [
            Leg(.automotive, cruise: 13.5, blocks(66, side: 240, radius: 15)).with {
                $0.variation = 0.08
                $0.halts = halts(30, every: 500, seconds: 12..<30)
            }
        ])

    /// Returns halts at regular distances in metres, with durations over a range in seconds.
    private static func halts(_ count: Int, every metres: Double, seconds: Range<Int>) -> [Leg.Halt] {
        (1...count).map {
            .init(at: Double($0) * metres + 40, duration: Double(seconds.lowerBound + $0 * 7 % seconds.count))
        }
    }

    static let motorwayJourney = Journey(
        startCourseDegrees: 200,
        [
            Leg(.automotive, cruise: 33, wideBends(19)).with {
                $0.variation = 0.08
                $0.variationPeriod = 150
            }
        ])

    static let tunnelJourney = Journey(
        startCourseDegrees: 60,
        [
            Leg(.automotive, cruise: 20, [.straight(2_000), .turn(30, radius: 400), .straight(1_200)]).with {
                $0.endsAtRest = false
            },
            Leg(.automotive, cruise: 20, [.straight(700), .turn(-40, radius: 500), .straight(151)]).with {
                $0.sky = .tunnel
                $0.endsAtRest = false
            },
            Leg(.automotive, cruise: 20, [.straight(2_500), .turn(60, radius: 300), .straight(900)]).with {
                $0.endsAtRest = false
            },
            Leg(.automotive, cruise: 20, [.straight(1_000), .turn(45, radius: 700), .straight(850)]).with {
                $0.sky = .tunnel
                $0.endsAtRest = false
            },
            Leg(.automotive, cruise: 20, [.straight(2_400)]),
        ])

    static let canyonJourney = Journey(
        startCourseDegrees: 5,
        [
            Leg(.walking, cruise: 1.4, blocks(4, side: 90, radius: 3)).with { $0.endsAtRest = false },
            Leg(.walking, cruise: 1.35, blocks(9, side: 95, radius: 3)).with {
                $0.sky = .canyon
                $0.endsAtRest = false
            },
            Leg(.walking, cruise: 1.4, blocks(4, side: 90, radius: 3)),
        ])

    /// Returns straights with right-angled corners, two to the right and two to the left, so that the route does not
    /// close.
    static func blocks(_ count: Int, side: Double, radius: Double) -> [RoutePiece] {
        (0..<count).flatMap { index -> [RoutePiece] in
            [.straight(side * (0.7 + 0.3 * Double(index * 5 % 3))), .turn(index % 4 < 2 ? 90 : -90, radius: radius)]
        }
    }

    /// Returns straights of 1.4 to 4.2 km joined by bends with a radius of 900 to 1,500 m.
    static func wideBends(_ count: Int) -> [RoutePiece] {
        (0..<count).flatMap { index -> [RoutePiece] in
            let straight = 1_400 + 700 * Double(index * 3 % 5)
            let radius = 900 + 200 * Double(index % 4)
            return [.straight(straight), .turn(index % 3 == 0 ? -28 : 21, radius: radius)]
        }
    }

    /// Returns alternating bends to the left and right.
    static func weave(bends: Int, radius: Double, degrees: Double) -> [RoutePiece] {
        (0..<bends).map { .turn($0.isMultiple(of: 2) ? degrees : -degrees, radius: radius) }
    }

    /// Returns straights joined by half-circle turns, alternating between left and right.
    static func hairpins(count: Int, straight: Double, radius: Double) -> [RoutePiece] {
        (0..<count).flatMap { index -> [RoutePiece] in
            [.straight(straight), .turn(index.isMultiple(of: 2) ? 180 : -180, radius: radius)]
        } + [.straight(straight)]
    }
}
