import Ground
import Links
import Testing

/// Links that answer from a list of arrival instants; waiting advances their clock.
private final class ScriptedLinks: LinkSet {
    private(set) var now = Instant.start
    private var arrivals: [Instant]

    init(_ arrivals: [Lapse]) { self.arrivals = arrivals.map { .start + $0 } }

    func send(_ outbound: Outbound) -> Instant { now }

    func receive(until deadline: Instant) -> Reception {
        guard let next = arrivals.first, next <= deadline else {
            now = max(now, deadline)
            return .deadline
        }
        arrivals.removeFirst()
        now = max(now, next)
        return .arrival(Arrival(.reader(.noTag), at: next))
    }

    func prove(_ link: LinkID) -> RigFault? { nil }
    func close() {}

    /// Advances the clock by time spent elsewhere.
    func pass(_ span: Lapse) { now = now + span }
}

@Suite("Links that are attended") struct AttendedLinksTests {
    private final class Attendant {
        var times = 0
        var inbound: Inbound?
        /// The number of parts of the work in addition to the last one, and the duration of each.
        var parts = 0
        var part = Lapse.zero
    }

    /// Returns links with arrivals at these instants.
    private func links(_ arrivals: [Lapse], _ attendant: Attendant) -> AttendedLinks {
        let links = ScriptedLinks(arrivals)
        return AttendedLinks(links) {
            attendant.times += 1
            links.pass(attendant.part)
            defer { attendant.inbound = nil }
            if let inbound = attendant.inbound { return .arrived(inbound) }
            attendant.parts -= 1
            return attendant.parts < 0 ? .done : .unfinished
        }
    }

    private func isArrival(_ reception: Reception) -> Bool { if case .arrival = reception { true } else { false } }

    @Test("the second arrival of a burst does not wait for background work") func burst() {
        let attendant = Attendant()
        let links = links([.milliseconds(1), .milliseconds(2)], attendant)
        #expect(isArrival(links.receive(until: .start + .seconds(1))))
        #expect(isArrival(links.receive(until: .start + .seconds(1))))
        #expect(attendant.times == 0)
    }

    @Test("background work is done in a lull, and waiting continues up to the deadline") func lull() {
        let attendant = Attendant()
        let links = links([.milliseconds(20)], attendant)
        #expect(isArrival(links.receive(until: .start + .seconds(1))))
        #expect(attendant.times == 1)
        #expect(links.receive(until: .start + .seconds(1)) == .deadline)
        #expect(links.now == .start + .seconds(1))
        #expect(attendant.times == 2)
    }

    @Test("arrivals in close succession delay the work by at most a tenth of a second") func overdue() {
        let attendant = Attendant()
        let links = links((1...101).map { .milliseconds($0) }, attendant)
        for _ in 1...100 { #expect(isArrival(links.receive(until: .start + .seconds(1)))) }
        #expect(attendant.times == 0)
        #expect(isArrival(links.receive(until: .start + .seconds(1))))
        #expect(attendant.times == 1)
    }

    @Test("arrivals returned by the work are delivered") func arrival() {
        let attendant = Attendant()
        attendant.inbound = .reader(.noTag)
        let links = links([], attendant)
        let expected = Arrival(.reader(.noTag), at: .start + AttendedLinks.lull)
        #expect(links.receive(until: .start + .seconds(1)) == .arrival(expected))
    }

    @Test("between two parts of the work arrivals are delivered, and then the work continues") func parts() {
        let attendant = Attendant()
        (attendant.parts, attendant.part) = (40, .milliseconds(2))
        let links = links([.milliseconds(20), .milliseconds(21), .milliseconds(60)], attendant)
        // A lull of 5 ms, then four parts with a rest after each; the arrival comes during the last one.
        #expect(isArrival(links.receive(until: .start + .seconds(1))))
        #expect(links.now == .start + .milliseconds(20) && attendant.times == 4)
        #expect(isArrival(links.receive(until: .start + .seconds(1))) && attendant.times == 4)
        #expect(isArrival(links.receive(until: .start + .seconds(1))))
        #expect(links.now == .start + .milliseconds(60) && attendant.times == 13)
        #expect(links.receive(until: .start + .seconds(1)) == .deadline)
        #expect(attendant.times == 41 && links.now == .start + .seconds(1))
    }

    @Test("a deadline between two parts is reported immediately") func deadline() {
        let attendant = Attendant()
        (attendant.parts, attendant.part) = (40, .milliseconds(2))
        let links = links([], attendant)
        #expect(links.receive(until: .start + .milliseconds(20)) == .deadline)
        #expect(links.now == .start + .milliseconds(20) && attendant.times == 4)
    }
}
