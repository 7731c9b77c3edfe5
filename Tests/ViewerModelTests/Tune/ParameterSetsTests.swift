import FusionCore
import SensorModel
import Testing
import ViewerModel

@Suite struct ParameterSetsTests {
    @Test func `a change reaches the set that is worked on, and only it`() {
        var sets = ParameterSets()
        let hasChanged = sets.handle(.set("simplifier.tolerance", .number(20)))
        #expect(hasChanged)
        #expect(sets.compared == nil)
        sets.setComparing(true)
        #expect(sets.parameters.simplifier.tolerance == 20)
        #expect(sets.compared == Parameters())
    }

    @Test func `swapping twice is where one was`() {
        var sets = ParameterSets()
        sets.handle(.set("simplifier.tolerance", .number(20)))
        sets.setComparing(true)
        sets.swap()
        #expect(sets.active == .a && sets.parameters == Parameters())
        #expect(sets.compared?.simplifier.tolerance == 20)
        sets.swap()
        #expect(sets.active == .b && sets.parameters.simplifier.tolerance == 20)
    }

    @Test func `each set takes back its own changes`() {
        var sets = ParameterSets()
        sets.handle(.set("simplifier.tolerance", .number(20)))
        sets.setComparing(true)
        sets.swap()
        sets.handle(.set("simplifier.tolerance", .number(7)))
        sets.handle(.undo)
        #expect(sets.parameters == Parameters())
        #expect(sets.compared?.simplifier.tolerance == 20)
    }

    @Test func `nothing is swapped while nothing is compared, and both sets outlive a pause`() {
        var sets = ParameterSets()
        sets.handle(.set("simplifier.tolerance", .number(20)))
        sets.swap()
        #expect(sets.active == .b)
        sets.setComparing(true)
        sets.swap()
        sets.handle(.set("simplifier.tolerance", .number(7)))
        sets.setComparing(false)
        #expect(sets.parameters.simplifier.tolerance == 7)
        sets.setComparing(true)
        #expect(sets.compared?.simplifier.tolerance == 20)
    }
}
