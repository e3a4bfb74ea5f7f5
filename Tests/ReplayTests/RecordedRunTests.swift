import Engine
import Ground
import Journal
import Links
import Recordings
import Replay
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Zoo

/// Returns everything that a run sent, in order.
private func sent(_ events: [TraceEvent]) -> [TraceEvent] {
    events.filter { if case .sent = $0 { true } else { false } }
}

struct RecordedRunTests {
    @Test(
        "Every scenario, recorded, written, read and replayed, is the same to the byte",
        arguments: Scenario.all)
    func identical(scenario: Scenario) throws {
        let recording = try Recording(of: scenario, seed: 7)
        try expectSame(recording)
    }

    @Test(
        "A run on a rig with losses is the same when it is replayed",
        arguments: Scenario.all.filter { $0.suite != .tags })
    func noisy(scenario: Scenario) throws {
        guard ScenarioRun.reasonToSkip(scenario, on: .simulatedNoisy) == nil else { return }
        try expectSame(Recording(of: scenario, on: .simulatedNoisy, seed: 3))
    }

    @Test("A failure of a defective accessory is the same when it is replayed", arguments: Defect.allCases)
    func failing(defect: Defect) throws {
        let rig = rig(with: defect)
        for scenario in [Scenario.named("fullFlow")] + Scenario.all.filter({ $0.suite == .conformance }).prefix(1) {
            try expectSame(Recording(of: scenario, on: rig))
        }
    }

    @Test(
        "Without its rig a trace replays to the same journal, with a rig made of its header",
        arguments: Scenario.all.filter { $0.suite == nil })
    func withoutRig(scenario: Scenario) throws {
        let recording = try Recording(of: scenario)
        let outcome = try Replay(ReplayScript(recording.events)).play()
        #expect(outcome.divergence == nil && outcome.verdict == recording.summary.verdict)
        #expect(try text(of: outcome.journal) == text(of: recording.journal))
    }

    @Test("A trace judged by its own scenario, at only its recorded instants, gives the same journal")
    func judgedAgain() throws {
        for scenario in Scenario.all where scenario.suite == nil {
            let recording = try Recording(of: scenario, seed: 2)
            let outcome = try Replay(ReplayScript(recording.events), judgedBy: scenario, on: recording.rig).play()
            #expect(outcome.divergence == nil, "\(outcome.divergence?.description ?? "")")
            #expect(try text(of: outcome.journal) == text(of: recording.journal), "\(scenario.name)")
        }
    }

    /// Replays the recording from a file, records that again, and expects no difference.
    private func expectSame(_ recording: Recording) throws {
        let read = try recording.throughAFile()
        #expect(read == recording.events)
        var again: [TraceEvent] = []
        let outcome = try recording.replay(read).play(wrap: { links in RecordedLinks(links) { again.append($0) } })
        #expect(outcome.divergence == nil, "\(outcome.divergence?.description ?? "")")
        #expect(outcome.summary == recording.summary)
        #expect(try text(of: outcome.journal) == text(of: recording.journal))
        #expect(again == recording.events.filter(\.isOfLinks))
        #expect(sent(again) == sent(recording.events) && !outcome.isCutShort)
    }
}

/// Returns the simulated rig with a defective accessory in place of each; for nil, with healthy ones of that kind.
func rig(with defect: Defect?) -> Rig {
    let base = Rig.simulated
    return Rig(
        name: base.name, summary: base.summary, kind: base.kind, bluetooth: base.bluetooth, uwb: base.uwb,
        nfc: base.nfc,
        accessories: base.accessories.map {
            AccessoryEntry(
                $0.name, ZooAccessory(.appleSample, defect).port(inPlaceOf: $0), console: $0.console, power: $0.power)
        },
        tags: base.tags, motion: base.motion, world: base.world)
}

extension TraceEvent {
    /// Whether the event is a request of the run to its links, or a result from them.
    var isOfLinks: Bool {
        switch self {
        case .received, .waited, .clock, .stoodStill, .interrupted, .sent: true
        case .began, .kernel, .gap, .journal, .ended: false
        }
    }

    /// Whether the event is the trace's header.
    var isHeader: Bool { if case .began = self { true } else { false } }
}

extension [TraceEvent] {
    /// The events on the links, without the journal's entries and the verdict.
    var withoutNotes: [TraceEvent] { filter { $0.isHeader || $0.isOfLinks } }
}
