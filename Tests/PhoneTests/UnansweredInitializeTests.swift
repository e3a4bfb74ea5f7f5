import Ground
import NearbyInteraction
import Phone
import Testing

/// An initialize that is never answered must not claim the answer to the next one.
@Suite struct UnansweredInitializeTests {
    @Test func whatWasWrittenBeforeAnybodyListenedIsNotWaitedFor() {
        var bench = SessionBench()
        bench.desk.wrote([0x0A], to: SessionBench.name, byApp: false, isHeard: false, at: bench.now)
        bench.start()
        #expect(bench.receive(SessionBench.answer).hasSuffix("range"))
        // The answer may still arrive: firmware that kept it until there was a subscription is not at fault.
        #expect(bench.receive(SessionBench.answer) == "received configuration")
        #expect(bench.receive(SessionBench.answer) == "received configuration, fault")
    }

    @Test func whatIsOverdueIsNotWaitedFor() {
        var bench = SessionBench()
        bench.send([0x0A])
        bench.pass(.milliseconds(2_001))
        bench.start()
        #expect(bench.receive(SessionBench.answer).hasSuffix("range"))
        #expect(bench.receive(SessionBench.answer) == "received configuration")
        #expect(bench.receive(SessionBench.answer) == "received configuration, fault")
    }

    @Test func untilItIsOverdueAnswersComeInTheirOrder() {
        var bench = SessionBench()
        bench.send([0x0A])
        bench.pass(.milliseconds(2_000))
        bench.start()
        #expect(bench.receive(SessionBench.answer) == "received configuration")
        #expect(bench.receive(SessionBench.answer).hasSuffix("range"))
    }
}
