import SensorModel
import Testing

@testable import Localization

@Suite struct LocalizedTests {
    @Test func `arguments go where the text says, in any order`() {
        #expect(filled("{1} of {2}", with: ["3", "8"]) == "3 of 8")
        #expect(filled("{2}: {1} and {1}", with: ["a", "b"]) == "b: a and a")
    }

    @Test func `braces that are not a placeholder stay`() {
        #expect(filled("{x}/{y} {3} {0} {", with: ["a"]) == "{x}/{y} {3} {0} {")
        #expect(filled("{1}", with: ["{2}", "b"]) == "{2}", "an argument is not a text to be filled")
    }

    @Test func `without a translation the text stands as it is, in the form that goes with the number`() {
        #expect(localized("Open a recording") == "Open a recording")
        #expect(localized("") == "")
        #expect(localized("Ride", context: "parameter") == "Ride")
        #expect(localizedCount("{1} session of {2}", "{1} sessions of {2}", 1, "May") == "1 session of May")
        #expect(localizedCount("{1} session of {2}", "{1} sessions of {2}", 0, "May") == "0 sessions of May")
    }
}
