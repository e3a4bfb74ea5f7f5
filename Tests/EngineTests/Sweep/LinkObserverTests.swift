import Ground
import Journal
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// A witness that believes everything is worthless: it must notice whatever is removed from a journal.
struct WitnessTests {
    private static let scenarios: [Scenario] = [
        .named("fullFlow"), .named("zoneWalk"), .named("pairsAndComesBack"), .named("backgroundFollowsConfiguration"),
        .named("twoAccessories"),
        .named("suspendsAndResumes"), .named("oneSessionTooMany"), .named("leavesWhileRanging"),
        .named("advertisesItsService"),
    ]

    private func complaints(
        about scenario: Scenario, without isMissing: @escaping (JournalEntry) -> Bool
    ) -> [String] {
        let played = SweepRun(scenario).played
        #expect(played.entries.contains(where: isMissing), "\(scenario.name) has nothing of the kind")
        return LinkObserver.complaints(about: scenario, in: played.entries.filter { !isMissing($0) })
    }

    @Test(
        "Without its didStart messages no exchange is believed",
        arguments: [Scenario.named("fullFlow"), .named("twoAccessories")])
    func didStart(scenario: Scenario) {
        let found = complaints(about: scenario) { $0.message(from: .door) == [0x02] }
        #expect(found.contains { $0.contains("no word that it ranges came") })
    }

    @Test("Without a configureAndStart before it no didStart is believed")
    func configure() {
        let found = complaints(about: .named("fullFlow")) { $0.message(to: .door)?.first == 0x0B }
        #expect(found.contains { $0.contains("no configureAndStart was written before") })
    }

    @Test("A read must return the last message sent")
    func read() {
        let played = SweepRun(.named("backgroundFollowsConfiguration")).played
        let changed = played.entries.map { entry -> JournalEntry in
            guard entry.isResponse(0x0B, from: .door), let frame = entry.frame else { return entry }
            let other = FrameRecord(
                number: frame.number, instant: frame.instant, direction: frame.direction, link: frame.link,
                kind: frame.kind, bytes: frame.bytes.dropLast() + [0x77])
            return JournalEntry(.frame(frame: other), at: entry.instant)
        }
        let found = LinkObserver.complaints(about: .named("backgroundFollowsConfiguration"), in: changed)
        #expect(found.contains { $0.contains("another value was read") })
    }

    @Test("Every kind of evidence is asked for: without it a passed run is doubted", arguments: scenarios)
    func evidence(scenario: Scenario) {
        let played = SweepRun(scenario).played
        let kinds: [(String, (JournalEntry) -> Bool)] = [
            ("the end of the links", { $0.frame?.kind == "disconnected" }),
            ("connections", { $0.frame?.kind == "connected" }),
            ("rounds of the kit", { $0.isRound }),
            ("passed steps", { if case .stepPassed = $0.event { true } else { false } }),
            ("started steps", { if case .stepStarted = $0.event { true } else { false } }),
            ("stops that were answered", { $0.message(from: .door) == [0x03] }),
            ("encryption", { $0.frame?.kind == "encrypted" }),
            ("advertisements", { $0.frame?.kind == "discovered" && scenario.name == "advertisesItsService" }),
            ("removals", { $0.report(on: .bluetooth("door"))?.kind == "didRemove" }),
            ("zones", { $0.report(on: .kit)?.kind == "zone" && scenario.suite == nil }),
            ("deliveries", { $0.report(on: .reader)?.kind == "delivered" }),
            ("suspensions", { $0.report(on: .bluetooth("door"))?.kind == "sessionWasSuspended" }),
            ("invalid sessions", { $0.report(on: .bluetooth("trunk"))?.kind == "didInvalidate" }),
        ]
        for (name, isOfKind) in kinds where played.entries.contains(where: isOfKind) {
            let found = LinkObserver.complaints(about: scenario, in: played.entries.filter { !isOfKind($0) })
            #expect(!found.isEmpty, "\(scenario.name) is believed without \(name)")
        }
    }

    @Test("A step in the wrong place is noticed")
    func order() {
        var entries = SweepRun(.named("configurationExchange")).played.entries
        let starts = entries.indices.filter { if case .stepStarted = entries[$0].event { true } else { false } }
        entries.swapAt(starts[3], starts[4])
        #expect(
            LinkObserver.complaints(about: .named("configurationExchange"), in: entries).contains {
                $0.contains("in place of")
            })
    }

    @Test("A faulty kit before the end of the last step is noticed")
    func fault() {
        var entries = SweepRun(.named("configurationExchange")).played.entries
        let fault = JournalEvent.fault(link: .kit, what: "it was unplugged", remedy: "Plug it in")
        entries.insert(JournalEntry(fault, at: entries[20].instant), at: 20)
        let found = LinkObserver.complaints(about: .named("configurationExchange"), in: entries)
        #expect(found == ["uwb kit was faulty: it was unplugged"])
    }
}
