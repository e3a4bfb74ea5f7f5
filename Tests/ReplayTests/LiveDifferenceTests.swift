import Benches
import Engine
import Ground
import Journal
import Links
import Recordings
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import UWB
import Zoo

@testable import Replay

struct LiveDifferenceTests {
    /// Plays the recorded phone of a scenario against a bench with changes.
    private func play(
        _ scenario: Scenario, until frame: Int? = nil, pace: PhoneReplay.Pace = PhoneReplay.Pace(),
        interrupt: @escaping (Int) -> Bool = { _ in false }, change: @escaping (Arrival) -> [Arrival] = { [$0] }
    ) throws -> (live: LiveReplaying, recording: Recording, sent: [Outbound]) {
        let recording = try Recording(of: scenario)
        let bench = try BenchFactory.open(.simulated, for: scenario, seed: 9)
        defer { bench.close() }
        let links = ChangedLinks(bench, interrupt: interrupt, change: change)
        let live = LiveReplaying(recording, on: .simulated, over: links, until: frame, pace: pace)
        return (live, recording, links.sent)
    }

    @Test("the way the kit's line cuts its messages makes no difference")
    func pieces() throws {
        let (live, _, _) = try play(
            .named("fullFlow"),
            change: { arrival in
                guard case .kit(.bytes(let bytes)) = arrival.inbound else { return [arrival] }
                return bytes.map { Arrival(.kit(.bytes([$0])), at: arrival.instant) }
            })
        #expect(live.outcome.difference == nil, "\(live.words)")
        #expect(live.judgement.summary.verdict == .passed, "\(live.words)")
    }

    @Test("a missing answer is named by its frame, and the rest is played")
    func missing() throws {
        var isDropped = false
        let (live, recording, _) = try play(
            .named("configurationExchange"),
            change: { arrival in
                guard !isDropped, arrival.isNotification else { return [arrival] }
                isDropped = true
                return []
            })
        let difference = try #require(live.outcome.difference)
        guard case .missing(let inbound, let waited) = difference.kind else {
            Issue.record("\(live.words)")
            return
        }
        let frame = try #require(recording.events.firstNotification)
        #expect(difference.frame == frame && inbound.isNotification && waited >= .seconds(2))
        #expect(!difference.isOfRig && difference.link == .bluetooth("door"))
        #expect(difference.description.hasPrefix("frame \(frame), bluetooth door: nothing came for "))
        #expect(live.judgement.summary.verdict == .failed, "\(live.words)")
    }

    @Test("a message that comes twice is named as not recorded there")
    func unrecorded() throws {
        let (live, _, _) = try play(
            .named("configurationExchange"),
            change: { arrival in
                arrival.isNotification ? [arrival, arrival] : [arrival]
            })
        let difference = try #require(live.outcome.difference)
        switch difference.kind {
        case .unrecorded(let inbound), .differs(let inbound, from: _, why: _): #expect(inbound.isNotification)
        case .missing, .unsendable, .stream: Issue.record("\(live.words)")
        }
        #expect(difference.link == .bluetooth("door"))
    }

    @Test("one message more than was ever recorded is named as such")
    func oneMore() throws {
        let recording = try Recording(of: .named("configurationExchange"))
        let last = recording.events.reduce(0) { count, event in
            if case .received(let arrival, _, _) = event, arrival.isNotification { return count + 1 }
            return count
        }
        var count = 0
        let (live, _, _) = try play(
            .named("configurationExchange"),
            change: { arrival in
                if arrival.isNotification { count += 1 }
                return arrival.isNotification && count == last ? [arrival, arrival] : [arrival]
            })
        guard case .unrecorded(let inbound) = live.outcome.difference?.kind else {
            Issue.record("\(live.words)")
            return
        }
        #expect(inbound.isNotification && live.words.contains("nothing like it was recorded there"))
    }

    @Test("a different value in an answer is named with the recorded one")
    func otherValue() throws {
        let (live, _, _) = try play(
            .named("configurationExchange"),
            change: { arrival in
                guard case .bluetooth(let name, .frame(var bytes)) = arrival.inbound, arrival.isNotification,
                    bytes.count > 20
                else { return [arrival] }
                // The preferred update rate in the configuration.
                bytes[3 + 1 + 4] ^= 1
                return [Arrival(.bluetooth(name, .frame(bytes)), at: arrival.instant)]
            })
        let difference = try #require(live.outcome.difference)
        guard case .differs(let now, from: let then, why: nil) = difference.kind else {
            Issue.record("\(live.words)")
            return
        }
        #expect(now != then && now.isNotification && then.isNotification)
    }

    @Test("a kit that does not answer is the rig's fault, and a fault is no difference of either side")
    func faultsOfTheRig() throws {
        var count = 0
        let (silent, _, _) = try play(
            .named("fullFlow"),
            change: { arrival in
                guard case .kit(.bytes(let bytes)) = arrival.inbound, bytes.first.map({ $0 >> 5 == 2 }) == true else {
                    return [arrival]
                }
                count += 1
                return count == 3 ? [] : [arrival]
            })
        #expect(silent.outcome.difference?.isOfRig == true, "\(silent.words)")

        let fault = RigFault("the kit was pulled out", remedy: "Put it back")
        var arrivals = 0
        let (broken, _, _) = try play(
            .named("fullFlow"),
            change: { arrival in
                arrivals += 1
                return arrivals == 30 ? [Arrival(.fault(.kit, fault), at: arrival.instant)] : [arrival]
            })
        #expect(broken.outcome.fault == PhoneReplayOutcome.LinkFault(link: .kit, fault: fault))
        #expect(broken.outcome.difference == nil)
    }

    @Test("if the accessory hangs up, nothing more is sent to it until it is connected again")
    func hangsUp() throws {
        var hasStarted = false
        let (live, _, sent) = try play(
            .named("configurationExchange"),
            change: { arrival in
                guard !hasStarted, arrival.isNotification, case .bluetooth(let name, _) = arrival.inbound else {
                    return [arrival]
                }
                hasStarted = true
                return [arrival, Arrival(.bluetooth(name, .disconnected(.remote)), at: arrival.instant)]
            })
        let difference = try #require(live.outcome.difference)
        #expect(difference.link == .bluetooth("door"), "\(live.words)")
        let isDown = live.events.drop { event in
            if case .received(let arrival, _, _) = event, case .bluetooth(_, .disconnected) = arrival.inbound {
                return false
            }
            return true
        }
        let after = isDown.compactMap { event -> Outbound? in
            if case .sent(.bluetooth(let name, .frame(let bytes)), _, _) = event {
                return .bluetooth(name, .frame(bytes))
            }
            return nil
        }
        #expect(!isDown.isEmpty && after.isEmpty && !sent.isEmpty)
    }

    @Test("a link that ends instead of an answer is reported, and immediately")
    func endsInstead() throws {
        var hasEnded = false
        let (live, recording, _) = try play(
            .named("configurationExchange"),
            change: { arrival in
                guard arrival.isNotification, case .bluetooth(let name, _) = arrival.inbound else { return [arrival] }
                defer { hasEnded = true }
                return hasEnded
                    ? [] : [Arrival(.bluetooth(name, .disconnected(.supervisionTimeout)), at: arrival.instant)]
            })
        let difference = try #require(live.outcome.difference)
        let ended = Inbound.bluetooth("door", .disconnected(.supervisionTimeout))
        guard case .differs(ended, from: let then, why: nil) = difference.kind else {
            Issue.record("\(live.words)")
            return
        }
        #expect(then.isNotification && difference.frame == recording.events.firstNotification)
        let down = live.events.compactMap { event in
            if case .received(let arrival, _, _) = event, arrival.inbound == ended { arrival.instant } else { nil }
        }
        #expect(difference.instant - (try #require(down.first)) <= .milliseconds(250))
    }

    @Test("an answer that crossed with the link's end is taken as the answer it is")
    func crosses() throws {
        var hasEnded = false
        let (live, _, _) = try play(
            .named("configurationExchange"),
            change: { arrival in
                guard !hasEnded, arrival.isNotification, case .bluetooth(let name, _) = arrival.inbound else {
                    return [arrival]
                }
                hasEnded = true
                return [Arrival(.bluetooth(name, .disconnected(.remote)), at: arrival.instant), arrival]
            })
        switch live.outcome.difference?.kind {
        case .differs(_, from: let then, why: _), .missing(let then, waited: _):
            #expect(!then.isNotification, "\(live.words)")
        case .unrecorded, .unsendable: break
        case .stream, nil: Issue.record("\(live.words)")
        }
    }

    @Test("a random field is matched once, and must then stay the same, both ways")
    func fields() throws {
        var fields = FieldMap()
        let door = FieldMap.Field.rangingAddress("door")
        #expect(fields.match(door, recorded: [1, 0], live: [9, 0]) == nil)
        #expect(fields.match(door, recorded: [1, 0], live: [9, 0]) == nil)
        #expect(fields.match(.rangingAddress("trunk"), recorded: [1, 0], live: [7, 0]) == nil)
        #expect(fields.match(door, recorded: [2, 0], live: [8, 0]) == nil)
        let new = fields.match(door, recorded: [1, 0], live: [6, 0])
        #expect(new == "its short MAC address is new, but was unchanged in the recording")
        let old = fields.match(door, recorded: [3, 0], live: [8, 0])
        #expect(old == "its short MAC address is unchanged, but was new in the recording")
    }

    @Test("the kit gets the live accessory's address, even if a probe swaps its bytes")
    func addresses() throws {
        var fields = FieldMap()
        _ = fields.match(.rangingAddress("door"), recorded: [0x34, 0x12], live: [0x78, 0x56])
        var configuration = AppConfiguration()
        configuration[.destinationMACAddress] = [0x34, 0x12, 0x12, 0x34, 0x01, 0x02]
        configuration[.deviceMACAddress] = [0x34, 0x12]
        _ = fields.match(.session, recorded: [1, 0, 0, 0], live: [5, 0, 0, 0])
        let token = SessionToken(rawValue: 1)
        let told = fields.outbound(
            .kit(.bytes(UCICommand.setAppConfig(token, configuration).packet.encoded)))
        configuration[.destinationMACAddress] = [0x78, 0x56, 0x56, 0x78, 0x01, 0x02]
        let command = UCICommand.setAppConfig(SessionToken(rawValue: 5), configuration)
        #expect(told == .kit(.bytes(command.packet.encoded)))
        #expect(fields.recordedSession(5) == 1 && fields.recordedSession(77) == 77)
    }

    @Test("a person's end or an end at a frame leaves accessory and kit stopped and the link down")
    func closesDown() throws {
        let recording = try Recording(of: .named("zoneWalk"))
        let frames = PhoneScript(recording.events).frames
        let (short, _, sentShort) = try play(.named("zoneWalk"), until: frames / 2)
        #expect(short.outcome.difference == nil && !short.outcome.isInterrupted, "\(short.words)")
        expectClosed(sentShort)
        let (ended, _, sentEnded) = try play(.named("zoneWalk"), interrupt: { $0 == frames / 2 })
        #expect(ended.outcome.isInterrupted)
        expectClosed(sentEnded)
    }

    private func expectClosed(_ sent: [Outbound]) {
        let tail = sent.suffix(8)
        let stops = tail.contains { outbound in
            guard case .bluetooth("door", .frame(let bytes)) = outbound else { return false }
            return bytes.last == 0x0C && bytes.count == 4
        }
        #expect(stops, "\(tail)")
        // RANGE_STOP and SESSION_DEINIT.
        for head: [UInt8] in [[0x22, 0x01], [0x21, 0x01]] {
            let isThere = tail.contains { outbound in
                guard case .kit(.bytes(let bytes)) = outbound else { return false }
                return bytes.starts(with: head)
            }
            #expect(isThere, "\(head.hex): \(tail)")
        }
        #expect(tail.contains(.kit(.close)) && tail.contains(.bluetooth("door", .disconnect)), "\(tail)")
    }

    @Test("if the judging phone goes beyond what was played, or elsewhere, there is no verdict")
    func difference() throws {
        let (live, recording, _) = try play(.named("configurationExchange"))
        #expect(live.judgement.difference == nil && live.judgement.summary.verdict == .passed, "\(live.words)")
        let half = TraceStream(Array(live.events.prefix(live.events.count / 2)))
        let cut = LiveJudgement(half, from: .start, by: recording.scenario, on: .simulated, seed: 1)
        #expect(cut.difference != nil && cut.summary.verdict != .passed && cut.failure(wasAlike: false) == nil)
        // Another seed generates other parameters than those that were sent.
        let other = LiveJudgement(
            TraceStream(live.events), from: .start, by: recording.scenario, on: .simulated, seed: 2)
        let what = try #require(other.difference?.what)
        #expect(what.contains("it sends att 12 ") && other.failure(wasAlike: false) == nil, "\(what)")
    }

    @Test("at twice the speed the phone's own delays are half as long")
    func speed() throws {
        let (usual, _, _) = try play(.named("timeoutAndRetry"))
        let (fast, _, _) = try play(.named("timeoutAndRetry"), pace: PhoneReplay.Pace(speed: 2))
        let spans = [usual, fast].map { live in
            (live.events.last?.sentAt ?? .start) - (live.events.first?.sentAt ?? .start)
        }
        #expect(spans[0] > .seconds(2) && spans[1] < spans[0] - .seconds(1), "\(spans)")
    }
}

extension Arrival {
    var isNotification: Bool { inbound.isNotification }
}

extension Inbound {
    fileprivate var isNotification: Bool {
        if case .bluetooth(_, .frame(let bytes)) = self { bytes.first == 0x1B } else { false }
    }
}

extension TraceEvent {
    /// The instant of sending or receiving.
    fileprivate var sentAt: Instant? {
        switch self {
        case .sent(_, let instant, _), .received(_, let instant, _), .waited(let instant, _): instant
        default: nil
        }
    }
}

extension [TraceEvent] {
    fileprivate var firstNotification: Int? {
        for case .received(let arrival, _, let number) in self where arrival.isNotification { return number }
        return nil
    }
}
