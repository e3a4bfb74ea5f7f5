import Ground
import Links
import NDEF
import Phone
import Simulators
import TagRouting
import Testing

/// With any events of a reader and acts of a user, in any order, the phone makes one request at a time, and never
/// traps.
struct TagFuzzTests {
    private static let steps = 100_000

    private struct Bench {
        var centre: BackgroundTagReader
        var now = Instant.start
        /// The unanswered request.
        var asked: ReaderRequest?
        var doubled = 0
        var told = 0

        mutating func carryOut(_ effects: [TagPollerEffect]) {
            for effect in effects {
                switch effect {
                case .request(.close): asked = nil
                case .request(let request):
                    if asked != nil { doubled += 1 }
                    asked = request
                case .event: told += 1
                case .finding, .fault: break
                }
            }
        }

        mutating func receive(_ event: ReaderEvent) {
            asked = nil
            carryOut(centre.receive(event, at: now))
        }

        mutating func advance() {
            guard let due = centre.deadline else { return }
            now = max(now, due)
            carryOut(centre.advance(to: now))
        }
    }

    @Test("100,000 steps in random order, with answers that fit the question")
    func plausible() throws {
        var generator = SeededGenerator(seed: 4)
        var bench = Self.bench(.opens(after: .milliseconds(300)))
        bench.carryOut(bench.centre.open())
        var tags: [SimulatedTag] = []
        for uid in 0..<4 { tags.append(try TagDeskTests.tag(uid % 2 == 0 ? "type 2" : "type 4", uid: UInt8(uid))) }
        var restarts = 0
        for _ in 0..<Self.steps {
            switch generator.next() % 24 {
            case 0: Self.disturb(&bench, &generator)
            case 1: bench.now = bench.now + .milliseconds(Int(generator.next() % 400))
            case 2...7: bench.advance()
            default:
                guard let asked = bench.asked else {
                    bench.advance()
                    continue
                }
                bench.receive(Self.answer(to: asked, &tags, &generator))
            }
            #expect(bench.doubled == 0)
            guard bench.doubled == 0 else { return }
            // A reader that was given up ends a run, and another one begins.
            if bench.asked == nil, bench.centre.deadline == nil, generator.next() % 64 == 0 {
                restarts += 1
                bench.carryOut(bench.centre.close())
                bench.carryOut(bench.centre.open())
            }
        }
        #expect(bench.told > 10_000 && restarts > 0, "\(bench.told) events, \(restarts) restarts")
    }

    @Test("100,000 steps in random order, with answers to anything at any time")
    func absurd() {
        var generator = SeededGenerator(seed: 44)
        var bench = Self.bench(.ignores)
        bench.carryOut(bench.centre.open())
        for step in 0..<Self.steps {
            switch generator.next() % 8 {
            case 0: Self.disturb(&bench, &generator)
            case 1: bench.advance()
            default: bench.receive(Self.anything(&generator))
            }
            if step % 50 == 49 {
                bench.carryOut(bench.centre.close())
                bench.carryOut(bench.centre.open())
            }
        }
        #expect(bench.told > 5_000, "\(bench.told) events")
    }

    private static func bench(_ answer: NotificationAnswer) -> Bench {
        Bench(centre: TagBench.centre(TagSetup(answer: answer)))
    }

    /// Performs an act of the user or the system.
    private static func disturb(_ bench: inout Bench, _ generator: inout SeededGenerator) {
        let isOn = generator.next() % 12 == 0
        switch generator.next() % 12 {
        case 0: bench.carryOut(bench.centre.change(.display(isOn: !isOn), at: bench.now))
        case 1: bench.carryOut(bench.centre.change(.lock(isLocked: isOn), at: bench.now))
        case 2: bench.carryOut(bench.centre.change(.airplane(isOn: isOn), at: bench.now))
        case 3: bench.carryOut(bench.centre.change(.camera(isOn: isOn), at: bench.now))
        case 4: bench.carryOut(bench.centre.change(.wallet(isOn: isOn), at: bench.now))
        case 5: bench.carryOut(bench.centre.change(.readerSession(isOn: isOn), at: bench.now))
        case 6: bench.carryOut(isOn ? bench.centre.change(.restart, at: bench.now) : [])
        case 7: bench.carryOut(bench.centre.openNotification(at: bench.now))
        case 8: bench.carryOut(bench.centre.followLink(TagBench.link))
        case 9: bench.centre.inspect(isOn, at: bench.now)
        default: bench.carryOut(bench.centre.change(.lock(isLocked: false), at: bench.now))
        }
    }

    private static func answer(
        to request: ReaderRequest, _ tags: inout [SimulatedTag], _ generator: inout SeededGenerator
    ) -> ReaderEvent {
        if generator.next() % 200 == 0 { return .lost("it aborted") }
        let place = Int(generator.next() % UInt64(tags.count))
        switch request {
        case .open: return generator.next() % 3 == 0 ? .lost("still away") : .opened("a reader")
        case .poll:
            for index in tags.indices { tags[index].receiveActivation() }
            switch generator.next() % 8 {
            case 0: return .noTag
            case 1: return .tagsFound(tags.map(\.identity))
            // Usually the same one, or nothing would ever be read.
            default: return .tagFound(tags[generator.next() % 4 == 0 ? place : 0].identity)
            }
        case .exchange(let command, _):
            guard generator.next() % 40 != 0 else { return .exchangeFailed("torn away") }
            for index in tags.indices {
                if let response = tags[index].receive(command), response.count > 2 { return .response(response) }
            }
            return .response([0x90, 0x00])
        case .checkPresence: return generator.next() % 4 == 0 ? .tagAbsent : .tagPresent
        case .close: return .noTag
        }
    }

    private static func anything(_ generator: inout SeededGenerator) -> ReaderEvent {
        let bytes = (0..<Int(generator.next() % 20)).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        let identity = Vocabulary.TagIdentity(
            uid: Array(bytes.prefix(10)), atqa: 0x44, sak: UInt8(truncatingIfNeeded: generator.next()), ats: bytes)
        switch generator.next() % 40 {
        case 0...3: return .opened("a reader")
        case 4...15: return .tagFound(identity)
        case 16...18: return .tagsFound(generator.next() % 2 == 0 ? [] : [identity, identity])
        case 19...22: return .noTag
        case 23...32: return .response(bytes)
        case 33: return .exchangeFailed("no answer")
        case 34: return .readerFailed("too hot")
        case 35...36: return .tagPresent
        case 37...38: return .tagAbsent
        default: return .lost("it aborted")
        }
    }
}
