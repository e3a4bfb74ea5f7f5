import Ground
import Journal
import Links
import NearbyInteraction
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators

@testable import Benches
@testable import Engine

/// The result of a run in a test.
struct Played {
    let summary: RunSummary
    let entries: [JournalEntry]
    /// Everything sent to the world, in order.
    let sent: [Outbound]
    /// The number of times the run waited for the world.
    let receptions: Int
    /// The time from the start of the run until everything was released, in virtual time.
    let wholeTime: Lapse

    var failure: Failure? { summary.failures.first }
}

/// Plays a scenario on the simulated bench, with optional links in between.
func play(
    _ scenario: Scenario, defects: Set<Defect> = [], seed: UInt64 = 1, rig: Rig = .simulated,
    ranging: WorldModel = WorldModel(),
    accessories: [(name: AccessoryName, model: AccessoryBuild)]? = nil,
    tags: [(name: TagName, tag: SimulatedTag)]? = nil, speaking kit: EnvironmentModel.Kit? = nil,
    through wrap: (any LinkSet) -> any LinkSet = { $0 }
) -> Played {
    var model = AccessoryBuild(role: .responder, advertisedName: "Door")
    model.defects = defects
    var surroundings = EnvironmentModel(
        accessories: accessories ?? [(.door, model)], ranging: ranging, tags: tags ?? simulatedTags)
    for entry in rig.phones where scenario.phones.contains(entry.name) {
        surroundings.phones.append((entry.name, PeerBuild(generation: entry.port.model.generation)))
    }
    surroundings.kit = kit ?? (rig.uwb == .simulatedCLI ? .cli : .uci)
    let parts = scenario.needs.compactMap { need in
        if case .part(let part, let name) = need { (part: part, name: name) } else { nil }
    }
    let recorded = RecordingLinks(wrap(SimulatedLinks(surroundings.serving(parts), seed: seed)))
    defer { recorded.close() }
    let recorder = JournalRecorder()
    let summary = ScenarioRun(scenario: scenario, rig: rig, seed: seed).play(on: recorded, recorder: recorder)
    return Played(
        summary: summary, entries: recorder.entries, sent: recorded.sent, receptions: recorded.receptions,
        wholeTime: recorded.now - Instant.start)
}

/// The tags of the simulated rig.
private let simulatedTags: [(name: TagName, tag: SimulatedTag)] = Rig.simulated.tags.compactMap { entry in
    guard case .simulated(let model) = entry.port, let tag = try? SimulatedTag(model, of: entry.name) else {
        return nil
    }
    return (entry.name, tag)
}

/// Records everything that is sent; outermost, so that it sees what the run itself sends.
final class RecordingLinks: LinkSet {
    private let links: any LinkSet
    private(set) var sent: [Outbound] = []
    private(set) var receptions = 0

    init(_ links: any LinkSet) { self.links = links }

    var now: Instant { links.now }

    func send(_ outbound: Outbound) -> Instant {
        sent.append(outbound)
        return links.send(outbound)
    }

    func receive(until deadline: Instant) -> Reception {
        receptions += 1
        return links.receive(until: deadline)
    }

    func prove(_ link: LinkID) -> RigFault? { links.prove(link) }

    func close() { links.close() }
}

/// Links that a test can manipulate: input and output can be changed, held back or replaced.
final class BentLinks: LinkSet {
    private let links: any LinkSet
    /// Receives the number of each wait, starting at 0, and may end it with another reception.
    private let instead: (Int) -> Reception?
    /// Receives each reception and returns what the run sees; nil for nothing.
    private let incoming: (Reception) -> Reception?
    /// Receives each outbound with its number, starting at 0; false keeps it from the world.
    private let outgoing: (Int, Outbound) -> Bool
    /// Returns the fault of the device behind a link when it is probed.
    private let proof: (LinkID) -> RigFault?
    private var waits = 0
    private var sent = 0

    init(
        _ links: any LinkSet, instead: @escaping (Int) -> Reception? = { _ in nil },
        incoming: @escaping (Reception) -> Reception? = { $0 },
        outgoing: @escaping (Int, Outbound) -> Bool = { _, _ in true },
        proof: @escaping (LinkID) -> RigFault? = { _ in nil }
    ) {
        self.links = links
        self.instead = instead
        self.incoming = incoming
        self.outgoing = outgoing
        self.proof = proof
    }

    var now: Instant { links.now }

    func send(_ outbound: Outbound) -> Instant {
        sent += 1
        return outgoing(sent - 1, outbound) ? links.send(outbound) : links.now
    }

    func receive(until deadline: Instant) -> Reception {
        waits += 1
        if let own = instead(waits - 1) { return own }
        while true {
            if let seen = incoming(links.receive(until: deadline)) { return seen }
        }
    }

    func prove(_ link: LinkID) -> RigFault? { proof(link) ?? links.prove(link) }

    func close() { links.close() }
}
