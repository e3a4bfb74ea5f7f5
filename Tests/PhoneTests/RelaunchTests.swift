import Ground
import Links
import NearbyInteraction
import Phone
import Simulators
import Testing

@Suite struct RelaunchTests {
    @Test func aNewLaunchKnowsNothingOfTheLast() {
        var bench = PhoneBench(["door", "gate"])
        #expect(bench.range(["door", "gate"]) == true)
        bench.carryOut(bench.phone.relaunchApp(at: bench.links.now))
        bench.play(.seconds(2))
        let lost = bench.events.filter { if case .channel(_, .lost(.local)) = $0 { true } else { false } }
        #expect(lost.count == 2 && bench.sent(.stop) == 0)
        #expect(bench.phone.lastConfiguration(of: "door") == nil && bench.phone.isQuiet)
        let before = bench.distances("door").count
        bench.events = []
        #expect(bench.range(["door", "gate"]) == true && bench.accusations.isEmpty && bench.faults.isEmpty)
        #expect(before > 0)
    }

    @Test func aRelaunchBringsTheAppToTheForeground() {
        var bench = PhoneBench()
        bench.carryOut(bench.phone.setBackground(true, at: bench.links.now))
        bench.carryOut(bench.phone.relaunchApp(at: bench.links.now))
        #expect(bench.range() == true && !bench.nearby().contains(.sessionWasSuspended))
    }

    @Test func theLockOutlivesTheApp() {
        var bench = PhoneBench()
        bench.carryOut(bench.phone.setLocked(true, at: bench.links.now))
        bench.carryOut(bench.phone.relaunchApp(at: bench.links.now))
        #expect(bench.range() == false && bench.nearby().contains(.sessionWasSuspended))
        bench.carryOut(bench.phone.setLocked(false, at: bench.links.now))
        #expect(bench.play(.seconds(3), until: { $0.distances("door").count > 4 }) == true)
    }
}
