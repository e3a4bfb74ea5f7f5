import Ground
import Links
import Recordings
import Replay
import Scenarios
import Testing
import Traces

private let header = TraceHeader(
    scenario: "none", rig: "none", seed: 1, program: "tests", wallClock: WallInstant(nanoseconds: 0), start: .start,
    accessories: [.door], hasKit: false, hasReader: false, scenarioText: "", rigText: "")

private func at(_ milliseconds: Int) -> Instant { .start + .milliseconds(milliseconds) }

private let request = Outbound.bluetooth(.door, .frame([0x0A, 0x03, 0x00]))
private let other = Outbound.bluetooth(.door, .frame([0x0A, 0x05, 0x00]))
private let answer = Arrival(.bluetooth(.door, .frame([0x0B, 0x44])), at: at(5))

/// A request, its answer, a wait, and another request.
private let recorded: [TraceEvent] = [
    .began(header), .sent(request, at: at(0), number: 1), .received(answer, now: at(6), number: 2),
    .waited(until: at(10), deadline: at(10)), .sent(other, at: at(10), number: 3),
    .ended(verdict: "passed", reason: nil),
]

private func links(
    _ mode: ReplayMode = .strict(waits: .exact), until frame: Int? = nil, _ events: [TraceEvent] = recorded
) throws -> ReplayLinks {
    ReplayLinks(try ReplayScript(events), mode: mode, until: frame)
}

struct ReplayLinksTests {
    @Test("The same calls get the same answers at the same instants")
    func same() throws {
        let links = try links()
        #expect(links.now == .start && links.send(request) == at(0))
        #expect(links.receive(until: at(10)) == .arrival(answer) && links.now == at(6))
        #expect(links.receive(until: at(10)) == .deadline && links.now == at(10))
        #expect(links.send(other) == at(10) && links.divergence == nil && links.framesPlayed == 3)
    }

    @Test("A frame other than the recorded one is named with its number and the last arrival")
    func otherFrame() throws {
        let links = try links()
        _ = links.send(other)
        let divergence = try #require(links.divergence)
        #expect(divergence.kind == .sent(other, insteadOf: request) && divergence.frame == 1 && divergence.after == nil)
        #expect(
            divergence.description == "frame 1 at 0.000 s: the phone sends bluetooth door att 0a 05 00, "
                + "but sent bluetooth door att 0a 03 00 in the recording")
        #expect(links.receive(until: at(20)) == .arrival(answer), "what is left arrives at its instant")
        #expect(links.now == at(6))
    }

    @Test("A frame that was not recorded and a recorded frame that is not sent are distinguished")
    func moreAndLess() throws {
        let more = try links()
        _ = more.send(request)
        _ = more.send(request)
        #expect(more.divergence?.kind == .sentUnrecorded(request) && more.divergence?.frame == 1)
        let less = try links()
        #expect(less.receive(until: at(4)) == .deadline, "from there on, arrivals are free: the answer comes later")
        #expect(less.divergence?.kind == .notSent(request) && less.divergence?.frame == 1)
        #expect(less.now == at(4))
    }

    @Test("A recorded deadline is compared to the nanosecond, however late the bench woke")
    func deadlines() throws {
        var recorded = recorded
        recorded[3] = .waited(until: at(10), deadline: at(9))
        let same = try links(.strict(waits: .loose), recorded)
        _ = same.send(request)
        #expect(same.receive(until: .never) == .arrival(answer) && same.receive(until: at(9)) == .deadline)
        #expect(same.now == at(10) && same.send(other) == at(10) && same.divergence == nil)
        for other in [at(9) + Lapse(nanoseconds: 1), at(9) - Lapse(nanoseconds: 1), at(10), .never] {
            let links = try links(.strict(waits: .loose), recorded)
            _ = links.send(request)
            _ = [links.receive(until: at(9)), links.receive(until: other)]
            #expect(links.divergence?.kind == .waits(until: other, insteadOf: at(9)))
        }
    }

    @Test("An arrival in time is delivered however late the loop took it, and one after the deadline differs")
    func late() throws {
        var recorded = recorded
        recorded[2] = .received(answer, now: at(5_000), number: 2)
        let late = try links(.strict(waits: .loose), recorded)
        _ = late.send(request)
        #expect(late.receive(until: at(5)) == .arrival(answer) && late.now == at(5_000) && late.divergence == nil)
        let earlier = try links(.strict(waits: .loose), recorded)
        _ = earlier.send(request)
        #expect(earlier.receive(until: at(4)) == .deadline && earlier.now == at(4))
        #expect(earlier.divergence?.kind == .woke(at: at(4), insteadOf: at(5_000)) && earlier.divergence?.frame == 2)
    }

    @Test("Each clock reading is replayed where it was made; one more or less is no difference")
    func readings() throws {
        var recorded = recorded
        recorded.insert(contentsOf: [.clock(at(7)), .clock(at(8))], at: 3)
        let same = try links(.strict(waits: .exact), recorded)
        _ = same.send(request)
        #expect(same.now == at(0), "no reading stands between the request and its answer")
        #expect(same.receive(until: at(10)) == .arrival(answer))
        #expect([same.now, same.now, same.now] == [at(7), at(8), at(8)])
        #expect(same.receive(until: at(10)) == .deadline && same.now == at(10) && same.divergence == nil)
        let fewer = try links(.strict(waits: .exact), recorded)
        _ = [fewer.send(request), fewer.now, fewer.now]
        _ = [fewer.receive(until: at(10)), fewer.receive(until: at(10))]
        #expect(fewer.send(other) == at(10) && fewer.divergence == nil && fewer.framesPlayed == 3)
    }

    @Test("A run that continues past the end of a complete recording differs")
    func wentOn() throws {
        let links = try links()
        _ = links.send(request)
        _ = [links.receive(until: at(10)), links.receive(until: at(10))]
        _ = links.send(other)
        #expect(links.receive(until: at(30)) == .deadline && links.now == at(30))
        #expect(links.divergence?.kind == .wentOn && links.divergence?.frame == 3)
    }

    @Test("If a recording is cut short, the run is interrupted once, and what it waits for then passes")
    func cut() throws {
        let links = try links(.strict(waits: .exact), Array(recorded.prefix(3)))
        _ = links.send(request)
        #expect(links.receive(until: at(10)) == .arrival(answer))
        #expect(links.receive(until: at(10)) == .interrupted && links.divergence == nil && links.isCutShort)
        #expect(links.receive(until: at(10)) == .deadline && links.now == at(10) && links.send(other) == at(10))
        #expect(links.divergence == nil)
    }

    @Test("A replay that must stop at a frame plays that one and no more", arguments: 1...3)
    func until(frame: Int) throws {
        let links = try links(until: frame)
        _ = links.send(request)
        let first = links.receive(until: at(10))
        #expect(first == (frame == 1 ? .interrupted : .arrival(answer)))
        let second = links.receive(until: at(10))
        #expect(second == .deadline, "the recorded wait, or the one behind the stop")
        _ = links.send(other)
        let last = links.receive(until: at(20))
        #expect(last == (frame == 2 ? .interrupted : .deadline))
        #expect(links.framesPlayed == frame && (frame == 3) == (links.divergence?.kind == .wentOn))
    }

    @Test("In free mode, arrivals come at their instants whatever is sent, and the first differing frame is reported")
    func free() throws {
        let links = try links(.free)
        _ = links.send(request)
        #expect(links.receive(until: at(2)) == .deadline && links.now == at(2))
        #expect(links.receive(until: at(9)) == .arrival(answer) && links.now == at(6))
        _ = links.send(request)
        #expect(links.divergence?.kind == .sent(request, insteadOf: other) && links.divergence?.frame == 3)
        #expect(links.receive(until: .never) == .interrupted, "nothing will ever happen")
    }

    @Test("Proving a working device leaves the clock as it was read; a fault is reported at its instant only")
    func proofs() throws {
        let fault = RigFault("stuck", remedy: "Plug it in again")
        func arrival(at instant: Instant) -> Arrival { Arrival(.fault(.bluetooth(.door), fault), at: instant) }
        let whole = try links(
            .strict(waits: .exact),
            [
                .began(header), .sent(request, at: at(0), number: 1), .clock(at(2)), .clock(at(3)),
                .waited(until: at(10), deadline: at(10)), .ended(verdict: "passed", reason: nil),
            ])
        #expect(whole.send(request) == at(0) && whole.prove(.bluetooth(.door)) == nil)
        #expect(whole.now == at(2) && whole.now == at(3) && whole.receive(until: at(10)) == .deadline)
        #expect(whole.divergence == nil)

        let stuck = try links(
            .strict(waits: .exact),
            [
                .began(header), .sent(request, at: at(0), number: 1), .clock(at(2)),
                .received(arrival(at: at(4)), now: at(4), number: 2), .ended(verdict: "error", reason: nil),
            ])
        #expect(stuck.send(request) == at(0) && stuck.prove(.bluetooth(.door)) == fault && stuck.now == at(4))
        // An unsolicited one was handled later than it happened: it was received, and not requested.
        let told = try links(
            .strict(waits: .exact),
            [
                .began(header), .sent(request, at: at(0), number: 1), .clock(at(2)),
                .received(arrival(at: at(3)), now: at(4), number: 2), .ended(verdict: "error", reason: nil),
            ])
        #expect(told.send(request) == at(0) && told.prove(.bluetooth(.door)) == nil && told.now == at(2))
        #expect(told.receive(until: at(10)) == .arrival(arrival(at: at(3))))
    }

    @Test("Each reception is paced to the instant at which it ends")
    func paced() throws {
        var instants: [Instant] = []
        let links = ReplayLinks(try ReplayScript(recorded), mode: .strict(waits: .exact)) {
            instants.append($0)
            return instants.count < 3
        }
        _ = links.send(request)
        _ = [links.receive(until: at(10)), links.receive(until: at(10))]
        #expect(instants == [at(6), at(10)])
        _ = links.send(other)
        #expect(links.receive(until: at(20)) == .interrupted && links.isCutShort, "the pace says when it is enough")
    }

    @Test("A trace without a header, without a scenario or without a frame cannot be played")
    func unplayable() throws {
        #expect(throws: ReplayError.noHeader) { try ReplayScript(Array(recorded.dropFirst())) }
        #expect(throws: ReplayError.noScenario) { try Replay(ReplayScript(recorded)) }
        #expect(throws: ReplayError.nothingPlayed(verdict: "error", reason: "no kit")) {
            try Replay(ReplayScript([.began(header), .ended(verdict: "error", reason: "no kit")]))
        }
    }

    @Test("Events after a gap are not played")
    func gap() throws {
        let script = try ReplayScript(Array(recorded.prefix(2)) + [.gap("part 2 is missing")] + recorded.dropFirst(2))
        #expect(script.ending == .gap("part 2 is missing"))
        let links = ReplayLinks(script, mode: .strict(waits: .exact))
        #expect(links.send(request) == at(0) && links.receive(until: at(10)) == .interrupted)
        #expect(links.divergence == nil && links.framesPlayed == 1 && links.isCutShort)
        #expect(throws: ReplayError.beginningMissing("part 1 is missing")) {
            try Replay(ReplayScript([.began(header), .gap("part 1 is missing")] + recorded.dropFirst()))
        }
    }
}

@Suite("Streams played again") struct StreamReplayTests {
    @Test("Several connections give the same answers, and a changed byte is named on its own") func streams() throws {
        let (one, two) = (StreamID.agent(of: "pad", connection: 1), StreamID.agent(of: "pad", connection: 2))
        let events: [TraceEvent] = [
            .began(header), .sent(.stream(one, .open), at: at(0), number: 1),
            .sent(.stream(two, .open), at: at(0), number: 2),
            .received(Arrival(.stream(two, .opened("Gate")), at: at(3)), now: at(3), number: 3),
            .received(Arrival(.stream(one, .opened("Door")), at: at(4)), now: at(4), number: 4),
            .sent(.stream(one, .bytes([1, 0, 0, 0, 0x0A])), at: at(4), number: 5),
            .received(Arrival(.stream(one, .bytes([1, 0])), at: at(6)), now: at(6), number: 6),
            .received(Arrival(.stream(two, .closed("gone")), at: at(7)), now: at(7), number: 7),
            .ended(verdict: "passed", reason: nil),
        ]
        var writer = TraceWriter()
        let read = TraceReader.read(events.flatMap { writer.bytes(for: $0) })
        #expect(read.error == nil && read.events == events)
        func play(_ message: UInt8) throws -> ReplayLinks {
            let links = try links(.strict(waits: .exact), read.events)
            _ = links.send(.stream(one, .open))
            _ = links.send(.stream(two, .open))
            #expect(links.receive(until: .never) == .arrival(Arrival(.stream(two, .opened("Gate")), at: at(3))))
            #expect(links.receive(until: .never) == .arrival(Arrival(.stream(one, .opened("Door")), at: at(4))))
            _ = links.send(.stream(one, .bytes([1, 0, 0, 0, message])))
            return links
        }
        let same = try play(0x0A)
        #expect(same.receive(until: .never) == .arrival(Arrival(.stream(one, .bytes([1, 0])), at: at(6))))
        #expect(same.receive(until: .never) == .arrival(Arrival(.stream(two, .closed("gone")), at: at(7))))
        #expect(same.divergence == nil && same.framesPlayed == 7)
        let other = try play(0x0C)
        #expect(other.divergence?.frame == 5)
    }
}
