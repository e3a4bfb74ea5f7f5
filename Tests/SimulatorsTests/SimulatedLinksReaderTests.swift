import Ground
import Links
import NDEF
import Simulators
import Testing

/// A reader and its tags on a simulated bench.
private struct Bench {
    let links: SimulatedLinks

    init(_ tags: [(name: TagName, tag: SimulatedTag)] = []) {
        links = SimulatedLinks(EnvironmentModel(accessories: [], tags: tags), seed: 1)
    }

    /// Returns everything that arrives until the bench is quiet.
    func arrivals() -> [Arrival] {
        var arrivals: [Arrival] = []
        while case .arrival(let arrival) = links.receive(until: links.now + .seconds(10)) { arrivals.append(arrival) }
        return arrivals
    }

    func stage(_ request: StageRequest) -> [Inbound] {
        _ = links.send(.stage(request))
        return arrivals().map(\.inbound)
    }

    /// Returns the only answer to a request; the stage's own events in between are skipped.
    func ask(_ request: ReaderRequest) -> ReaderEvent? {
        _ = links.send(.reader(request))
        let events = arrivals().compactMap { if case .reader(let event) = $0.inbound { event } else { nil } }
        return events.count == 1 ? events.first : nil
    }

    func opened() -> Self {
        _ = ask(.open)
        return self
    }
}

@Suite("The reader of a simulated bench")
struct SimulatedLinksReaderTests {
    private static func tag(_ uri: String, _ uid: UInt8) throws -> SimulatedTag {
        let message = NDEFMessage([URIRecord(uri: uri).record]).encoded
        return try .type2(.ntag213, message: message, uid: [4, 1, 2, 3, 4, 5, uid])
    }

    private let read = ReaderRequest.exchange([0x30, 0x00], within: .milliseconds(500))
    private let gone = ReaderEvent.exchangeFailed("the tag left the field")
    private let none = ReaderEvent.exchangeFailed("no tag is selected")

    private func isResponse(_ event: ReaderEvent?) -> Bool {
        if case .response(let bytes)? = event { bytes.count == 16 } else { false }
    }

    private func lost(_ event: ReaderEvent?) -> String? {
        if case .lost(let why)? = event { why } else { nil }
    }

    @Test("a tag answers only while it is selected and there")
    func selection() throws {
        let one = try Self.tag("https://a.example", 1)
        let bench = Bench([("one", one)])
        #expect(bench.ask(.poll) == nil, "nobody opened it")
        #expect(bench.ask(.open) == .opened("a simulated reader"))
        #expect(bench.ask(.poll) == .noTag && bench.ask(.checkPresence) == .tagAbsent && bench.ask(read) == none)
        #expect(bench.stage(.present("one")) == [.stage(.presented("one"))])
        #expect(bench.ask(.checkPresence) == .tagAbsent && bench.ask(read) == none)
        #expect(bench.ask(.poll) == .tagFound(one.identity) && bench.ask(.checkPresence) == .tagPresent)
        #expect(isResponse(bench.ask(read)))
        #expect(bench.stage(.remove("one")) == [.stage(.removed("one"))])
        #expect(bench.ask(read) == gone && bench.ask(.checkPresence) == .tagAbsent)
        _ = bench.stage(.present("one"))
        #expect(bench.ask(.checkPresence) == .tagAbsent && bench.ask(read) == none)
        #expect(bench.ask(.poll) == .tagFound(one.identity) && isResponse(bench.ask(read)))
        // Away and back between two checks: the reader cannot have noticed.
        _ = bench.stage(.remove("one"))
        _ = bench.stage(.present("one"))
        #expect(bench.ask(.checkPresence) == .tagPresent && isResponse(bench.ask(read)))
    }

    @Test("two tags are both reported, and the first one presented answers until it is removed")
    func twoTags() throws {
        let (one, two) = (try Self.tag("https://a.example", 1), try Self.tag("https://b.example", 2))
        let bench = Bench([("one", one), ("two", two)]).opened()
        _ = bench.stage(.present("two"))
        _ = bench.stage(.present("one"))
        #expect(bench.ask(.poll) == .tagsFound([two.identity, one.identity]))
        #expect(isResponse(bench.ask(read)))
        _ = bench.stage(.remove("one"))
        #expect(bench.ask(.checkPresence) == .tagPresent)
        #expect(bench.ask(.poll) == .tagFound(two.identity))
    }

    @Test("a swapped tag is gone, and the other is found at the next poll")
    func swap() throws {
        let (one, two) = (try Self.tag("https://a.example", 1), try Self.tag("https://b.example", 2))
        let bench = Bench([("one", one), ("two", two)]).opened()
        _ = bench.stage(.present("one"))
        #expect(bench.ask(.poll) == .tagFound(one.identity))
        #expect(bench.stage(.swap("one", for: "two")) == [.stage(.removed("one")), .stage(.presented("two"))])
        #expect(bench.ask(.checkPresence) == .tagAbsent && bench.ask(.poll) == .tagFound(two.identity))
    }

    @Test("a torn-away tag gives the set number of answers, and is away until it is presented again")
    func tearing() throws {
        for answers in 0...3 {
            let one = try Self.tag("https://a.example", 1)
            let bench = Bench([("one", one)]).opened()
            #expect(bench.stage(.tearAway("one", afterAnswers: answers)) == [.stage(.presented("one"))])
            #expect(bench.ask(.poll) == .tagFound(one.identity), "it is found before it answers anything")
            var told: [Inbound] = []
            var answered = 0
            for _ in 0..<5 {
                _ = bench.links.send(.reader(read))
                let arrivals = bench.arrivals().map(\.inbound)
                told += arrivals.filter { $0.link == .stage }
                answered += arrivals.filter { if case .reader(.response) = $0 { true } else { false } }.count
            }
            #expect(answered == answers && told == [.stage(.removed("one"))])
            #expect(bench.ask(.poll) == .noTag)
            _ = bench.stage(.present("one"))
            #expect(bench.ask(.poll) == .tagFound(one.identity) && isResponse(bench.ask(read)))
        }
    }

    @Test("data written to a tag stays on it")
    func memory() throws {
        let bench = Bench([("one", try Self.tag("https://a.example", 1))]).opened()
        _ = bench.stage(.present("one"))
        _ = bench.ask(.poll)
        #expect(bench.ask(.exchange([0xA2, 0x10, 1, 2, 3, 4], within: .seconds(1))) == .response([]))
        _ = bench.stage(.remove("one"))
        _ = bench.stage(.present("one"))
        _ = bench.ask(.poll)
        guard case .response(let bytes)? = bench.ask(.exchange([0x30, 0x10], within: .seconds(1))) else {
            Issue.record("no answer")
            return
        }
        #expect(bytes.prefix(4) == [1, 2, 3, 4])
    }

    @Test("a refused command fails and the tag stays; a command without an answer takes the chip's own time")
    func refusals() throws {
        let bench = Bench([("one", try Self.tag("https://a.example", 1))]).opened()
        _ = bench.stage(.present("one"))
        _ = bench.ask(.poll)
        let failed = ReaderEvent.exchangeFailed("the transmission failed: RF Transmission Error")
        #expect(bench.ask(.exchange([0x30, 0xF0], within: .seconds(1))) == failed)
        #expect(bench.ask(.checkPresence) == .tagPresent && isResponse(bench.ask(read)))
        let began = bench.links.now
        _ = bench.links.send(.reader(.exchange([0x50, 0x00], within: .seconds(1))))
        #expect(bench.arrivals().first?.instant == began + .milliseconds(52))
    }

    @Test("a reader whose cable is unplugged is lost until it is back")
    func cable() throws {
        let one = try Self.tag("https://a.example", 1)
        let bench = Bench([("one", one)]).opened()
        _ = bench.stage(.present("one"))
        #expect(bench.ask(.poll) == .tagFound(one.identity))
        #expect(bench.stage(.readerTrouble(.unplugged, true)).isEmpty)
        #expect(lost(bench.ask(read)) == "the NFC reader does not answer: Input / Output Error")
        #expect(bench.ask(.poll) == nil, "until it is opened again nothing is answered")
        #expect(lost(bench.ask(.open)) == "there is no NFC reader")
        _ = bench.stage(.readerTrouble(.unplugged, false))
        #expect(bench.ask(.open) == .opened("a simulated reader"))
        #expect(bench.ask(.checkPresence) == .tagAbsent && bench.ask(.poll) == .tagFound(one.identity))
    }

    @Test("libnfc's abort loses the reader once")
    func abort() throws {
        let one = try Self.tag("https://a.example", 1)
        let bench = Bench([("one", one)]).opened()
        _ = bench.stage(.present("one"))
        _ = bench.stage(.readerTrouble(.aborts, true))
        #expect(bench.ask(.poll) == .tagFound(one.identity), "a look is no exchange")
        #expect(lost(bench.ask(read)) == "libnfc aborted")
        #expect(bench.ask(.open) == .opened("a simulated reader") && bench.ask(.poll) == .tagFound(one.identity))
        #expect(isResponse(bench.ask(read)))
    }

    @Test(
        "a chip that garbles or refuses is lost until that ends",
        arguments: [
            ReaderFailure.garbles, .refuses,
        ])
    func badAnswers(trouble: ReaderFailure) throws {
        let bench = Bench([("one", try Self.tag("https://a.example", 1))]).opened()
        _ = bench.stage(.present("one"))
        _ = bench.ask(.poll)
        _ = bench.stage(.readerTrouble(trouble, true))
        #expect(lost(bench.ask(read)) != nil && lost(bench.ask(.open)) != nil)
        _ = bench.stage(.readerTrouble(trouble, false))
        #expect(bench.ask(.open) == .opened("a simulated reader") && bench.ask(.poll) != .noTag)
    }

    @Test("a chip that is silent, or does not identify itself, is lost or opened late")
    func silence() throws {
        let bench = Bench().opened()
        _ = bench.stage(.readerTrouble(.silent, true))
        #expect(lost(bench.ask(.poll)) != nil && lost(bench.ask(.open)) == "no NFC reader answers")
        _ = bench.stage(.readerTrouble(.silent, false))
        _ = bench.stage(.readerTrouble(.forgetsItself, true))
        #expect(lost(bench.ask(.open)) == "the NFC reader did not tell what it is")
        #expect(bench.ask(.open) == .opened("a simulated reader"))
    }

    @Test(
        "a reader that never opened is the rig's fault",
        arguments: [ReaderFailure.unplugged, .silent, .garbles, .refuses])
    func firstOpen(trouble: ReaderFailure) {
        let bench = Bench()
        _ = bench.stage(.readerTrouble(trouble, true))
        _ = bench.links.send(.reader(.open))
        let arrivals = bench.arrivals()
        guard case .fault(.reader, let fault)? = arrivals.first?.inbound else {
            Issue.record("no fault: \(arrivals)")
            return
        }
        #expect(fault.what.contains("did not open") && bench.ask(.poll) == nil)
        _ = bench.stage(.readerTrouble(trouble, false))
        _ = bench.links.send(.reader(.close))
        #expect(bench.ask(.open) == .opened("a simulated reader"))
    }

    @Test("a closed reader no longer answers")
    func closing() {
        let bench = Bench().opened()
        _ = bench.links.send(.reader(.poll))
        _ = bench.links.send(.reader(.close))
        #expect(bench.arrivals().isEmpty && bench.ask(.poll) == nil)
    }
}
