import Ground
import Journal
import Links
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import UWB

@testable import Engine
@testable import Zoo

/// An event that the rig could not see neither passes nor fails: the rig's parts are probed, or must have shown that
/// they work.
struct LostEvidenceTests {
    private static let stuck = RigFault("hci0 did not answer", remedy: "Plug it in again")

    private func stick(_ links: any LinkSet) -> BentLinks {
        BentLinks(links, proof: { $0 == .bluetooth(.door) ? Self.stuck : nil })
    }

    // MARK: A stuck adapter

    private static let quiet = Scenario("quiet", "Nothing comes unasked", phone: .withDoorApp) {
        Connect(.door, within: .seconds(5))
        Expect(.received(.configuration, from: .door), count: 0, for: .seconds(2))
    }

    @Test("Silence on the air is no pass if the adapter is stuck, and is one if it answers")
    func absenceOnTheAir() {
        #expect(play(Self.quiet).summary.verdict == .passed)
        let played = play(Self.quiet) { stick($0) }
        #expect(played.summary.verdict == .error && played.summary.code == "rig.fault")
        #expect(played.summary.errorLink == .bluetooth(.door))
        let told = JournalEvent.fault(
            link: .bluetooth(.door), what: Self.stuck.what, remedy: Self.stuck.remedy)
        #expect(played.entries.contains { $0.event == told })
        #expect(played.summary.stepsPassed == played.summary.stepsInAll)
    }

    @Test(
        "Ranging that does not begin is no failure where the adapter to the accessory is stuck",
        arguments: [true, false])
    func rangingBehindTheAdapter(isStuck: Bool) {
        let scenario = Scenario("ranges", "Ranges", phone: .withDoorApp) {
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(2))
            Expect(.ranging(.door), count: .atLeast(3), within: .seconds(3))
        }
        let played = play(scenario, defects: [.saysItStarts]) { isStuck ? stick($0) : $0 }
        #expect(played.summary.verdict == (isStuck ? .error : .failed), "\(played.summary.reason ?? "")")
        #expect(played.summary.errorLink == (isStuck ? .bluetooth(.door) : nil))
    }

    @Test("A scenario without an accessory asks no adapter")
    func noAdapter() {
        var asked: [LinkID] = []
        let played = play(.named("tagOpensApp")) {
            BentLinks(
                $0,
                proof: {
                    asked.append($0)
                    return Self.stuck
                })
        }
        #expect(played.summary.verdict == .passed && asked.isEmpty)
    }

    @Test("If a link does not end when the rig ends it, its adapter is named")
    func linkStaysUp() {
        let scenario = Scenario("leaves", "Leaves", phone: .withDoorApp) {
            Connect(.door, within: .seconds(5))
            Expect(.received(.configuration, from: .door), count: 0, for: .seconds(1))
            Disconnect(.door, within: .seconds(2))
        }
        let played = play(scenario) { links in
            BentLinks(links, outgoing: { _, outbound in outbound != .bluetooth(.door, .disconnect) })
        }
        #expect(played.summary.verdict == .error && played.summary.errorLink == .bluetooth(.door))
        #expect(played.summary.code == "rig.mute")
    }

    // MARK: A console that says nothing

    @Test("A console that prints nothing at all is evidence neither of a line nor of its absence")
    func muteConsole() {
        func mute(_ links: any LinkSet) -> BentLinks {
            BentLinks(
                links,
                incoming: { reception in
                    guard case .arrival(let arrival) = reception, case .console = arrival.inbound else {
                        return reception
                    }
                    return nil
                })
        }
        let line = Scenario("prints", "Looks at what it prints", phone: .withDoorApp) {
            Connect(.door, within: .seconds(5))
            Expect(.console(of: .door, containing: "no such line"), within: .seconds(1))
        }
        #expect(play(line).summary.verdict == .failed, "it prints, and not that")
        let silent = play(line) { mute($0) }
        #expect(silent.summary.verdict == .error && silent.summary.errorLink == .console(.door))
        let absence = Scenario("prints", "Looks at what it prints", phone: .withDoorApp) {
            Connect(.door, within: .seconds(5))
            Expect(.console(of: .door, containing: "no such line"), count: 0, for: .seconds(1))
        }
        #expect(play(absence).summary.verdict == .passed)
        let unheard = play(absence) { mute($0) }
        #expect(unheard.summary.verdict == .error && unheard.summary.errorLink == .console(.door))
    }

    // MARK: A power switch that lies

    /// The stage reports that the power was cut, but did nothing.
    private func lie(_ links: any LinkSet) -> BentLinks {
        var isTold = false
        return BentLinks(
            links,
            instead: { _ in
                guard isTold else { return nil }
                isTold = false
                return .arrival(Arrival(.stage(.powered(.door)), at: links.now))
            },
            outgoing: { _, outbound in
                guard case .stage(.power) = outbound else { return true }
                isTold = true
                return false
            })
    }

    @Test("A link that outlives its accessory's power shows that the power stayed on")
    func lyingSwitch() {
        let waits = Scenario("waits", "Waits for the link to go", phone: .withDoorApp) {
            Connect(.door, within: .seconds(5))
            PowerCycle(.door, within: .seconds(5))
            Expect(.disconnected(.door), within: .seconds(8))
        }
        #expect(play(waits).summary.verdict == .passed)
        let waited = play(waits) { lie($0) }
        #expect(waited.summary.verdict == .error && waited.summary.errorLink == .stage)
        // The same if no step waits for the disconnection: the phone connects while it is already connected.
        let returns = Scenario("returns", "Connects again", phone: .withDoorApp) {
            Connect(.door, within: .seconds(5))
            PowerCycle(.door, within: .seconds(5))
            Stay(.seconds(1))
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(5))
        }
        let returned = play(returns) { lie($0) }
        #expect(returned.summary.verdict == .error && returned.summary.errorLink == .stage)
    }

    @Test("A stuck adapter is named before the power switch is doubted")
    func stuckBehindPower() {
        let scenario = Scenario("waits", "Waits for the link to go", phone: .withDoorApp) {
            Connect(.door, within: .seconds(5))
            PowerCycle(.door, within: .seconds(5))
            Expect(.disconnected(.door), within: .seconds(8))
        }
        let played = play(scenario) { links in
            BentLinks(
                links,
                incoming: { reception in
                    guard case .arrival(let arrival) = reception, case .bluetooth(_, .disconnected) = arrival.inbound
                    else { return reception }
                    return nil
                },
                proof: { $0 == .bluetooth(.door) ? Self.stuck : nil })
        }
        #expect(played.summary.verdict == .error && played.summary.errorLink == .bluetooth(.door))
    }

    // MARK: A kit that ends a session

    @Test("A session that the kit ends by itself is reported with its own code, as an error of the kit")
    func endedSession() {
        let played = play(.named("configurationExchange")) { links in
            BentLinks(
                links,
                incoming: { reception in
                    guard let bytes = reception.kitBytes, bytes.starts(with: [0x62, 0x00]), bytes.count > 12 else {
                        return reception
                    }
                    let token = SessionToken(rawValue: bytes[8..<12].reversed().reduce(0) { $0 << 8 | UInt32($1) })
                    let ended = UCINotification.sessionStatus(token, .idle, SessionReason(rawValue: 0x83))
                    return .arrival(Arrival(.kit(.bytes(ended.packet.encoded)), at: links.now))
                })
        }
        #expect(played.summary.verdict == .error && played.summary.errorLink == .kit)
        #expect(played.summary.findings.contains { $0.finding.code == "kit.session" && $0.finding.weight == .warning })
        #expect(!played.summary.findings.contains { $0.finding.code == "kit.blindProbe" })
    }

    // MARK: A stalled rig

    @Test("Silence is no pass if the rig stalled for half of the window; below that it is one")
    func standstill() {
        let start = Instant.start
        var lateness = Lateness()
        lateness.note(from: start + .seconds(1), to: start + .seconds(3))
        #expect(lateness.blindness(since: start, until: start + .seconds(4)) != nil)
        #expect(lateness.blindness(since: start, until: start + .milliseconds(4001)) == nil)
        // Delays before the window do not count.
        #expect(lateness.blindness(since: start + .milliseconds(2900), until: start + .seconds(4)) == nil)
        #expect(lateness.blindness(since: start + .seconds(3), until: start + .seconds(4)) == nil)
        // A stall that is reported twice counts once.
        lateness.note(from: start + .seconds(1), to: start + .seconds(3))
        #expect(lateness.blindness(since: start, until: start + .milliseconds(4001)) == nil)
        // At each turn of the loop; the scenario's absence takes two seconds.
        let whole = (0..<150).map { point in
            play(Self.quiet) { stalling($0, at: point, for: .seconds(10), .machine) }.summary
        }
        #expect(whole.contains { $0.verdict == .error && $0.errorLink == nil && $0.code == "rig.undecided" })
        #expect(whole.allSatisfy { $0.failures.isEmpty })
        for point in 0..<150 {
            let played = play(Self.quiet) { stalling($0, at: point, for: .milliseconds(300), .machine) }
            #expect(played.summary.verdict == .passed, "at \(point): \(played.summary.reason ?? "")")
        }
    }
}

/// Messages over a link that no accessory without power could have kept.
struct OutlivedPowerTests {
    @Test("A message over the old link is the power switch's error, unless it may have been on its way")
    func message() {
        for (span, isError) in [(150, false), (250, true)] {
            var bench = DirectorBench(
                Scenario("speaks", "Speaks on") {
                    Connect(.door, within: .seconds(5))
                    PowerCycle(.door, within: .seconds(5))
                    Stay(.seconds(5))
                })
            bench.hear(.channel(accessory: .door, event: .connected(address: BluetoothAddress(value: 1))), at: 0)
            bench.hear(.channel(accessory: .door, event: .ready(mtu: 185, profile: "Nordic UART")), at: 0)
            bench.stage(.powered(.door), at: 100)
            bench.hear(.received(message: .configuration), at: 100 + span)
            guard isError else {
                #expect(bench.ending == nil)
                continue
            }
            guard case .error(let error) = bench.ending else {
                Issue.record("\(String(describing: bench.ending))")
                continue
            }
            #expect(error.code == "rig.stage" && error.link == .stage)
        }
    }
}
