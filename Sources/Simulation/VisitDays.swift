import SensorModel

/// Days with visits, used to evaluate stops and moves.
///
/// Visits last at least five minutes. Traffic lights, halts of buses and trains, and rests en route last 20 to 90
/// s.
extension Scenarios {
    /// A day of errands on foot and by bicycle.
    public static let errands = Scenario(
        name: "errands", summary: "a day of errands on foot and by bicycle: six visits of 5 to 40 min",
        plan: SessionPlan(journey: Journey(startCourseDegrees: 75, errandLegs), receiver: .wandering))

    /// A working day: to the office by bus, home by car.
    public static let commute = Scenario(
        name: "commute", summary: "a working day by bus and car: office, lunch, shop; lights and bus halts",
        plan: SessionPlan(journey: Journey(startCourseDegrees: 310, commuteLegs), receiver: .wandering))

    /// A day trip by car and back by train, with a run at the end.
    public static let outing = Scenario(
        name: "outing", summary: "a day out: motorway, hike, inn, train with halts, a run",
        plan: SessionPlan(journey: Journey(startCourseDegrees: 160, outingLegs), receiver: .wandering))

    private static var errandLegs: [Leg] {
        [
            .stay(900), stroll(9), .stay(360), stroll(5), .stay(1_500), stroll(3),
            Leg(.cycling, cruise: 4.8, blocks(16, side: 230, radius: 10)).with {
                $0.variation = 0.12
                $0.halts = [
                    .init(at: 700, duration: 35), .init(at: 2_100, duration: 60), .init(at: 3_000, duration: 25),
                ]
            },
            .stay(2_400),
            Leg(.cycling, cruise: 5.2, blocks(9, side: 230, radius: 10)).with {
                $0.variation = 0.12
                $0.halts = [.init(at: 900, duration: 45)]
            },
            .stay(300),
            Leg(.cycling, cruise: 4.6, blocks(8, side: 230, radius: 10)).with { $0.variation = 0.1 },
            stroll(2), .stay(1_200),
        ]
    }

    private static var commuteLegs: [Leg] {
        [
            .stay(600), stroll(5), .stay(100),
            Leg(.automotive, cruise: 10.5, blocks(30, side: 260, radius: 18)).with { leg in
                leg.variation = 0.08
                leg.halts = (1...11).map { .init(at: Double($0) * 560, duration: 18 + Double($0 * 7 % 18)) }
            },
            stroll(3), .stay(3_000), stroll(6), .stay(1_800), stroll(6), .stay(2_400), stroll(3),
            Leg(.automotive, cruise: 13, blocks(24, side: 380, radius: 18)).with {
                $0.variation = 0.08
                $0.halts = [
                    .init(at: 500, duration: 40), .init(at: 1_700, duration: 90), .init(at: 3_900, duration: 25),
                    .init(at: 5_600, duration: 70),
                ]
            },
            .stay(480),
            Leg(.automotive, cruise: 12, blocks(12, side: 300, radius: 18)).with {
                $0.halts = [.init(at: 800, duration: 55)]
            },
            .stay(900),
        ]
    }

    private static var outingLegs: [Leg] {
        [
            .stay(600), stroll(1),
            Leg(.automotive, cruise: 12, blocks(10, side: 300, radius: 18)).with {
                $0.halts = [.init(at: 900, duration: 45)]
                $0.endsAtRest = false
            },
            Leg(.automotive, cruise: 32, wideBends(9)).with { $0.variation = 0.06 },
            .stay(400),
            Leg(.walking, cruise: 1.25, blocks(26, side: 90, radius: 5)).with {
                $0.variation = 0.12
                $0.halts = [.init(at: 800, duration: 60)]
            },
            .stay(2_100), stroll(5), .stay(420),
            Leg(.automotive, cruise: 34, wideBends(14)).with { leg in
                leg.acceleration = 0.6
                leg.braking = 0.7
                leg.halts = (1...4).map { .init(at: Double($0) * 7_500, duration: 50) }
            },
            stroll(6), .stay(900),
            Leg(.running, cruise: 2.9, blocks(26, side: 140, radius: 15)).with { $0.variation = 0.06 },
            .stay(700),
        ]
    }

    /// Returns a walk through streets with the given number of corners.
    private static func stroll(_ corners: Int) -> Leg {
        Leg(.walking, cruise: 1.35, blocks(corners, side: 95, radius: 3)).with { $0.variation = 0.08 }
    }
}
