import Ground
import Links
import Recordings
import Testing

/// Links that answer from a list and whose clock moves by itself.
private final class ScriptedLinks: LinkSet {
    private(set) var time: Int64 = 0
    var receptions: [Reception]
    private(set) var isClosed = false

    init(_ receptions: [Reception]) { self.receptions = receptions }

    var now: Instant {
        time += 10
        return Instant(nanoseconds: time)
    }

    func send(_ outbound: Outbound) -> Instant { now }
    func receive(until deadline: Instant) -> Reception { receptions.isEmpty ? .deadline : receptions.removeFirst() }
    func close() { isClosed = true }
}

@Suite("Links that are recorded") struct RecordedLinksTests {
    private let arrival = Arrival(.reader(.noTag), at: Instant(nanoseconds: 3))

    @Test("time stands still between two calls, and every instant that the loop sees is in the trace") func clock() {
        var told: [TraceEvent] = []
        let links = RecordedLinks(ScriptedLinks([.arrival(arrival), .interrupted])) { told.append($0) }
        #expect(links.now == Instant(nanoseconds: 10) && links.now == Instant(nanoseconds: 10))
        let left = links.send(.reader(.poll))
        #expect(left == Instant(nanoseconds: 20) && links.now == left)
        #expect(links.receive(until: .never) == .arrival(arrival))
        #expect(links.now == Instant(nanoseconds: 30))
        #expect(links.receive(until: .never) == .interrupted)
        #expect(links.receive(until: .start) == .deadline)
        #expect(
            told == [
                .sent(.reader(.poll), at: left, number: 1),
                .received(arrival, now: Instant(nanoseconds: 30), number: 2),
                .interrupted(at: Instant(nanoseconds: 40)),
                .waited(until: Instant(nanoseconds: 50)),
            ])
    }

    @Test("before the loop waits, whoever writes is told") func beforeWaiting() {
        var acts: [String] = []
        let links = RecordedLinks(ScriptedLinks([.arrival(arrival)]), beforeWaiting: { acts.append("write") }) { _ in
            acts.append("event")
        }
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
