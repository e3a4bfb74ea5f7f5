import Ground
import Links
import NDEF
import Phone
import Simulators
import Testing

/// One glitch of the radio, or a tag that is away for a moment, says nothing against a good tag; a refusal repeated
/// after reselection does.
struct GlitchTests {
    /// The way in which one exchange fails.
    enum Way: String, CaseIterable, Sendable {
        /// The tag did not receive the command: a timeout, or a wrong checksum on its side.
        case commandLost
        /// The tag executed the command, but its answer arrived with a wrong checksum or not at all.
        case answerLost
        /// The tag lost its power for a moment and is back at the next poll.
        case flickered
        /// The tag was away for one poll.
        case away
        /// The chip or the reader failed, and not the tag.
        case readerFailed
    }

    static let kinds = [
        "NTAG213", "NTAG216", "no version", "silent", "sectors", "locked", "early end", "Type 4", "file",
    ]

    /// Returns a tag of a kind that behaves like a real one: after a refusal it is silent until it is selected again.
    static func tag(_ kind: String) throws -> SimulatedTag {
        let message = TagBench.message
        let long = NDEFMessage([.media("a/b", payload: [UInt8](repeating: 7, count: 1_100))]).encoded
        switch kind {
        case "Type 4": return try .type4(message: message)
        case "file": return SimulatedTag(try Type4Files(extended: message, fileSize: 64))
        default:
            var memory: Type2Memory
            switch kind {
            case "NTAG213": memory = try Type2Memory(.ntag213, message: message)
            case "NTAG216": memory = try Type2Memory(.ntag216, message: message)
            case "locked": memory = try Type2Memory(.ntag213, message: message).locked
            case "sectors":
                let length = [UInt8(long.count >> 8), UInt8(long.count & 0xFF)]
                memory = Type2Memory(areaSize: 2040, data: [0x03, 0xFF] + length + long + [0xFE], tail: 16)
            case "early end":
                memory = Type2Memory(areaSize: 48, data: [0x03, UInt8(message.count)] + message + [0xFE])
                memory.bytes[14] = 0x20
            default: memory = Type2Memory(areaSize: 48, data: [0x03, UInt8(message.count)] + message + [0xFE])
            }
            memory.goesIdleAfterNAK = kind != "no version"
            return SimulatedTag(memory)
        }
    }

    /// A reader with one tag that completes an operation while certain exchanges fail.
    private struct Visit {
        var tag: SimulatedTag
        var failing: ClosedRange<Int>?
        var way = Way.commandLost
        private(set) var exchanges = 0
        private(set) var ending: ReaderOperation.Ending?
        private var isSelected = false
        private var isAway = false

        init(_ tag: SimulatedTag, _ failing: ClosedRange<Int>? = nil, _ way: Way = .commandLost) {
            (self.tag, self.failing, self.way) = (tag, failing, way)
            var errand = ReaderOperation(.read, patience: .seconds(5))
            var now = Instant.start
            var effects = errand.begin()
            for _ in 0..<3_000 where ending == nil {
                var event: ReaderEvent?
                for effect in effects {
                    if case .ended(let how) = effect { ending = how }
                    if case .request(let request) = effect, let answer = answer(request) { event = answer }
                }
                now = now + .milliseconds(2)
                if let event {
                    effects = errand.receive(event, at: now)
                } else {
                    now = max(now, errand.deadline ?? now)
                    effects = errand.advance(to: now)
                }
            }
        }

        private mutating func answer(_ request: ReaderRequest) -> ReaderEvent? {
            switch request {
            case .open: return .opened("a reader")
            case .close: return nil
            case .checkPresence: return isSelected ? .tagPresent : .tagAbsent
            case .poll:
                if isAway {
                    isAway = false
                    return .noTag
                }
                isSelected = true
                tag.receiveActivation()
                return .tagFound(tag.identity)
            case .exchange(let command, _): return exchange(command)
            }
        }

        private mutating func exchange(_ command: [UInt8]) -> ReaderEvent {
            exchanges += 1
            guard isSelected else { return .exchangeFailed("no tag is selected") }
            guard failing?.contains(exchanges) == true else { return heard(tag.receive(command)) }
            switch way {
            case .commandLost: return .exchangeFailed("the reader had no answer within 500 ms")
            case .answerLost:
                _ = tag.receive(command)
                return .exchangeFailed("the transmission failed: RF Transmission Error")
            case .flickered: (isSelected, isAway) = (false, false)
            case .away: (isSelected, isAway) = (false, true)
            case .readerFailed: return .readerFailed("the chip is too hot")
            }
            return .exchangeFailed("the tag left the field")
        }

        /// A PN532 does not report the four bits of a refusal.
        private func heard(_ answer: [UInt8]?) -> ReaderEvent {
            guard let answer, answer != [0x00] else { return .exchangeFailed("no answer") }
            return .response(answer)
        }

        var contents: TagContents? { if case .read(let contents, _) = ending { contents } else { nil } }
    }

    @Test("A good tag is read as usual, whichever exchange fails once and however", arguments: kinds)
    func oneGlitch(kind: String) throws {
        let whole = Visit(try Self.tag(kind))
        let contents = try #require(whole.contents, "\(String(describing: whole.ending))")
        for way in Way.allCases {
            // Tags with several sectors take a hundred commands: their beginning, a sample of the middle and their end
            // are tried.
            for place in 1...whole.exchanges where whole.exchanges < 40 || place < 4 || place % 9 < 2 {
                let visit = Visit(try Self.tag(kind), place...place, way)
                #expect(visit.contents == contents, "\(way) at exchange \(place): \(String(describing: visit.ending))")
            }
        }
    }

    @Test("A refusal that is repeated counts: no version, and memory that is declared and missing")
    func refusals() throws {
        for kind in ["no version", "silent"] {
            let facts = TagFacts(try #require(Visit(try Self.tag(kind)).contents))
            #expect(facts.chip == nil && facts.findings.isEmpty, "\(kind)")
        }
        let early = TagFacts(try #require(Visit(try Self.tag("early end")).contents))
        #expect(early.findings.contains { $0.weight == .fault && $0.meaning.contains("cannot be read") })
        var guarded = try Type2Memory(.ntag213, message: TagBench.message)
        (guarded.passwordFrom, guarded.passwordGuardsReading, guarded.goesIdleAfterNAK) = (20, true, true)
        let contents = try #require(Visit(SimulatedTag(guarded)).contents)
        #expect(contents.message == TagBench.message)
        #expect(contents.findings.contains { $0.weight == .fault && $0.meaning.contains("cannot be read") })
    }

    @Test("A tag that refuses reads its message needs is unreadable, and one that is removed is not")
    func needed() throws {
        var memory = Type2Memory(areaSize: 48, data: [0x03, 0x20] + TagBench.message)
        memory.bytes.removeLast(memory.bytes.count - 24)
        memory.goesIdleAfterNAK = true
        guard case .unreadable = Visit(SimulatedTag(memory)).ending else {
            Issue.record("a memory that ends in its message was read")
            return
        }
        let whole = Visit(try Self.tag("NTAG213"))
        for place in 1...whole.exchanges {
            let visit = Visit(try Self.tag("NTAG213"), place...2_999, .away)
            #expect(visit.ending == .tornAway || isSilent(visit.ending), "exchange \(place)")
        }
    }

    private func isSilent(_ ending: ReaderOperation.Ending?) -> Bool {
        if case .unreadable(.noAnswer, _) = ending { true } else { false }
    }

    @Test("The same holds for a tag inspected from the command line, however an exchange fails", arguments: kinds)
    func inspected(kind: String) throws {
        func bench(_ place: Int?, _ way: Way) throws -> TagBench {
            var bench = TagBench()
            bench.centre.inspect(true, at: bench.now)
            bench.hidesRefusals = true
            bench.hold(try Self.tag(kind))
            bench.glitch = place.map { ($0, way) }
            bench.pass(.seconds(2))
            return bench
        }
        func facts(_ bench: TagBench) -> TagFacts? {
            bench.events.compactMap { if case .inspected(let facts, _, _, _) = $0 { facts } else { nil } }.last
        }
        let whole = try bench(nil, .commandLost)
        let wanted = try #require(facts(whole))
        for way in Way.allCases {
            for place in 1...whole.exchanges where whole.exchanges < 40 || place % 13 < 2 {
                let glitched = try bench(place, way)
                #expect(facts(glitched) == wanted, "\(way) at exchange \(place): \(glitched.words)")
                let tornAway = glitched.events.count { if case .tornAway = $0 { true } else { false } }
                #expect(tornAway == (way == .away ? 1 : 0), "\(way) at exchange \(place)")
                #expect(!glitched.events.contains { if case .unreadable = $0 { true } else { false } })
                #expect(glitched.findings.map(\.weight) == (way == .readerFailed ? [.warning] : []))
            }
        }
    }

    @Test("A tag that is gone when its last try ends was removed, and is not called unreadable")
    func awayAtTheEnd() throws {
        var bench = TagBench()
        bench.hold(try Self.tag("NTAG213"))
        bench.beforeExchange = { bench, number in if number == 1 { bench.flicker() } else { bench.hold() } }
        bench.pass(.seconds(1))
        let torn = bench.events.count { if case .tornAway = $0 { true } else { false } }
        #expect(torn == 1 && !bench.events.contains { if case .unreadable = $0 { true } else { false } })
    }
}
