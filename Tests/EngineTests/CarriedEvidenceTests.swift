import GATT
import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Engine

/// The additions to a failure, and their limits: causes that were seen, and no meaning beyond the evidence.
struct CarriedEvidenceTests {
    private static let exchange = Scenario("exchanges", "Exchanges configurations") {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(2))
        Stop(.door, within: .seconds(2))
    }

    /// Returns a bench whose phone is connected and has sent initialize.
    private func exchanging(_ scenario: Scenario = exchange) -> DirectorBench {
        var bench = DirectorBench(scenario)
        bench.hear(.channel(accessory: .door, event: .connected(address: BluetoothAddress(value: 1))), at: 0)
        bench.hear(.channel(accessory: .door, event: .ready(mtu: 185, profile: "Nordic UART")), at: 0)
        bench.hear(.sent(accessory: .door, message: .initialize), at: 0)
        return bench
    }

    @Test("A refused write is reported with its ATT error, not as silence")
    func refusedWrite() throws {
        var bench = exchanging()
        bench.hear(
            .channel(accessory: .door, event: .writeRefused(message: .initialize, error: .requestNotSupported)), at: 5)
        bench.pass(to: 5_000)
        let seen = try #require(bench.seen)
        #expect(seen.contains("no accessory configuration data came"))
        #expect(seen.contains("refused the write of initialize"))
    }

    @Test("A failure lists unsolicited and unknown messages and an end over UWB")
    func oddities() throws {
        var bench = exchanging()
        let unasked = Finding("test.odd", .note, "the accessory said that ranging stopped, unasked", offset: 0)
        bench.hear(.finding(finding: unasked), at: 10)
        bench.hear(
            .finding(finding: Finding("test.odd", .note, "message 0x7f is unknown: phone apps ignore it", offset: 0)),
            at: 20)
        bench.hear(
            .finding(finding: Finding("test.odd", .note, "message 0x7f is unknown: phone apps ignore it", offset: 0)),
            at: 30)
        bench.hear(.didRemove(reason: .peerEnded), at: 40)
        bench.pass(to: 5_000)
        let seen = try #require(bench.seen)
        for part in ["stopped, unasked", "message 0x7f", "(2 times)", "reason 0x05"] {
            #expect(seen.contains(part), "\(seen)")
        }
    }

    @Test("Findings on an earlier link are not reported for the next one")
    func earlierLink() throws {
        var bench = exchanging()
        bench.hear(
            .channel(accessory: .door, event: .writeRefused(message: .initialize, error: .requestNotSupported)), at: 5)
        bench.hear(.channel(accessory: .door, event: .connected(address: BluetoothAddress(value: 1))), at: 10)
        bench.pass(to: 5_000)
        #expect(bench.seen?.contains("refused") == false)
    }

    @Test("A stored key that no longer fits is reported as such", arguments: [true, false])
    func storedKey(hasPaired: Bool) throws {
        var bench = exchanging()
        if hasPaired {
            bench.hear(
                .channel(
                    accessory: .door,
                    event: .encrypted(security: LinkSecurity(isSecureConnections: true, isBonded: false))), at: 1)
        }
        bench.hear(.channel(accessory: .door, event: .lost(reason: .authentication)), at: 5)
        let seen = try #require(bench.seen)
        #expect(seen.contains(hasPaired ? "the key from their pairing" : "a stored key"), "\(seen)")
    }

    @Test("Simulated: a phone whose stored key is rejected on reconnection says so")
    func forgottenKey() throws {
        let played = play(
            Scenario("comesBack", "Pairs and comes back") {
                Connect(.door, within: .seconds(5))
                Pair(.door, within: .seconds(5))
                Disconnect(.door, within: .seconds(2))
                Connect(.door, within: .seconds(5))
                Pair(.door, within: .seconds(5))
            }, defects: [.rejectsBondedReconnect])
        #expect(played.summary.verdict == .failed)
        #expect(played.failure?.seen.contains("the key from their pairing") == true)
    }

    @Test("Configuration data that ends where the MTU ends was cut, in whatever scenario")
    func cutToFit() {
        let played = play(
            Scenario("cut", "Exchanges in small packets", phone: PhoneSetup(link: LinkSetup(mtu: 30))) {
                Connect(.door, within: .seconds(5))
                Exchange(.configuration, with: .door, within: .seconds(2))
            }, defects: [.truncatesAtMTU23])
        #expect(played.failure?.seen.contains("it ends where the ATT_MTU of 30 ends") == true, "\(played.summary)")
    }

    // MARK: Meanings

    private func leaking(after rounds: Int, _ happens: (inout DirectorBench, Int) -> Void) -> StepFailure? {
        var bench = DirectorBench(
            Scenario("rounds", "Stops again and again") {
                Connect(.door, within: .seconds(5))
                Repeat(50) {
                    Stop(.door, within: .seconds(1)).otherwise(Meaning("it leaks", when: .notStopped), afterRounds: 5)
                }
            })
        bench.hear(.channel(accessory: .door, event: .ready(mtu: 185, profile: "Nordic UART")), at: 0)
        for number in 0..<rounds { bench.hear(.accessoryDidStop, at: 10 + 10 * number) }
        happens(&bench, 10 + 10 * rounds)
        return bench.failure
    }

    @Test("A meaning about many rounds is used once they have passed, and only for the line's own failure")
    func rounds() {
        let silence: (inout DirectorBench, Int) -> Void = { bench, now in bench.pass(to: now + 2_000) }
        #expect(leaking(after: 5, silence)?.shownMeaning?.text == "it leaks")
        let early = leaking(after: 4, silence)
        #expect(early != nil && early?.shownMeaning == nil)
        let lost = leaking(after: 20) { bench, now in
            bench.hear(.channel(accessory: .door, event: .lost(reason: .remote)), at: now)
        }
        #expect(lost != nil && lost?.shownMeaning == nil)
    }

    @Test("Silence from the first round on is no leak, and a real one is")
    func hundredRounds() {
        let mute = play(.named("hundredRounds"), defects: [.ignoresStop])
        #expect(mute.summary.verdict == .failed && mute.failure?.meaning == nil)
        #expect(play(.named("hundredRounds"), defects: [.leaksOnRepeat]).failure?.code == "session.startsLeak")
    }

    @Test("The kit's first fault is the reason that nothing can be judged, not the silence after it")
    func firstCause() {
        var bench = DirectorBench(
            Scenario("ranges", "Ranges") {
                Begin(.configuration, with: .door)
                Stay(.seconds(1))
                Expect(.ranging(.door), within: .seconds(3))
            })
        bench.runSession(at: 100)
        bench.hear(
            .finding(link: .kit, finding: Finding("test.odd", .warning, "the device did not answer to RANGE_START")),
            at: 200)
        bench.pass(to: 10_000)
        guard case .error(let reason) = bench.ending else {
            Issue.record("\(String(describing: bench.ending))")
            return
        }
        #expect(reason.code == "rig.undecided" && reason.link == .kit)
        #expect(reason.reason.contains("RANGE_START"), "\(reason)")
    }

    // MARK: Walks

    private func walking(from: Double, to: Double, _ change: ZoneChange) -> Ending? {
        var bench = DirectorBench(
            Scenario("walks", "Walks") {
                Walk(toward: .door, from: .metres(from), to: .metres(to), at: .metresPerSecond(1)) {
                    Enter(.near, at: .metres(1.5), give: .metres(1))
                }
            })
        bench.hear(.zone(accessory: .door, change: change), at: 1_000)
        return bench.ending
    }

    @Test("A crossing that the walk passes and does not name is the scenario's mistake, and not the accessory's")
    func unnamed() {
        guard case .error(let reason) = walking(from: 5, to: 0.5, ZoneChange(.entered, "far", at: .metres(3))) else {
            Issue.record("it was judged")
            return
        }
        #expect(reason.reason.contains("Enter(.far"))
        // A zone that the walk does not reach is the accessory's fault.
        guard case .failed = walking(from: 5, to: 3.5, ZoneChange(.entered, "far", at: .metres(3))) else {
            Issue.record("a zone that is far away was excused")
            return
        }
        guard case .failed = walking(from: 5, to: 0.5, ZoneChange(.entered, "near", at: .metres(4))) else {
            Issue.record("a wrong place was excused")
            return
        }
    }
}
