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

/// A kit that speaks the text of Qorvo's CLI firmware, in place of one that speaks UCI.
struct CLIKitTests {
    private static let rig = (try? Rig.simulated.replacing(role: "uwb", with: "simulated-cli")) ?? .simulated

    @Test(
        "Scenarios that range pass on it",
        arguments: ["configurationExchange", "zoneWalk", "timeoutAndRetry", "fullFlow"])
    func passes(name: String) {
        let played = play(.named(name), rig: Self.rig)
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(played.sent.contains { if case .kit(.bytes(let bytes)) = $0 { bytes.contains(0x49) } else { false } })
    }

    @Test("Everything in the catalogue passes on it or is skipped with a reason that names the kit, and nothing fails")
    func catalogue() {
        var skipped = 0
        for scenario in Scenario.all where scenario.needs.contains(.uwb) {
            guard play(scenario).summary.verdict == .passed else { continue }
            let summary = play(scenario, rig: Self.rig).summary
            switch summary.verdict {
            case .passed: break
            case .skipped(let reason):
                skipped += 1
                #expect(reason.contains("CLI firmware"), "\(scenario.name): \(reason)")
            default: Issue.record("\(scenario.name): \(summary.verdict), \(summary.reason ?? "")")
            }
        }
        #expect(skipped > 3)
    }

    @Test("A scenario that asks for another session id than CLI firmware has is skipped, never passed")
    func skipped() {
        let setup = ShareableSetup(sessionID: 0x0001_0000)
        let scenario = Scenario("longID", "Asks for a long id", phone: PhoneSetup(shareable: setup)) {
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(5))
        }
        guard case .skipped(let reason) = play(scenario, rig: Self.rig).summary.verdict else {
            Issue.record("it was played")
            return
        }
        #expect(reason.contains("65536"))
        #expect(play(scenario).summary.verdict == .passed)
    }

    @Test("A run on it is the same again, to the byte")
    func deterministic() {
        let first = play(.named("zoneWalk"), seed: 7, rig: Self.rig)
        let second = play(.named("zoneWalk"), seed: 7, rig: Self.rig)
        #expect(first.entries == second.entries && first.sent == second.sent)
    }

    /// Plays a walk with every text of the kit changed.
    private func walk(_ change: @escaping (String) -> [UInt8]?) -> RunSummary {
        play(
            .named("zoneWalk"), rig: Self.rig,
            through: { links in
                BentLinks(
                    links,
                    incoming: { reception in
                        guard let bytes = reception.kitBytes, case .arrival(let arrival) = reception else {
                            return reception
                        }
                        guard let changed = change(String(decoding: bytes, as: UTF8.self)) else { return nil }
                        return .arrival(Arrival(.kit(.bytes(changed)), at: arrival.instant))
                    })
            }
        ).summary
    }

    @Test("Distances to another address, of rounds that failed, or in an echo are no measurements")
    func wrongPass() {
        let changes: [@Sendable (String) -> String] = [
            { $0.hasPrefix("SESSION_INFO_NTF") ? $0.replacing("mac_address=0x", with: "mac_address=0xf") : $0 },
            { $0.replacing("SUCCESS", with: "RX_TIMEOUT") },
            { $0.hasPrefix("SESSION_INFO_NTF") ? "RESPF -DISTANCE=100\r\n" : $0 },
        ]
        for change in changes {
            let summary = walk { Array(change($0).utf8) }
            #expect(summary.verdict != .passed)
        }
    }

    @Test("A kit that prints garbage, falls silent, or speaks UCI after all is the rig's fault")
    func wrongBlame() {
        var heard = 0
        let changes: [(String) -> [UInt8]?] = [
            { _ in [0xFE, 0x80, 0x81, 0x0D, 0x0A] }, { _ in nil },
            { text in
                heard += 1
                return heard > 40 ? nil : Array(text.utf8)
            },
            { text in text.hasPrefix("SESSION_INFO_NTF") ? [0xFE, 0x80, 0x0D, 0x0A] : Array(text.utf8) },
            { text in text.hasPrefix("SESSION_INFO_NTF") ? Array(text.utf8.prefix(70)) : Array(text.utf8) },
            { text in text.hasPrefix("FiRa") ? Array("error: function\r\n".utf8) : Array(text.utf8) },
            { _ in [0x60, 0x01, 0x00, 0x01, 0x01] },
        ]
        for (index, change) in changes.enumerated() {
            heard = 0
            let summary = walk(change)
            #expect(summary.verdict == .error, "\(index): \(summary.verdict), \(summary.reason ?? "")")
            #expect(summary.failures.isEmpty)
        }
    }

    @Test("Each dialect says so when the kit speaks the other one")
    func otherDialect() {
        let cli = play(.named("configurationExchange"), rig: Self.rig, speaking: .uci).summary
        #expect(cli.verdict == .error && cli.reason?.contains("it speaks UCI") == true)
        let uci = play(.named("configurationExchange"), speaking: .cli).summary
        #expect(uci.verdict == .error && uci.reason?.contains("CLI firmware") == true)
    }
}
