import Benches
import Ground
import Journal
import Links
import Rigs
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// A screen that opens more connections than a bench accepts is itself at fault, not the rig.
struct ScreenFloodTests {
    private static func played(_ inbound: (CompanionName) -> Inbound?) throws -> Played {
        let scenario = Scenario.named("picksAndPlays")
        let bench = try BenchFactory.open(.simulated, for: scenario, seed: 1)
        let companion = try #require(scenario.phone.companions.first?.name)
        let told = inbound(companion)
        return play(scenario) { _ in
            BentLinks(
                bench,
                instead: { wait in
                    guard wait == 10, let told else { return nil }
                    return .arrival(Arrival(told, at: bench.now))
                })
        }
    }

    @Test("a driver's finding about a screen is the screen's failure")
    func finding() throws {
        let finding = Finding("services.tooMany", .fault, "3 connections turned away")
        let played = try Self.played { .finding(.companion($0), finding) }
        #expect(played.summary.verdict == .failed, "\(played.summary.reason ?? "")")
        #expect(played.failure?.code == "services.tooMany")
        guard case .stream(.agent)? = played.failure?.link else {
            Issue.record("\(String(describing: played.failure?.link))")
            return
        }
        #expect(played.summary.findings.map(\.finding) == [finding])
        #expect(try Self.played { _ in nil }.summary.verdict == .passed)
    }

    @Test("and what it found about the rig is the rig's error")
    func fault() throws {
        let fault = RigFault("no descriptor is left", remedy: "Allow more of them")
        let played = try Self.played { _ in .fault(.discovery, fault) }
        #expect(played.summary.verdict == .error && played.summary.errorLink == .discovery)
    }
}
