import Benches
import Ground
import Journal
import Links
import Rigs
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// A companion that the rig's own network never publishes: no screen could find it, so its behaviour is no evidence.
struct UnpublishedCompanionTests {
    /// Suppresses the request to publish.
    private final class SilentDiscovery: LinkSet {
        private let links: any LinkSet

        init(_ links: any LinkSet) { self.links = links }

        var now: Instant { links.now }

        func send(_ outbound: Outbound) -> Instant {
            if case .discovery(.publish) = outbound { links.now } else { links.send(outbound) }
        }

        func receive(until deadline: Instant) -> Reception { links.receive(until: deadline) }
        func prove(_ link: LinkID) -> RigFault? { links.prove(link) }
        func close() { links.close() }
    }

    private static let absence = Scenario(
        "absence", "Nobody connects",
        phone: PhoneSetup(companions: [CompanionSetup("pad", shownAs: "Pad", .iPadOS, services: ["game"])])
    ) {
        Let("tv", .openPicker(service: "chess", platforms: [.iPadOS]))
        Expect(.companion("pad", .connected), count: 0, for: .seconds(5))
    }

    /// Plays the scenario with its screen, on a network that works or does not.
    private static func played(_ scenario: Scenario, isSilent: Bool) throws -> Played {
        let bench = try BenchFactory.open(.simulated, for: scenario, seed: 1)
        return play(scenario) { _ in isSilent ? SilentDiscovery(bench) : bench }
    }

    @Test("a screen that finds no companion because none was published has not failed")
    func failure() throws {
        let played = try Self.played(.named("backgroundOnce"), isSilent: true)
        #expect(played.summary.verdict == .error && played.summary.code == "rig.undecided")
        #expect(played.summary.errorLink == .discovery)
        #expect(try Self.played(.named("backgroundOnce"), isSilent: false).summary.verdict == .passed)
    }

    @Test("a screen that connects to no companion has not passed either")
    func pass() throws {
        let played = try Self.played(Self.absence, isSilent: true)
        #expect(played.summary.verdict == .error, "\(played.summary.reason ?? "")")
        #expect(try Self.played(Self.absence, isSilent: false).summary.verdict == .passed)
    }

    @Test("a companion that is not offered is not missed")
    func notOffered() {
        var known = KnownCompanions([
            CompanionSetup("pad", shownAs: "Pad", .iPadOS, services: ["game"], isOffered: false)
        ])
        #expect(!known.isMissing("pad"))
        known.note(.offer, with: "pad")
        #expect(known.isMissing("pad"))
        known.note(.published(name: "Pad", pin: ""), of: "pad")
        #expect(!known.isMissing("pad"))
        known.note(.leave, with: "pad")
        known.note(.withdrawn, of: "pad")
        #expect(!known.isMissing("pad"))
    }
}
