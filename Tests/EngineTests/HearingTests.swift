import Ground
import Journal
import Links
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Engine

/// A failure that rests on silence needs a witness: a reference that the rig hears.
@Suite struct HearingTests {
    private static func rig(_ kind: Rig.Kind = .simulated, reference: Distance? = nil) -> Rig {
        let rig = Rig.simulated
        let reference = reference.map {
            AccessoryEntry("reference", .simulated(AccessoryModel(advertisedName: "Reference")), reference: $0)
        }
        return Rig(
            name: rig.name, summary: rig.summary, kind: kind, bluetooth: rig.bluetooth, uwb: rig.uwb, nfc: rig.nfc,
            accessories: rig.accessories + [reference].compactMap(\.self), tags: rig.tags, motion: rig.motion)
    }

    /// Plays an exchange with a door that has a defect, beside a reference that may have one, at a distance of 2 m.
    private static func played(
        _ defect: Defect?, reference: Defect? = nil, _ rig: Rig = rig(reference: .metres(2)),
        _ scenario: Scenario = .named("configurationExchange")
    ) -> Played {
        func build(_ name: String, _ defect: Defect?) -> AccessoryBuild {
            var build = AccessoryBuild(role: .responder, advertisedName: name)
            build.defects = Set([defect].compactMap(\.self))
            return build
        }
        return play(
            scenario, rig: rig,
            accessories: [(.door, build("Door", defect)), ("reference", build("Reference", reference))])
    }

    private static func witnesses(_ played: Played) -> [FailureCode] {
        played.summary.findings.map(\.finding.code).filter { $0.rawValue.hasPrefix("witness.") }
    }

    private static let silent: [(Defect, FailureCode)] = [
        (.bigEndianSessionID, "session.rangesNot"), (.doesNotAdvertise, "link.notFound"),
    ]

    @Test("an accessory that is silent has failed once the reference was heard", arguments: silent)
    func heard(defect: Defect, code: FailureCode) {
        let played = Self.played(defect)
        #expect(played.summary.verdict == .failed && played.failure?.code == code, "\(played.summary)")
        #expect(Self.witnesses(played) == ["witness.reference"])
    }

    @Test("with a reference that is silent as well, nothing is judged", arguments: silent)
    func deaf(defect: Defect, code: FailureCode) {
        let played = Self.played(defect, reference: defect)
        #expect(played.summary.verdict == .error && played.summary.errorCode == "rig.undecided")
        #expect(played.summary.errorLink == (code == "link.notFound" ? .bluetooth("reference") : .kit))
    }

    @Test("an expectation that nothing met is silence as well, if the accessory was never heard")
    func unmet() {
        let tap = Scenario.named("tagStartsTheSession")
        #expect(Self.played(.doesNotAdvertise, Self.rig(reference: .metres(2)), tap).summary.verdict == .failed)
        let deaf = Self.played(.doesNotAdvertise, reference: .doesNotAdvertise, Self.rig(reference: .metres(2)), tap)
        #expect(deaf.summary.verdict == .error && deaf.summary.errorLink == .bluetooth("reference"), "\(deaf.summary)")
    }

    @Test("a kit that measures the reference elsewhere is at fault itself")
    func mismeasured() {
        let played = Self.played(.bigEndianSessionID, Self.rig(reference: .metres(5)))
        #expect(played.summary.verdict == .error && played.summary.errorLink == .kit, "\(played.summary)")
    }

    @Test("without a reference, a failure on hardware says what it assumes, and one on simulated devices does not")
    func assumed() {
        for (kind, codes) in [(Rig.Kind.hardware, [FailureCode.witnessNone]), (.simulated, [])] {
            let played = Self.played(.bigEndianSessionID, Self.rig(kind))
            #expect(played.summary.verdict == .failed && Self.witnesses(played) == codes, "\(kind)")
        }
    }

    @Test("the bytes that an accessory sent need no witness, nor does a run that passed on what was heard")
    func needless() {
        let named = Self.played(nil)
        #expect(named.summary.verdict == .passed && Self.witnesses(named).isEmpty)
        let malformed = Self.played(.wrongDeclaredLength, Self.rig(.hardware))
        #expect(malformed.summary.verdict == .failed && Self.witnesses(malformed).isEmpty)
    }

    @Test("an absence that the kit reports passes only if it hears the reference afterwards")
    func absence() {
        let quiet = Scenario.named("quietAfterStop")
        let passed = Self.played(nil, Self.rig(reference: .metres(2)), quiet)
        #expect(passed.summary.verdict == .passed && Self.witnesses(passed) == ["witness.reference"])
        let deaf = Self.played(nil, reference: .bigEndianSessionID, Self.rig(reference: .metres(2)), quiet)
        #expect(deaf.summary.verdict == .error && deaf.summary.errorLink == .kit)
    }
}
