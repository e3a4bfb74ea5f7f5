import GATT
import Ground
import Links
import NearbyInteraction
import Phone
import Testing

/// Messages that cannot be written immediately are queued.
@Suite struct ChannelBacklogTests {
    /// Returns a channel whose accessory answers a write only when the test says so.
    private func deafBench(_ receive: CharacteristicProperties = [.write, .writeWithoutResponse]) -> ChannelBench {
        var bench = ChannelBench(services: ChannelBench.services(.nordicUART, receive: receive))
        bench.connect()
        bench.isDeaf = true
        bench.frames = []
        return bench
    }

    /// Answers every outgoing write until there are none left; returns the values.
    private func answerAll(_ bench: inout ChannelBench) -> [[UInt8]] {
        var answered = 0
        while answered < bench.frames.count {
            answered += 1
            bench.receive(.frame([ATTOpcode.writeResponse.rawValue]))
        }
        return bench.frames.map { Array($0[3...]) }
    }

    @Test func manyMessagesAreWrittenInTheirOrder() {
        var bench = deafBench()
        for number in 0..<1_000 { bench.send([UInt8(number / 256), UInt8(number % 256)]) }
        #expect(bench.frames.count == 1 && bench.findings.isEmpty)
        #expect(answerAll(&bench).map { Int($0[0]) * 256 + Int($0[1]) } == Array(0..<1_000))
        #expect(bench.sent.count == 1_000 && bench.findings.isEmpty)
    }

    @Test func writesWithoutResponseDoNotPileUp() {
        var bench = deafBench(.writeWithoutResponse)
        for number in 0..<6_000 { bench.send([UInt8(number % 251)]) }
        #expect(bench.frames.count == 6_000 && bench.sent.count == 6_000 && bench.findings.isEmpty)
    }

    @Test func writesWithoutResponseThatHadToWaitAllLeaveAtOnce() {
        var bench = deafBench(.writeWithoutResponse)
        bench.carryOut(bench.channel.readBackgroundConfiguration(at: bench.now))
        for _ in 0..<3_000 { bench.send([0x71]) }
        #expect(bench.frames.count == 1)
        let none = [ATTOpcode.errorResponse.rawValue, ATTOpcode.findByTypeValueRequest.rawValue, 1, 0, 0x0A]
        bench.receive(.frame(none))
        #expect(bench.frames.count == 3_001 && bench.findings.isEmpty)
    }

    @Test func whatIsBeyondTheLimitIsNotSentAndToldOf() {
        var bench = deafBench()
        for _ in 0..<(32 + 4_096) { bench.send([0x71]) }
        #expect(bench.findings.isEmpty)
        bench.send([0x72])
        #expect(bench.findings.map(\.weight) == [.note])
        let written = answerAll(&bench)
        #expect(written.count == 32 + 4_096 && !written.contains([0x72]))
    }

    @Test func whatWaitsIsLostWithTheLink() {
        var bench = deafBench()
        for _ in 0..<100 { bench.send([0x71]) }
        bench.lose()
        bench.isDeaf = false
        bench.connect()
        bench.send([0x72])
        #expect(bench.written == [[0x72]])
    }

    @Test func anAccessoryThatAnswersNoWriteIsDroppedOnce() {
        var bench = deafBench()
        for _ in 0..<100 { bench.send([0x71]) }
        bench.pass(.seconds(30))
        #expect(bench.requests.last == .disconnect)
        #expect(bench.findings.count { $0.meaning.hasPrefix("the ATT bearer is dead") } == 1)
        bench.lose(.local)
        #expect(bench.channel.deadline == nil)
    }
}
