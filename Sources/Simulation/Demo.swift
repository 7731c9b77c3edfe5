import SensorModel

extension Scenarios {
    /// The built-in simulated day: about an hour and three quarters.
    public static let demo = Scenario(
        name: "demo",
        summary: "a simulated day: walk, bicycle, cafe, run, drive with a tunnel, office",
        plan: demoPlan)

    private static var demoPlan: SessionPlan {
        var plan = SessionPlan(
            journey: Journey(startCourseDegrees: 35, demoLegs),
            receiver: ReceiverModel().with {
                $0.settling = 26
                $0.outlierShare = 0.004
                $0.outlierDistance = 90
            })
        plan.motion = MotionSensors()
        plan.duplicateShare = 0.002
        return plan
    }

    private static var demoLegs: [Leg] {
        walkFromHome + rideToTheCafe + [.stay(1_500)] + runAtTheLake + driveToTheOffice + [.stay(1_440)]
    }

    private static var walkFromHome: [Leg] {
        [
            .stay(35),
            Leg(
                .walking, cruise: 1.42,
                [
                    .straight(110), .turn(85, radius: 4), .straight(140), .turn(-70, radius: 5), .straight(95),
                    .turn(-35, radius: 30), .straight(120), .turn(60, radius: 12), .straight(80),
                ]
            ).with {
                $0.variation = 0.07
                $0.grade = -0.012
                $0.halts = [.init(at: 262, duration: 18)]
            },
            .stay(45),
        ]
    }

    private static var rideToTheCafe: [Leg] {
        [
            Leg(.cycling, cruise: 5.4, meander(3_900, from: 1)).with {
                $0.variation = 0.14
                $0.variationPeriod = 95
                $0.grade = -0.006
                $0.halts = [.init(at: 760, duration: 38), .init(at: 2_450, duration: 24)]
            },
            Leg(.walking, cruise: 1.2, [.turn(90, radius: 3), .straight(45)]),
        ]
    }

    private static var runAtTheLake: [Leg] {
        [
            Leg(.walking, cruise: 1.4, [.turn(60, radius: 3), .straight(160)]).with { $0.endsAtRest = false },
            Leg(.running, cruise: 3.05, loop(2_750, bends: 11, from: 5)).with {
                $0.variation = 0.08
                $0.variationPeriod = 140
            },
            Leg(.walking, cruise: 1.35, [.straight(110), .turn(-80, radius: 4), .straight(60)]),
            .stay(80),
        ]
    }

    private static var driveToTheOffice: [Leg] {
        [
            Leg(
                .automotive, cruise: 12.5,
                [
                    .straight(320), .turn(90, radius: 16), .straight(540), .turn(-55, radius: 60), .straight(430),
                    .turn(-50, radius: 45), .straight(380),
                ]
            ).with {
                $0.variation = 0.08
                $0.halts = [.init(at: 300, duration: 22), .init(at: 1_250, duration: 41)]
                $0.endsAtRest = false
            },
            Leg(.automotive, cruise: 21.5, [.turn(35, radius: 260)] + meander(2_600, from: 3, bend: 240)).with {
                $0.variation = 0.06
                $0.grade = 0.012
                $0.endsAtRest = false
            },
            Leg(.automotive, cruise: 20, [.straight(420), .turn(-24, radius: 600), .straight(380)]).with {
                $0.sky = .tunnel
                $0.endsAtRest = false
            },
            Leg(.automotive, cruise: 20, meander(1_500, from: 8, bend: 220)).with { $0.endsAtRest = false },
            Leg(
                .automotive, cruise: 11.5,
                [
                    .straight(260), .turn(-90, radius: 15), .straight(330), .turn(88, radius: 15), .straight(410),
                    .turn(-90, radius: 14), .straight(240),
                ]
            ).with {
                $0.sky = .canyon
                $0.halts = [.init(at: 250, duration: 33), .init(at: 880, duration: 26)]
            },
            .stay(40),
            Leg(.walking, cruise: 1.35, [.turn(-100, radius: 3), .straight(140), .turn(75, radius: 3), .straight(60)]),
        ]
    }

    /// Returns a natural road: gentle curves and straights of varying length.
    private static func meander(_ length: Double, from seed: UInt64, bend radius: Double = 70) -> [RoutePiece] {
        var random = RandomSource(seed: seed)
        var pieces: [RoutePiece] = []
        var travelled = 0.0
        var drift = 0.0
        while travelled < length {
            let straight = radius * (0.8 + 2.2 * random.uniform())
            // The next bend more often turns back toward the general course than away from it.
            let angle = (25 + 50 * random.uniform()) * (drift + 50 * random.normal() > 0 ? -1 : 1)
            drift += angle
            let piece = RoutePiece.turn(angle, radius: radius * (0.6 + 0.8 * random.uniform()))
            pieces += [.straight(straight), piece]
            travelled += straight + piece.length
        }
        return pieces
    }

    /// Returns a closed route with irregular bends, as around a lake.
    private static func loop(_ length: Double, bends: Int, from seed: UInt64) -> [RoutePiece] {
        var random = RandomSource(seed: seed)
        let share = length / Double(bends)
        return (0..<bends).flatMap { _ -> [RoutePiece] in
            let wiggle = 50 * random.normal()
            return [
                .turn(wiggle, radius: 90), .straight(share * 0.45), .turn(-360 / Double(bends) - wiggle, radius: 60),
            ]
        }
    }
}
