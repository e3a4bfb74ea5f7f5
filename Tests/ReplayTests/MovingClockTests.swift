import Benches
import Engine
import Ground
import Journal
import Links
import Recordings
import Replay
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Testing

/// The simulated rig, declared as a live one, so that nothing in its trace is known to be in virtual time.
private let rig = Rig(
    name: "moving", summary: Rig.simulated.summary, kind: .virtual, bluetooth: Rig.simulated.bluetooth,
    uwb: Rig.simulated.uwb, nfc: Rig.simulated.nfc, accessories: Rig.simulated.accessories,
    tags: Rig.simulated.tags, motion: Rig.simulated.motion, phones: Rig.simulated.phones,
    screens: Rig.simulated.screens)

/// Returns a recording on a bench that wakes late and whose clock advances with each reading, and the instants that
/// its run received.
private func live(_ scenario: Scenario) throws -> (recording: Recording, instants: [Instant]) {
    let links = try BenchFactory.open(.simulated, for: scenario, seed: 5)
    defer { links.close() }
    let moving = MovingLinks(links, look: Lapse(nanoseconds: 700), latest: .microseconds(900))
    var witness: LinkObserver?
    let recording = Recording(of: scenario, on: rig, seed: 5, moving) { links in
        let seen = LinkObserver(links)
        witness = seen
        return seen
    }
    return (recording, witness?.instants ?? [])
}

struct MovingClockTests {
    @Test(
        "A run on a bench whose clock moves by itself is given the same instants again",
        arguments: Scenario.all)
    func identical(scenario: Scenario) throws {
        let (recording, instants) = try live(scenario)
        let read = try recording.throughAFile()
        #expect(read == recording.events)
        var witness: LinkObserver?
        let outcome = try recording.replay(read).play(wrap: { links in
            let seen = LinkObserver(links)
            witness = seen
            return seen
        })
        #expect(outcome.divergence == nil, "\(outcome.divergence?.description ?? "")")
        #expect(outcome.summary == recording.summary && !outcome.isCutShort)
        #expect(try text(of: outcome.journal) == text(of: recording.journal))
        #expect(witness?.instants == instants && !instants.isEmpty)
    }

    @Test("Own time is the same whether a run is recorded or not")
    func ownTime() throws {
        for scenario in [Scenario.named("tagOpensApp"), .named("configurationExchange"), .named("fullFlow")] {
            let unrecorded = JournalRecorder()
            let plain = try BenchFactory.open(.simulated, for: scenario, seed: 5)
            let summary = ScenarioRun(scenario: scenario, rig: rig, seed: 5).play(
                on: MovingLinks(plain), recorder: unrecorded)
            let links = try BenchFactory.open(.simulated, for: scenario, seed: 5)
            let recording = Recording(of: scenario, on: rig, seed: 5, MovingLinks(links))
            #expect(recording.summary == summary, "\(scenario.name)")
            #expect(try text(of: recording.journal) == text(of: unrecorded.entries))
            let own = summary.measured.filter { $0.what == "route: own time" }
            #expect(own.isEmpty == !scenario.needs.contains(.nfc), "\(scenario.name): a driver's time is our own")
        }
    }

    @Test("In virtual time the clock is not read: the trace has no reading, and every deadline")
    func virtualTime() throws {
        let events = try Recording(of: .named("fullFlow")).events
        for event in events {
            switch event {
            case .clock, .stoodStill: Issue.record("\(event)")
            case .waited(let until, let deadline): #expect(max(deadline, until) == until, "\(event)")
            case .began, .received, .interrupted, .sent, .journal, .kernel, .gap, .ended: break
            }
        }
    }

    @Test("A deadline that differs by a nanosecond is reported, whichever it is")
    func everyDeadline() throws {
        let (recording, _) = try live(.named("fullFlow"))
        var tried = 0
        for (place, event) in recording.events.enumerated() {
            guard case .waited(let until, let deadline) = event, deadline != .never else { continue }
            var events = recording.events
            events[place] = .waited(until: until, deadline: deadline + Lapse(nanoseconds: 1))
            let divergence = try recording.replay(events).play(keepingJournal: false).divergence
            #expect(divergence?.kind == .waits(until: deadline, insteadOf: deadline + Lapse(nanoseconds: 1)))
            tried += 1
            if tried == 20 { break }
        }
        #expect(tried >= 5)
    }

    @Test("Instants in a file that are centuries off are played to an end")
    func centuries() throws {
        let (recording, _) = try live(.named("tagOpensApp"))
        for (place, event) in recording.events.enumerated().filter({ $0.element.isOfLinks }) {
            var events = recording.events
            switch event {
            case .clock: events[place] = .clock(.never)
            case .sent(let outbound, _, let number): events[place] = .sent(outbound, at: .never, number: number)
            case .received(let arrival, _, let number):
                events[place] = .received(arrival, now: .never, number: number)
            case .waited(_, let deadline): events[place] = .waited(until: .never, deadline: deadline)
            case .began, .stoodStill, .interrupted, .journal, .kernel, .gap, .ended: continue
            }
            let outcome = try recording.replay(events).play(keepingJournal: false)
            #expect(outcome.divergence != nil, "event \(place)")
        }
    }
}
