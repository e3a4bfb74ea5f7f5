import Ground
import Links
import Phone
import Testing

@Suite struct ConnectionParameterTests {
    private static func parameters(
        _ low: UInt16, _ high: UInt16, latency: UInt16 = 0, timeout: UInt16 = 600
    ) -> ConnectionParameters {
        ConnectionParameters(
            minimumInterval: low, maximumInterval: high, latency: latency, supervisionTimeout: timeout)
    }

    @Test(
        arguments: [
            (parameters(12, 12), true), (parameters(12, 24), true), (parameters(24, 36, latency: 4), true),
            (parameters(24, 24), false), (parameters(24, 30), false), (parameters(6, 18), false),
            (parameters(20, 32), false), (parameters(12, 24, latency: 31), false),
            (parameters(12, 24, timeout: 1801), false), (parameters(12, 24, timeout: 199), false),
            (parameters(400, 800, latency: 6), false), (parameters(800, 800, latency: 0, timeout: 300), false),
            // Qorvo's: 25 ms to 250 ms, latency 6, 16 s (nearby-interaction.md, section 1.4).
            (parameters(20, 200, latency: 6, timeout: 1600), false),
        ])
    func requestsAreJudgedByApplesLimits(parameters: ConnectionParameters, isAcceptable: Bool) {
        let policy = ConnectionParameterPolicy.eitherEdition
        #expect(policy.objections(to: parameters).isEmpty == isAcceptable)
        #expect(ConnectionParameterPolicy.none.objections(to: parameters).isEmpty)
    }

    @Test func theEditionsDifferInTimeoutAndEffectiveInterval() {
        let short = Self.parameters(12, 24, timeout: 400)
        let long = Self.parameters(12, 24, timeout: 1200)
        let slow = Self.parameters(240, 480, latency: 5, timeout: 1800)
        for (policy, acceptable) in [
            (ConnectionParameterPolicy.olderEdition, [true, false, false]), (.newerEdition, [false, true, true]),
            (.eitherEdition, [true, true, true]),
        ] {
            #expect([short, long, slow].map { policy.objections(to: $0).isEmpty } == acceptable)
        }
    }

    @Test func aChannelTellsWhatWasAskedForAndWhatIsWrongWithIt() {
        var bench = ChannelBench()
        bench.connect()
        let odd = Self.parameters(20, 200, latency: 6, timeout: 1600)
        bench.receive(.connectionParametersRequested(odd))
        #expect(bench.events.last == .parametersRequested(parameters: odd, isAcceptable: false))
        #expect(bench.findings.map(\.weight) == [.warning])
        bench.receive(.connectionParametersRequested(Self.parameters(12, 24)))
        #expect(bench.events.last == .parametersRequested(parameters: Self.parameters(12, 24), isAcceptable: true))
    }
}
