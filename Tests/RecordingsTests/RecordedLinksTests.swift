import Ground
import Links
import Recordings
import Testing

/// Links that answer from a list and whose clock advances by itself.
private final class ScriptedLinks: LinkSet {
    var time: Int64 = 0
    /// The amount by which each reading advances the clock.
    var step: Int64 = 10
    var receptions: [Reception]
    private(set) var isClosed = false

    init(_ receptions: [Reception]) { self.receptions = receptions }

    var now: Instant {
        time += step
        return Instant(nanoseconds: time)
    }

    func send(_ outbound: Outbound) -> Instant { now }
    func receive(until deadline: Instant) -> Reception { receptions.isEmpty ? .deadline : receptions.removeFirst() }
    func prove(_ link: LinkID) -> RigFault? { nil }
    func close() { isClosed = true }
}

@Suite("Links that are recorded") struct RecordedLinksTests {
    private let arrival = Arrival(.reader(.noTag), at: Instant(nanoseconds: 3))

    private func at(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

    @Test("time passes between two calls, and every instant that the loop sees is in the trace") func clock() {
        var told: [TraceEvent] = []
        let links = RecordedLinks(ScriptedLinks([.arrival(arrival), .interrupted])) { told.append($0) }
        #expect(links.start == at(10) && told.isEmpty)
        #expect(links.now == at(20) && links.now == at(30))
        #expect(links.send(.reader(.poll)) == at(40) && links.now == at(50))
        #expect(links.receive(until: .never) == .arrival(arrival))
        #expect(links.now == at(70))
        #expect(links.receive(until: .never) == .interrupted)
        #expect(links.receive(until: .start) == .deadline)
        #expect(
            told == [
                .clock(at(20)), .clock(at(30)), .sent(.reader(.poll), at: at(40), number: 1), .clock(at(50)),
                .received(arrival, now: at(60), number: 2), .clock(at(70)), .interrupted(at: at(80)),
                .waited(until: at(90), deadline: .start),
            ])
    }

    @Test("a clock that moves only in calls adds nothing to the trace, and one that went back shows the later instant")
    func standing() {
        let inner = ScriptedLinks([.arrival(arrival)])
        inner.step = 0
        var told: [TraceEvent] = []
        let links = RecordedLinks(inner) { told.append($0) }
        _ = [links.now, links.send(.reader(.poll)), links.now]
        _ = links.receive(until: .never)
        inner.time = -5
        #expect(links.now == .start)
        #expect(
            told == [.sent(.reader(.poll), at: .start, number: 1), .received(arrival, now: .start, number: 2)])
    }

    @Test("the writer is called before the loop waits") func beforeWaiting() {
        var acts: [String] = []
        let links = RecordedLinks(
            ScriptedLinks([.arrival(arrival)]), beforeWaiting: { acts.append("write") },
            record: { _ in acts.append("event") })
        _ = links.send(.reader(.poll))
        _ = links.receive(until: .never)
        _ = links.receive(until: .never)
        #expect(acts == ["event", "write", "event", "write", "event"])
    }

    @Test("closing goes through") func closing() {
        let inner = ScriptedLinks([])
        RecordedLinks(inner) { _ in }.close()
        #expect(inner.isClosed)
    }
}
