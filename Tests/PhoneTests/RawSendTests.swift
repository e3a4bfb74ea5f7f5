import Ground
import NearbyInteraction
import Phone
import Testing

/// Raw messages of a scenario, and the session's handling of the answers.
@Suite struct RawSendTests {
    private static let other = AccessoryConfigurationData(role: .initiator, address: ShortAddress(rawValue: 0x3344))

    @Test func whatARawInitializeBringsBackIsOwedAndChangesNothing() {
        var bench = SessionBench(in: .ranging)
        bench.send([0x0A])
        #expect(bench.receive([0x01] + Self.other.encoded) == "received configuration")
        #expect(bench.desk.lastConfiguration(of: SessionBench.name) == Self.other.encoded)
        #expect(bench.isRunning && bench.measure(.metres(1)) == "update 1.00 m")
        #expect(bench.receive(SessionBench.answer) == "received configuration, fault")
    }

    @Test func answersComeInTheOrderOfTheirQuestions() {
        var bench = SessionBench()
        bench.send([0x0A])
        bench.start()
        bench.send([0x0A])
        #expect(bench.receive(SessionBench.answer) == "received configuration")
        #expect(bench.receive(SessionBench.answer).hasSuffix("range"))
        #expect(bench.receive(SessionBench.answer) == "received configuration")
        #expect(bench.receive(SessionBench.answer) == "received configuration, fault")
    }

    @Test func aBadAnswerToARawInitializeIsAFaultAndEndsNothing() {
        var bench = SessionBench(in: .ranging)
        bench.send([0x0A])
        #expect(bench.receive(SessionBench.answer.dropLast()) == "received configuration, fault")
        #expect(bench.isRunning)
    }

    @Test func aRawStopIsOwedAndTheSessionIsLeftToItsTimeout() {
        var bench = SessionBench(in: .ranging)
        bench.send([0x0C])
        #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped")
        #expect(bench.isRunning)
        #expect(bench.pass(.seconds(3)).hasPrefix("stop ranging, removed timeout"))
    }

    @Test func aRawConfigureAndStartIsOwedAnAnswerWhenItIsSound() throws {
        var bench = SessionBench(in: .ranging)
        let message = bench.desk.shareableMessage(for: SessionBench.name)
        let whole = try #require(message)
        #expect(whole.count == 31 && whole.first == 0x0B)
        for length in 1..<31 {
            bench.send(Array(whole.prefix(length)))
            #expect(bench.receive(SessionBench.didStart) == "received didStart, warning", "\(length) bytes")
        }
        bench.send(whole)
        #expect(bench.receive(SessionBench.didStart) == "received didStart")
        #expect(bench.receive(SessionBench.didStart) == "received didStart, warning")
    }

    @Test func theConfigureAndStartOfNowIsKnownBeforeAnySessionRan() throws {
        var bench = SessionBench()
        let nothing = bench.desk.shareableMessage(for: SessionBench.name)
        #expect(nothing == nil)
        bench.send([0x0A])
        bench.receive(SessionBench.answer)
        let message = bench.desk.shareableMessage(for: SessionBench.name)
        let drawn = try #require(message)
        let data = try ShareableConfigurationData(decoding: Array(drawn.dropFirst()))
        #expect(drawn.first == 0x0B && data.findings().isEmpty && data.address != SessionBench.configuration.address)
        bench.send(drawn)
        #expect(bench.receive(SessionBench.didStart) == "received didStart")
        // An accessory that the scenario made range is stopped at the end.
        #expect(bench.windDown() == "write stop")
    }

    @Test(arguments: [[], [0xA5], [0x77, 1], [0x20], [0x2F], [0x01, 2], [0x0B]] as [[UInt8]])
    func nothingIsOwedToAnythingElse(raw: [UInt8]) {
        var bench = SessionBench(in: .ranging)
        bench.send(raw)
        #expect(bench.receive(SessionBench.answer) == "received configuration, fault")
        #expect(bench.receive(SessionBench.didStart) == "received didStart, warning")
        #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped, note")
    }

    @Test func moreQuestionsThanAreRememberedForgetTheOldestOnly() {
        var bench = SessionBench()
        for _ in 0..<1_000 { bench.send([0x0A]) }
        bench.start()
        for _ in 0..<999 { bench.receive(SessionBench.answer) }
        #expect(bench.receive(SessionBench.answer).hasSuffix("range"))
        #expect(bench.receive(SessionBench.answer) == "received configuration, fault")
    }

    @Test func fieldsThatChangeWhileItRangesAreAFault() {
        var bench = SessionBench(in: .ranging)
        bench.send([0x0A])
        var zeroed = Self.other
        zeroed.manufacturer = 0x99
        #expect(bench.receive([0x01] + zeroed.encoded) == "received configuration, fault")
        #expect(bench.findings.first?.offset == 21)
        bench.loseChannel()
        bench.desk.channelOpened(to: SessionBench.name)
        bench.start()
        #expect(bench.receive(SessionBench.answer).hasSuffix("range"), "after a reboot it may be another firmware")
    }

    @Test func aDistanceAfterItsWordThatItStoppedIsEvidence() {
        var bench = SessionBench(in: .ranging)
        bench.send([0x0C])
        bench.receive(SessionBench.didStop)
        // The last round may still be on its way.
        bench.pass(.milliseconds(500))
        #expect(bench.measure(.metres(1)) == "update 1.00 m")
        bench.pass(.milliseconds(1))
        #expect(bench.measure(.metres(1)) == "update 1.00 m, still ranges 1.00 m")
        #expect(bench.measure(nil) == "update none")
        bench.runAgain()
        #expect(bench.measure(.metres(1)) == "update 1.00 m")
    }

    @Test func aDistanceAfterTheEndOfTheLinkIsEvidence() {
        var bench = SessionBench(in: .ranging)
        bench.loseChannel()
        bench.pass(.milliseconds(501))
        #expect(bench.measure(.metres(1)) == "update 1.00 m, still ranges 1.00 m")
    }

    @Test func aStopThatIsNeverAnsweredCountsFromItsLimit() {
        var bench = SessionBench(settings: NearbySettings(lingering: .seconds(10)))
        bench.startAndRun()
        bench.receive(SessionBench.didStart)
        #expect(bench.stop() == "write stop, stop ranging after 10.00 s")
        bench.pass(.milliseconds(2_999))
        #expect(bench.measure(.metres(1)) == "")
        bench.pass(.milliseconds(1))
        #expect(bench.measure(.metres(1)) == "")
        bench.pass(.milliseconds(501))
        #expect(bench.measure(.metres(1)) == "still ranges 1.00 m")
    }
}
