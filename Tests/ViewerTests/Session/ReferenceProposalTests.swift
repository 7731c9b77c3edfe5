import Testing

@testable import Viewer

@Suite struct ReferenceProposalTests {
    @Test(arguments: [
        ("walk.odograph", ["walk-reference.gpx", "walk.odograph"], "walk-reference.gpx"),
        ("walk.odograph", ["walk.truth.gpx", "walk-truth.ndjson"], "walk-truth.ndjson"),
        ("a.b.gpx", ["a.b.reference.gpx"], "a.b.reference.gpx"),
    ])
    func `a reference beside a session has its name and says what it is`(
        session: String, names: [String], expected: String
    ) {
        #expect(ReferenceProposal.name(for: session, among: names) == expected)
    }

    @Test(arguments: [["walk.gpx", "walk.odograph"], ["walk-2-reference.gpx"], ["walk-reference"], []])
    func `the session's own exported track is not a reference`(names: [String]) {
        #expect(ReferenceProposal.name(for: "walk.odograph", among: names) == nil)
    }
}
