import SensorModel
import Testing

@Suite struct OtherSportsTests {
    private func statement(_ sport: String?, _ activity: Activity = .unknown) -> ActivityStatement {
        ActivityStatement(activity, sport: sport, from: Instant(seconds: 0), until: Instant(seconds: 1))
    }

    @Test(arguments: [
        "flying", "hang gliding", "cross-country skiing", "backcountry ski", "alpine ski", "lap swimming",
        "stand-up paddling",
        "indoor rowing", "inline skating", "horseback riding", "wheelchair running", "Nordic Ski",
    ]) func `a sport that is none of the activities says how the user moved`(_ sport: String) {
        #expect(statement(sport).isOfAnotherSport && statement(sport).isInformative)
        // An activity beside it is more specific.
        #expect(!statement(sport, .walking).isOfAnotherSport && statement(sport, .walking).isInformative)
    }

    @Test(arguments: ["golf", "training", "soccer", "commute", "", nil])
    func `other names do not`(_ sport: String?) {
        #expect(!statement(sport).isOfAnotherSport && !statement(sport).isInformative)
    }

    @Test func `an activity that moves says so, a rest does not`() {
        #expect(statement(nil, .cycling).isInformative && !statement(nil, .stationary).isInformative)
    }
}
