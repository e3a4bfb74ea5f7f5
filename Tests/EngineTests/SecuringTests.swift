import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// Pairing and encryption have their own figure and limit, and are part of no other.
struct SecuringTests {
    /// Returns a bench on which an exchange waits for the link to be encrypted, 10 ms after initialize.
    private func bench() -> DirectorBench {
        var bench = DirectorBench(
            Scenario("pairs", "Exchanges with an accessory that wants encryption") {
                Connect(.door, within: .seconds(5))
                Exchange(.configuration, with: .door, within: .milliseconds(500))
            } always: {
                Require(.latency(.configuration, of: .door), atMost: .milliseconds(100))
                Require(.exchange(of: .door), atMost: .milliseconds(200))
            })
        bench.hear(.channel(accessory: .door, event: .connected(address: BluetoothAddress(value: 1))), at: 0)
        bench.hear(.channel(accessory: .door, event: .ready(mtu: 185, profile: "Nordic UART")), at: 0)
        bench.hear(.sent(accessory: .door, message: .initialize), at: 0)
        bench.hear(.channel(accessory: .door, event: .securing), at: 10)
        return bench
    }

    private let paired = ChannelEvent.encrypted(security: LinkSecurity(isSecureConnections: true, isBonded: false))
    private let bonded = ChannelEvent.encrypted(security: LinkSecurity(isSecureConnections: true, isBonded: true))

    private func measured(_ bench: DirectorBench) -> [Measured] {
        bench.effects.compactMap { effect in
            if case .journal(.stepPassed(_, _, let measured)) = effect { measured } else { nil }
        }.flatMap { $0 }
    }

    @Test("Three seconds of pairing do not count against an exchange within half a second")
    func pairing() throws {
        var bench = bench()
        bench.hear(.channel(accessory: .door, event: paired), at: 3_010)
        bench.hear(.received(message: .configuration), at: 3_040)
        bench.hear(.received(message: .didStart), at: 3_110)
        bench.hear(.accessoryDidStart, at: 3_110)
        #expect(bench.ending == .complete, "\(String(describing: bench.ending))")
        let pairing = try #require(measured(bench).first { $0.what == "pairing" })
        #expect(pairing.value == .span(.seconds(3)) && pairing.limit == .span(.seconds(10)))
        #expect(measured(bench).first { $0.what == "exchange" }?.value == .span(.milliseconds(110)))
    }

    @Test("With a stored key the step is called encryption")
    func storedKey() {
        var bench = bench()
        bench.hear(.channel(accessory: .door, event: bonded), at: 400)
        bench.hear(.received(message: .configuration), at: 440)
        bench.hear(.received(message: .didStart), at: 510)
        bench.hear(.accessoryDidStart, at: 510)
        #expect(bench.ending == .complete, "\(String(describing: bench.ending))")
        #expect(measured(bench).first { $0.what == "encryption" }?.value == .span(.milliseconds(390)))
    }

    @Test("After pairing, the exchange has the rest of its own time, and no more")
    func rest() {
        var bench = bench()
        bench.hear(.channel(accessory: .door, event: paired), at: 3_010)
        bench.pass(to: 3_499)
        #expect(bench.ending == nil)
        bench.pass(to: 3_500)
        #expect(bench.expected == "exchange configuration with door within 500.0 ms")
        #expect(bench.seen?.contains("in 500.0 ms") == true, "\(bench.seen ?? "")")
    }

    @Test("Pairing that does not end fails by its own limit")
    func ownLimit() {
        var bench = bench()
        bench.pass(to: 10_009)
        #expect(bench.ending == nil)
        bench.pass(to: 10_010)
        #expect(bench.expected == "pair with door within 10.00 s")
        #expect(bench.failure?.link == .bluetooth(.door))
    }

    @Test("A step that begins while the link is being encrypted waits for that first")
    func nextStep() {
        var bench = DirectorBench(
            Scenario("sends", "Sends a message, and waits for the answer") {
                Connect(.door, within: .seconds(5))
                Stay(.milliseconds(100))
                Expect(.received(.configuration, from: .door), within: .milliseconds(100))
            })
        bench.hear(.channel(accessory: .door, event: .connected(address: BluetoothAddress(value: 1))), at: 0)
        bench.hear(.channel(accessory: .door, event: .ready(mtu: 185, profile: "Nordic UART")), at: 0)
        bench.hear(.channel(accessory: .door, event: .securing), at: 50)
        bench.hear(.channel(accessory: .door, event: paired), at: 2_000)
        bench.hear(.received(message: .configuration), at: 2_050)
        #expect(bench.ending == .complete, "\(String(describing: bench.ending))")
    }
}
