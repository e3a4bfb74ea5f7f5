import Ground
import Links
import NDEF
import Phone
import Simulators
import Testing

/// A reader with tags in memory, which serves an operation until it ends.
private struct ErrandBench {
    var errand: ReaderOperation
    var tags: [SimulatedTag]
    /// The number of the poll from which the tags are in the field again.
    var returnsAtPoll = 0
    /// Events that replace the answers to exchanges, by number.
    var insteadOfAnswer: [Int: ReaderEvent] = [:]
    /// Whether the tags generate a new UID for each poll.
    var haveRandomUIDs = false
    private(set) var requests: [ReaderRequest] = []
    private(set) var effects: [ReaderOperation.Effect] = []
    private var now = Instant.start
    private var polls = 0
    private var exchanges = 0

    init(_ task: ReaderOperation.Task, _ tags: [SimulatedTag]) {
        errand = ReaderOperation(task, patience: .seconds(2))
        self.tags = tags
    }

    var ending: ReaderOperation.Ending? {
        for case .ended(let ending) in effects { return ending }
        return nil
    }

    /// Plays until the operation has ended; gives up after more turns than any operation needs.
    mutating func play() {
        take(errand.begin())
        var turns = 0
        while ending == nil, turns < 2000 {
            turns += 1
            if let due = errand.deadline {
                now = max(now, due)
                take(errand.advance(to: now))
            }
        }
    }

    private mutating func take(_ new: [ReaderOperation.Effect]) {
        effects += new
        for case .request(let request) in new {
            requests.append(request)
            guard let event = answer(request) else { continue }
            take(errand.receive(event, at: now))
        }
    }

    private mutating func answer(_ request: ReaderRequest) -> ReaderEvent? {
        now = now + .milliseconds(2)
        switch request {
        case .open: return .opened("a reader in memory")
        case .poll: return poll()
        case .exchange(let command, _):
            exchanges += 1
            if let event = insteadOfAnswer[exchanges] { return event }
            return tags[0].receive(command).map { .response($0) } ?? .exchangeFailed("silence")
        case .checkPresence: return .tagPresent
        case .close: return nil
        }
    }

    private mutating func poll() -> ReaderEvent {
        polls += 1
        if polls == returnsAtPoll { tags[0].tearAway(afterAnswers: nil) }
        for index in tags.indices { tags[index].receiveActivation() }
        let there = tags.filter { !$0.isTornAway }.map { tag in
            guard haveRandomUIDs else { return tag.identity }
            let identity = tag.identity
            return TagIdentity(
                uid: [0x08, 1, 2, UInt8(clamping: polls)], atqa: identity.atqa, sak: identity.sak, ats: identity.ats)
        }
        return there.count > 1 ? .tagsFound(there) : there.first.map { .tagFound($0) } ?? .noTag
    }
}

@Suite struct TagErrandTests {
    private let message: [UInt8] = [0xD1, 0x01, 0x0E, 0x55, 0x04] + Array("example.com/a".utf8)
    private let other: [UInt8] = [0xD1, 0x01, 0x0E, 0x55, 0x04] + Array("example.com/b".utf8)

    @Test("a tag is read to its last page, and the reader is closed")
    func reads() throws {
        var bench = ErrandBench(.read, [try .type2(.ntag213, message: message)])
        bench.play()
        guard case .read(let contents, let commands) = bench.ending else {
            Issue.record("\(bench.effects)")
            return
        }
        #expect(contents.message == message)
        #expect(TagFacts(contents).chip != nil)
        #expect(commands == bench.requests.count { if case .exchange = $0 { true } else { false } })
        #expect(bench.requests.last == .close)
    }

    @Test("a tag that is removed during a read is looked for again and read from the beginning", arguments: 0..<8)
    func tornAway(after answers: Int) throws {
        var tag = try SimulatedTag.type4(message: message)
        tag.tearAway(afterAnswers: answers)
        var bench = ErrandBench(.read, [tag])
        bench.returnsAtPoll = 4
        bench.play()
        guard case .read(let contents, _) = bench.ending else {
            Issue.record("\(bench.effects)")
            return
        }
        #expect(contents.message == message)
        let found = bench.effects.count { if case .found = $0 { true } else { false } }
        #expect(found == 1, "a tag that comes back is reported once")
    }

    @Test("a tag that does not come back is reported as removed")
    func goneForGood() throws {
        var tag = try SimulatedTag.type4(message: message)
        tag.tearAway(afterAnswers: 2)
        var bench = ErrandBench(.read, [tag])
        bench.play()
        #expect(bench.ending == .tornAway)
        #expect(bench.requests.last == .close)
    }

    @Test("without a tag it ends when its patience runs out")
    func noTag() {
        var bench = ErrandBench(.read, [])
        bench.play()
        #expect(bench.ending == .noTag)
    }

    @Test("other tags beside the first are named and left alone")
    func several() throws {
        let first = try SimulatedTag.type2(.ntag213, message: message)
        let second = try SimulatedTag.type4(message: other)
        var bench = ErrandBench(.read, [first, second])
        bench.play()
        #expect(bench.effects.contains(.found(first.identity, others: [second.identity])))
        guard case .read(let contents, _) = bench.ending else {
            Issue.record("\(bench.effects)")
            return
        }
        #expect(contents.message == message)
    }

    @Test("a written message is on the tag, and writing it again writes nothing")
    func writes() throws {
        var bench = ErrandBench(.write(other, force: false), [try .type2(.ntag215, message: message)])
        bench.play()
        guard case .written(let report, _) = bench.ending else {
            Issue.record("\(bench.effects)")
            return
        }
        #expect(report.before?.message == message && report.after.message == other && report.writes > 0)
        var again = ErrandBench(.write(other, force: false), bench.tags)
        again.play()
        guard case .written(let second, _) = again.ending else {
            Issue.record("\(again.effects)")
            return
        }
        #expect(second.writes == 0)
    }

    @Test("a write that is interrupted is not repeated, and the tag's contents are reported", arguments: [3, 5, 7])
    func writingTornAway(after answers: Int) throws {
        var tag = try SimulatedTag.type4(message: message)
        tag.tearAway(afterAnswers: answers)
        var bench = ErrandBench(.write(other, force: false), [tag])
        bench.returnsAtPoll = 2
        bench.play()
        guard case .notWritten(let failure) = bench.ending else {
            Issue.record("\(bench.effects)")
            return
        }
        #expect(!"\(failure)".isEmpty)
        #expect(bench.requests.count { $0 == .poll } == 1)
    }

    @Test("a tag that no phone reads in the background is named", arguments: [0x08, 0x40])
    func unsupported(sak: Int) {
        let identity = TagIdentity(uid: [1, 2, 3, 4], atqa: 0x0004, sak: UInt8(clamping: sak))
        var errand = ReaderOperation(.read, patience: .seconds(1))
        _ = errand.begin()
        _ = errand.receive(.opened("a reader"), at: .start)
        let effects = errand.receive(.tagFound(identity), at: .start)
        #expect(effects.contains(.ended(.unsupported(TagPlatform(sak: identity.sak)))))
    }

    @Test("a lost reader, or one that answers out of turn, ends the operation as the rig's fault")
    func readerLost() {
        for event in [ReaderEvent.lost("the cable is out"), .tagPresent, .response([1])] {
            var errand = ReaderOperation(.read, patience: .seconds(1))
            _ = errand.begin()
            _ = errand.receive(.opened("a reader"), at: .start)
            let effects = errand.receive(event, at: .start)
            guard case .ended(.readerLost) = effects.last else {
                Issue.record("\(event): \(effects)")
                continue
            }
        }
    }

    @Test("a tag with a random UID that is removed is read when it comes back with another UID", arguments: 0..<8)
    func randomUID(after answers: Int) throws {
        var tag = try SimulatedTag.type4(message: message)
        tag.tearAway(afterAnswers: answers)
        var bench = ErrandBench(.read, [tag])
        bench.haveRandomUIDs = true
        bench.returnsAtPoll = 4
        bench.play()
        guard case .read(let contents, _) = bench.ending else {
            Issue.record("\(bench.effects)")
            return
        }
        #expect(contents.message == message)
    }

    @Test("a read in which the reader failed once starts over; a second failure is the reader's")
    func readerFails() throws {
        var bench = ErrandBench(.read, [try .type4(message: message)])
        bench.insteadOfAnswer = [2: .readerFailed("too hot")]
        bench.play()
        guard case .read(let contents, _) = bench.ending else {
            Issue.record("\(bench.effects)")
            return
        }
        #expect(contents.message == message)
        bench = ErrandBench(.read, [try .type4(message: message)])
        bench.insteadOfAnswer = [2: .readerFailed("too hot"), 4: .readerFailed("hotter")]
        bench.play()
        #expect(bench.ending == .readerLost("hotter", nil))
    }

    @Test("if a reader is lost or fails during a write, the written pages and the tag's contents are reported")
    func writingInterrupted() throws {
        let whole = try SimulatedTag.type2(.ntag213, message: message)
        var undisturbed = ErrandBench(.write(other, force: false), [whole])
        undisturbed.play()
        let commands = undisturbed.requests.compactMap { request -> [UInt8]? in
            if case .exchange(let command, _) = request { command } else { nil }
        }
        let old = try #require(whole.type2Memory)
        for (place, event) in commands.indices.flatMap({
            [($0, ReaderEvent.lost("cable")), ($0, .readerFailed("hot"))]
        }) {
            var bench = ErrandBench(.write(other, force: false), [whole])
            bench.insteadOfAnswer = [place + 1: event]
            bench.play()
            guard case .readerLost(_, let progress?) = bench.ending else {
                Issue.record("\(place): \(bench.effects)")
                continue
            }
            let sent = commands.prefix(place).filter { $0[0] == 0xA2 }.map { "page \($0[1])" }
            #expect(progress.written == sent, "\(place)")
            let isWriting = commands[place][0] == 0xA2
            #expect(progress.underWay == (isWriting ? "page \(commands[place][1])" : nil), "\(place)")
            let isReadingBack = !isWriting && !sent.isEmpty
            #expect(progress.isReadingBack == isReadingBack, "\(place)")
            if sent.isEmpty, !isWriting {
                #expect(bench.tags[0].type2Memory == old && progress.now == .unchanged)
                #expect("\(progress)" == "nothing was written: the tag holds what it held before")
            } else {
                for page in sent { #expect("\(progress)".contains(page), "\(progress)") }
                #expect("\(progress)".contains(isReadingBack ? "reading back" : "nothing was read back"), "\(progress)")
            }
        }
    }
}
