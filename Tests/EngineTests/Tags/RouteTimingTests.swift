import Ground
import Journal
import Links
import NDEF
import Phone
import TagRouting
import Testing

@testable import Engine

/// The rig's own time from a reader's detection of a tag to the routing decision.
struct RouteTimingTests {
    private static let identity = TagIdentity(uid: [1, 2, 3, 4], atqa: 4, sak: 0)
    private static let decision = TagRouter(apps: []).route(uri: "https://example.com/", conditions: PhoneConditions())

    private static func at(_ microseconds: Int) -> Instant { .start + .microseconds(microseconds) }

    @Test("The time from answers to requests is summed, without the reader's own time")
    func sums() {
        var timing = RouteTiming()
        let ask = PhoneEffect.send(.reader(.exchange([0x30, 3], within: .seconds(1))))
        timing.note(
            [.event(.tag(event: .detected(tag: Self.identity))), ask], arrival: Self.at(100), now: Self.at(130))
        timing.note([ask], arrival: Self.at(2_000), now: Self.at(2_020))
        timing.note(
            [.event(.tag(event: .routed(decision: Self.decision)))], arrival: Self.at(5_000), now: Self.at(5_050))
        #expect(timing.spans.measured("own") == [Measured("own", .span(.microseconds(100)))])
        timing.note([ask], arrival: Self.at(9_000), now: Self.at(9_100))
        #expect(timing.spans.size == 1)
    }

    @Test("A tag that was never routed does not count, and neither does virtual time")
    func nothing() {
        var timing = RouteTiming()
        timing.note([.event(.tag(event: .detected(tag: Self.identity)))], arrival: Self.at(0), now: Self.at(50))
        timing.note([.event(.tag(event: .gone))], arrival: Self.at(100), now: Self.at(150))
        timing.note([.event(.tag(event: .routed(decision: Self.decision)))], arrival: Self.at(200), now: Self.at(250))
        #expect(timing.spans.size == 0)
        timing.note(
            [
                .event(.tag(event: .detected(tag: Self.identity))),
                .event(.tag(event: .routed(decision: Self.decision))),
            ], arrival: Self.at(300),
            now: Self.at(300))
        #expect(timing.spans.size == 0)
    }
}
