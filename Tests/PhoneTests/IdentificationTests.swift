import FirmwareIdentity
import GATT
import Ground
import Testing

@testable import Phone

/// Queries to a management server over a console that also prints other text.
@Suite struct IdentificationTests {
    private static let images = CBORValue.object([
        "images": .array([
            ImageSlot(
                slot: 0, version: "1.2.3", hash: ImageHash([UInt8](1...32)), isBootable: true, isConfirmed: true,
                isActive: true
            ).value()
        ])
    ])

    /// Returns a query over the console, and its bytes there.
    private func asked(after sequence: UInt8 = 0) throws -> (identification: Identification, question: [UInt8]) {
        var asked = Identification(number: 1, console: .smp, after: sequence, until: .start + .seconds(15))
        guard case .print(let bytes) = asked.start(at: .start) else {
            throw Malformed(at: 0, "the console was not asked")
        }
        return (asked, bytes)
    }

    private func lines(_ message: [UInt8]) -> [String] {
        SMPConsole.lines(message, rawPerLine: 30).map { String(decoding: $0.dropLast(), as: UTF8.self) }
    }

    private func message(in bytes: [UInt8]) throws -> [UInt8] {
        var reader = SMPConsoleReader()
        guard case .message(let message)? = reader.receive(bytes).first else {
            throw Malformed(at: 0, "the question is none")
        }
        return message
    }

    private func answer(to question: [UInt8], sequence: UInt8? = nil) throws -> [String] {
        let header = try SMPHeader(decoding: question[...])
        return lines(
            try #require(SMPRead(header)).answer(
                Self.images.encoded(), to: header, sequence: sequence ?? header.sequence))
    }

    @Test("only the read request is sent, and nothing else")
    func question() throws {
        let question = try message(in: try asked().question)
        let header = try SMPHeader(decoding: question[...])
        #expect(SMPRead(header) == .imageState && !header.isAnswer && header.sequence == 1)
    }

    @Test("log lines, the request's echo, garbled lines and other responses do not hide the response")
    func noise() throws {
        var (asked, bytes) = try asked()
        let question = try message(in: bytes)
        let answer = try answer(to: question)
        let echo = lines(question)
        let noise =
            ["[00:01] <inf> app: up"] + echo + ["\u{6}\tAAAA", "\u{4}\u{14}AAAA", "\u{6}\t????", ""]
            + (try self.answer(to: question, sequence: 9)) + ["\u{6}\t" + String(answer[0].dropFirst(2).dropLast(4))]
        for line in noise { #expect(asked.receive(printed: line, at: .start) == nil) }
        for (place, line) in answer.enumerated() {
            // A log may print between the lines of an answer.
            #expect(asked.receive(printed: "between", at: .start) == nil)
            let ask = asked.receive(printed: line, at: .start)
            if case .print? = ask { #expect(place == answer.count - 1) } else { #expect(place < answer.count - 1) }
        }
        let told = asked.readings.filter { $0.source == .managementConsole }
        guard case .images(let slots)? = told.first?.claim else {
            Issue.record("\(asked.readings)")
            return
        }
        #expect(told.count == 1 && slots.map(\.version) == ["1.2.3"])
    }

    @Test("bytes that came instead of a response are reported when time runs out")
    func instead() throws {
        let limit = Instant.start + Identification.answerLimit
        for (line, expected) in [("\u{6}\t????", true), ("plain", false)] {
            var (asked, _) = try asked()
            _ = asked.receive(printed: line, at: .start)
            #expect(asked.advance(to: limit - .milliseconds(1)) == nil)
            #expect(asked.advance(to: limit) != nil)
            let last = try #require(asked.readings.last)
            #expect(last.source == .managementConsole)
            if case .nothing(.malformed) = last.claim {
                #expect(expected && last.bytes == Array(line.utf8))
            } else {
                #expect(!expected && last.claim == .nothing(gap: .unanswered))
            }
        }
    }

    @Test("a console that echoes without a response does not answer another request")
    func echo() throws {
        var (asked, bytes) = try asked()
        for line in lines(try message(in: bytes)) { _ = asked.receive(printed: line, at: .start) }
        _ = asked.advance(to: .start + Identification.answerLimit)
        #expect(asked.readings.last?.claim == .nothing(gap: .unanswered))
    }

    @Test("a request over Bluetooth that ends late does not answer a newer one")
    func late() throws {
        let characteristic = Characteristic(
            try #require(AttributeUUID(SMPService.characteristic)), [.notify, .writeWithoutResponse], declaration: 2,
            valueHandle: 3, end: 9)
        let service = Service(try #require(AttributeUUID(SMPService.service)), HandleRange(1, 9))
        for outcome in [GATTOutcome.written, .failed(.timedOut)] {
            var asked = Identification(
                number: 1, reading: HashPlace(service: "FFF0", characteristic: "FFF1"), until: .start + .seconds(15))
            _ = asked.start(at: .start)
            _ = asked.proceed(.services([]), at: .start)
            _ = asked.proceed(.services([service]), at: .start)
            _ = asked.proceed(.characteristics([characteristic]), at: .start)
            guard case .write = asked.proceed(.subscribed(.notifications), at: .start),
                case .service? = asked.advance(to: .start + Identification.answerLimit)
            else {
                Issue.record("server and characteristic were not asked")
                return
            }
            guard case .wait = asked.proceed(outcome, at: .start + Identification.answerLimit) else {
                Issue.record("\(outcome) was taken for something else")
                return
            }
            guard case .end = asked.proceed(.services([]), at: .start + Identification.answerLimit) else {
                Issue.record("the characteristic of the maker's own was not looked for to the end")
                return
            }
            #expect(asked.readings.map(\.source) == [.deviceInformation, .management, .characteristic])
            #expect(asked.readings.map(\.claim) == [.absent, .unanswered, .absent].map { .nothing(gap: $0) })
        }
    }

    @Test("a response to a request of an earlier identification is ignored")
    func before() throws {
        let old = try answer(to: try message(in: try asked().question))
        var (asked, _) = try asked(after: 1)
        for line in old { _ = asked.receive(printed: line, at: .start) }
        _ = asked.advance(to: .start + Identification.answerLimit)
        #expect(asked.readings.last?.claim == .nothing(gap: .foreign(sequence: 1)))
    }

    @Test("a lost link ends it, and every source that was not queried is reported")
    func interrupted() throws {
        var (asked, _) = try asked()
        asked.interrupt()
        #expect(asked.readings.map(\.source) == [.managementConsole, .deviceInformation, .management])
        #expect(asked.readings.allSatisfy { $0.claim == .nothing(gap: .interrupted) })
    }

    @Test("after a mute console the link is queried, and a hanging link hides none of the console's readings")
    func hanging() throws {
        var (asked, bytes) = try asked()
        for line in try answer(to: try message(in: bytes)) { _ = asked.receive(printed: line, at: .start) }
        guard case .service? = asked.advance(to: .start + Identification.answerLimit) else {
            Issue.record("the link was not asked")
            return
        }
        guard case .end? = asked.advance(to: .start + .seconds(15)) else {
            Issue.record("it did not end")
            return
        }
        #expect(
            asked.readings.map(\.source) == [.managementConsole, .managementConsole, .deviceInformation, .management])
        guard case .images? = asked.readings.first?.claim else {
            Issue.record("\(asked.readings)")
            return
        }
    }

    @Test("lines of any kind never trap, and a silent console ends by itself", arguments: 0..<200)
    func hostile(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var (asked, bytes) = try asked()
        let answer = try answer(to: try message(in: bytes))
        for _ in 0..<50 {
            var line = Array((answer.randomElement(using: &generator) ?? "").utf8)
            for _ in 0..<Int.random(in: 0...3, using: &generator) where !line.isEmpty {
                let place = Int.random(in: line.indices, using: &generator)
                line[place] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = asked.receive(printed: String(decoding: line, as: UTF8.self), at: .start)
        }
        guard case .end? = asked.advance(to: .start + .seconds(15)) else {
            Issue.record("it did not end")
            return
        }
        #expect(
            Set(asked.readings.map(\.source)).isSuperset(of: [.managementConsole, .deviceInformation, .management]))
        let count = asked.readings.count
        for line in answer { #expect(asked.receive(printed: line, at: .start) == nil) }
        #expect(asked.readings.count == count)
    }
}
