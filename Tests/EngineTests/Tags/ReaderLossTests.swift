import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// A reader that disappears is never the tag's fault.
struct ReaderLossTests {
    private static let tap = Scenario("taps", "Taps the door's tag", phone: .withDoorApp) {
        Tap(.doorTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
    }

    @Test("A reader that is lost instead of answering is waited for, and the tap passes")
    func lostAnywhere() {
        let answers = play(Self.tap).entries.count { $0.frame?.link == .reader && $0.frame?.direction == .inbound }
        #expect(answers > 5)
        for place in 1..<answers {
            let played = play(Self.tap, through: { LossyReader($0, at: place, away: 2) })
            #expect(played.summary.verdict == .passed, "answer \(place): \(played.summary.reason ?? "")")
            #expect(played.kinds.filter { $0 == "reader lost" }.count == 1, "answer \(place)")
            #expect(played.kinds.filter { $0 == "delivered" }.count == 1, "answer \(place)")
        }
    }

    @Test("A reader that stays away is an error and no failure, whichever answer was its last")
    func lostForGood() {
        let answers = play(Self.tap).entries.count { $0.frame?.link == .reader && $0.frame?.direction == .inbound }
        for place in 1..<(answers - 1) {
            let played = play(Self.tap, through: { LossyReader($0, at: place, away: .max) })
            guard played.summary.verdict != .passed else {
                #expect(Bool(false), "answer \(place): it passed without a reader")
                continue
            }
            #expect(played.summary.verdict == .error, "answer \(place): \(played.summary.verdict)")
            #expect(played.summary.failures.isEmpty)
        }
    }

    @Test(
        "A fault of the scenario that had no effect does not excuse a loss a second later",
        arguments: [
            SimulatingReader(.silent) { Stay(.milliseconds(1)) }.step, SimulateReader(.aborts).step,
        ])
    func idleTrouble(trouble: Step) {
        let scenario = Scenario(
            name: "idle", summary: "Polls on after a fault of the reader", phone: .withDoorApp,
            steps: [
                Stay(.milliseconds(30)).step, trouble, Stay(.seconds(2)) { Expect(.notified(), count: 0) }.step,
                Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }.step,
            ], spot: SourceSpot(#fileID, #line))
        #expect(play(scenario).summary.verdict == .passed)
        let played = play(scenario, through: { LossyReader($0, at: 6, away: 2) })
        #expect(played.summary.verdict == .error)
        let reason = played.summary.reason ?? ""
        #expect(reason.hasSuffix("the nfc reader was away meanwhile: the cable is out"), "\(reason)")
        #expect(played.kinds.count { $0 == "reader lost" } == 1)
    }

    @Test("A step waits while the reader is gone, and gets its full time again when it is back")
    func waitsInTheMiddle() {
        var bench = DirectorBench(Self.tap)
        bench.stage(.presented(.doorTag), at: 10)
        bench.hear(.tag(event: .readerLost(reason: "the cable is out")), at: 30)
        bench.pass(to: 60_000)
        #expect(bench.ending == nil)
        bench.hear(.tag(event: .readerBack(name: "a reader", after: .seconds(60))), at: 60_030)
        bench.pass(to: 69_000)
        #expect(bench.ending == nil)
        bench.pass(to: 71_000)
        guard case .error? = bench.ending else { return #expect(Bool(false), "\(String(describing: bench.ending))") }
    }

    @Test("An error of the stage names the reader's loss in the step")
    func named() {
        var bench = DirectorBench(
            Scenario("removes", "Takes a tag away", phone: .withDoorApp) {
                Present(.doorTag, within: .seconds(1))
                Remove(.doorTag, within: .seconds(1))
            })
        bench.stage(.presented(.doorTag), at: 10)
        bench.hear(.tag(event: .detected(tag: TagIdentity(uid: [1, 2, 3, 4], atqa: 4, sak: 0))), at: 20)
        bench.hear(.tag(event: .readerLost(reason: "it aborted")), at: 30)
        bench.hear(.tag(event: .readerBack(name: "a reader", after: .milliseconds(5))), at: 40)
        bench.pass(to: 60_000)
        guard case .error(let why)? = bench.ending else {
            return #expect(Bool(false), "\(String(describing: bench.ending))")
        }
        #expect(why.link == .reader)
        #expect(why.reason.hasPrefix("the nfc reader was lost meanwhile: it aborted; doorTag was "), "\(why)")
    }

    @Test("A step that fails although the reader came back in between is an error")
    func cannotBeJudged() {
        var bench = DirectorBench(Self.tap)
        bench.stage(.presented(.doorTag), at: 10)
        bench.hear(.tag(event: .detected(tag: TagIdentity(uid: [1, 2, 3, 4], atqa: 4, sak: 0))), at: 20)
        bench.hear(.tag(event: .readerLost(reason: "the cable is out")), at: 30)
        bench.hear(.tag(event: .readerBack(name: "a reader", after: .milliseconds(5))), at: 40)
        bench.pass(to: 20_000)
        guard case .error(let why)? = bench.ending else {
            #expect(Bool(false), "\(String(describing: bench.ending))")
            return
        }
        #expect(why.link == .reader)
        #expect(why.reason.hasSuffix("which cannot be judged: the nfc reader was lost meanwhile: the cable is out"))
    }

    @Test("A count that a block expects cannot be judged if the reader was lost during the block")
    func blockCannotBeJudged() {
        var bench = DirectorBench(
            Scenario("waits", "Waits for a tag", phone: .withDoorApp) {
                Expect(.opened(.doorApp), count: 1, within: .seconds(5))
            })
        bench.hear(.tag(event: .readerLost(reason: "it aborted")), at: 30)
        bench.pass(to: 20_000)
        guard case .error? = bench.ending else {
            #expect(Bool(false), "\(String(describing: bench.ending))")
            return
        }
    }

    @Test("A step that needs the reader waits until it is back")
    func waits() {
        var bench = DirectorBench(
            Scenario("waits", "Taps after a loss", phone: .withDoorApp) {
                Stay(.seconds(1))
                Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
            })
        bench.hear(.tag(event: .readerLost(reason: "it aborted")), at: 30)
        bench.pass(to: 5_000)
        #expect(bench.started.count == 1)
        bench.hear(.tag(event: .readerBack(name: "a reader", after: .seconds(5))), at: 5_100)
        #expect(bench.started.count == 2)
    }

    @Test("A tap without a loss that fails is a failure")
    func failure() {
        var bench = DirectorBench(Self.tap)
        bench.stage(.presented(.doorTag), at: 10)
        bench.pass(to: 20_000)
        #expect(bench.seen?.hasPrefix("no tag in the field") == true)
    }
}

/// A reader that is lost in place of one of its answers, and returns after it was opened a number of times.
private final class LossyReader: LinkSet {
    private let links: any LinkSet
    private let place: Int
    private var opensLeft: Int
    private var answers = 0
    private var isLost = false
    private var pending: [Arrival] = []

    init(_ links: any LinkSet, at place: Int, away: Int) {
        self.links = links
        self.place = place
        opensLeft = away
    }

    var now: Instant { links.now }

    func send(_ outbound: Outbound) -> Instant {
        guard isLost, case .reader(let request) = outbound else { return links.send(outbound) }
        guard request == .open else { return links.now }
        opensLeft -= 1
        guard opensLeft > 0 else {
            isLost = false
            // The actual reader was never away; it is closed like one that is reopened.
            _ = links.send(.reader(.close))
            return links.send(outbound)
        }
        pending.append(Arrival(.reader(.lost("still away")), at: links.now))
        return links.now
    }

    func receive(until deadline: Instant) -> Reception {
        if !pending.isEmpty { return .arrival(pending.removeFirst()) }
        while true {
            let reception = links.receive(until: deadline)
            guard case .arrival(let arrival) = reception, case .reader = arrival.inbound else { return reception }
            if isLost { continue }
            answers += 1
            guard answers == place + 1 else { return reception }
            isLost = true
            return .arrival(Arrival(.reader(.lost("the cable is out")), at: arrival.instant))
        }
    }

    func prove(_ link: LinkID) -> RigFault? { links.prove(link) }
    func close() { links.close() }
}
