extension ActivityStatement {
    /// Whether the statement says how the user moved.
    public var isInformative: Bool { activity.isMoving || isOfAnotherSport }

    /// Whether the stated sport is a kind of movement that is none of the activities, such as flying, rowing or skiing.
    /// O(length of the name).
    ///
    /// Many files state a sport that is done on foot, such as golf, or a name that is no sport; neither counts.
    public var isOfAnotherSport: Bool {
        guard activity == .unknown, let sport else { return false }
        return sport.split { $0 == " " || $0 == "-" }.contains { Self.otherSports.contains($0.lowercased()) }
    }

    /// The words that name a way to move in the air, on water, snow or ice, on an animal, or on small wheels.
    private static let otherSports = Set(
        """
        aircraft airplane ballooning flight fly flying glider gliding gyrocopter helicopter paraglider paragliding \
        parachuting paramotor plane sky skydiving soaring wingsuit \
        boat boating canoe canoeing catamaran dive diving ferry freediving jetski kayak kayaking kiteboarding kitesurf \
        kitesurfing motorboat motorboating paddle paddleboarding paddling rafting row rowing sail sailing ship \
        snorkeling sup surf surfing swim swimming wakeboard wakeboarding wakesurfing water whitewater windsurf \
        windsurfing \
        biathlon bobsleigh dogsledding ice luge ski skiing sledding sleigh snowboard snowboarding snowkiting snowmobile \
        snowmobiling tobogganing \
        inline longboarding rollerblading rollerski rollerskiing skate skateboard skateboarding skating \
        equestrian horse horseback wheelchair
        """.split(separator: " ").map(String.init))
}
