import Foundation
import RigKit
import Rigs
import Runs
import ScenarioKit
import Scenarios
import Testing

/// The scenarios that a rig can play, and what would add to them.
@Suite struct RigCoverageTests {
    @Test("the counts are those of the scenarios that can be played", arguments: Rig.all)
    func counts(rig: Rig) {
        let coverage = RigCoverage(of: rig, for: Scenario.all)
        #expect(coverage.total == Scenario.all.count)
        let alone = Scenario.all.count { rig.reasonNotToPlay($0, isAttended: false) == nil }
        #expect(coverage.unattended == alone && coverage.attended >= alone)
        var total = alone
        for addition in coverage.additions {
            total += addition.adds
            #expect(addition.adds > 0 && addition.total == total)
        }
        #expect(total + coverage.obstacles.reduce(0) { $0 + $1.scenarios } == coverage.total)
        #expect(rig.kind == .hardware || coverage.additions.isEmpty)
    }

    @Test("what an addition promises holds once its option is given")
    func promise() throws {
        let first = try #require(RigCoverage(of: .deskBench, for: Scenario.all).additions.first)
        let option = try #require(first.option).replacingOccurrences(of: "PATH", with: "/bin/true")
        let assignment = String(option.dropFirst("--port ".count))
        let changed = RigCoverage(of: try Rig.deskBench.replacing(assignment), for: Scenario.all)
        #expect(changed.unattended == first.total)
    }

    @Test("parts that are worth nothing alone are found together")
    func together() throws {
        let empty = Rig(
            name: "empty", summary: "nothing yet", kind: .hardware, bluetooth: .none, uwb: .none, nfc: .none,
            accessories: [], tags: [], motion: .none)
        let coverage = RigCoverage(of: empty, for: Scenario.all)
        #expect(coverage.unattended == 0)
        #expect(try #require(coverage.additions.last).total >= 112)
    }
}
