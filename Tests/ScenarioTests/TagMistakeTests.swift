import Engine
import Ground
import Journal
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Testing

/// Every scenario of the suite for tags with wrong tags: it must notice, and blame the tags.
struct TagMistakeTests {
    /// Returns the simulated rig with this model in place of every tag.
    private func rig(_ model: TagModel) -> Rig {
        let base = Rig.simulated
        return Rig(
            name: base.name, summary: base.summary, kind: base.kind, bluetooth: base.bluetooth, uwb: base.uwb,
            nfc: base.nfc, accessories: base.accessories, tags: base.tags.map { TagEntry($0.name, .simulated(model)) },
            motion: base.motion, world: base.world)
    }

    private let blank = TagModel(.ntag213, .blank)
    private let elsewhere = TagModel(.ntag213, uri: "https://elsewhere.example/a")

    /// No tag is read in these scenarios, so tags make no difference.
    private static let indifferent: [Scenario] = [.named("olderPhone")]

    @Test(
        "With wrong tags a scenario for tags fails, and never by an error of the rig",
        arguments: Scenario.all.filter { $0.suite == .tags && !indifferent.contains($0) })
    func wrongTags(scenario: Scenario) throws {
        let verdicts = try [blank, elsewhere].map { try play(scenario, on: rig($0), seed: 1).0.verdict }
        #expect(verdicts.contains(.failed), "\(scenario.name) does not notice: \(verdicts)")
        #expect(verdicts.allSatisfy { $0 == .failed || $0 == .passed }, "\(scenario.name): \(verdicts)")
    }

    @Test("a failure names the rule that decided")
    func failuresNameRules() throws {
        let away = try play(.named("linkOpensItsApp"), on: rig(elsewhere), seed: 1).0
        #expect(away.reason?.contains("B12") == true, "\(away.reason ?? "")")
        let own = TagModel(.ntag213, uri: "https://example.com/door/help/x")
        let kept = try play(.named("capitalsInThePath"), on: rig(own), seed: 1).0
        #expect(kept.reason?.contains("U4") == true, "\(kept.reason ?? "")")
    }
}
