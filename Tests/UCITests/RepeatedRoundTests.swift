import Ground
import Testing
import UWB

@Suite("Rounds that come twice") struct RepeatedRoundTests {
    private func active() -> ScriptedKit {
        var kit = ScriptedKit.starting()
        _ = kit.hear(.start(.ok))
        _ = kit.hear(.sessionStatus(ScriptedKit.token, .active, .hostCommand))
        return kit
    }

    private func round(_ number: UInt32, _ measurements: [TWRMeasurement] = Bench.round(500)) -> UCINotification {
        .sessionInfo(
            SessionInfo(
                sequenceNumber: number, token: ScriptedKit.token, rangingIntervalMilliseconds: 180,
                measurements: measurements))
    }

    private static func twice(_ number: UInt32, _ weight: Finding.Weight) -> UWBHostEffect {
        .finding(
            Finding(
                "uci.repeatedRound", weight, "SESSION_INFO_NTF of round \(number) came twice, and is taken once",
                offset: 4))
    }

    @Test("A repeated round is delivered once, with a warning") func repeated() {
        var kit = active()
        #expect(kit.hear(round(1)) == [.measurements(7, Bench.round(500))])
        #expect(kit.hear(round(1)) == [Self.twice(1, .warning)])
        #expect(kit.hear(round(1)) == [Self.twice(1, .warning)])
        #expect(kit.hear(round(2)) == [.measurements(7, Bench.round(500))])
    }

    @Test("Two reports of one round that differ are both delivered") func differing() {
        var kit = active()
        #expect(kit.hear(round(1)) == [.measurements(7, Bench.round(500))])
        #expect(kit.hear(round(1, Bench.round(510))) == [.measurements(7, Bench.round(510))])
    }

    @Test("A device that counts no rounds repeats none: its failed rounds are all alike") func uncounted() {
        var kit = active()
        #expect(kit.hear(round(0, [])) == [.measurements(7, [RangingMeasurement]())])
        #expect(kit.hear(round(0, [])) == [.measurements(7, [RangingMeasurement]())])
        #expect(kit.hear(round(0)) == [.measurements(7, Bench.round(500))])
        #expect(kit.hear(round(0)) == [Self.twice(0, .note)])
        #expect(kit.hear(round(0, Bench.round(510))) == [.measurements(7, Bench.round(510))])
    }
}
