import FirmwareIdentity
import GATT
import Ground
import Testing

@testable import Phone

/// How a management server is asked over a console on which other things are printed, too.
@Suite struct IdentificationTests {
    private static let images = CBORValue.object([
        "images": .array([
            ImageSlot(
                slot: 0, version: "1.2.3", hash: ImageHash([UInt8](1...32)), isBootable: true, isConfirmed: true,
                isActive: true
            ).value()
        ])
    ])

    /// One whose accessory has neither service, with the lines that it prints.
    private func asked() throws -> (identification: Identification, question: [UInt8]) {
        var asked = Identification(number: 1, console: .smp, until: .start + .seconds(15))
        _ = asked.start()
        _ = asked.proceed(.services([]), at: .start)
        guard case .print(let bytes) = asked.proceed(.services([]), at: .start) else {
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

    @Test("only the question goes out: it reads, and nothing else")
    func question() throws {
        let question = try message(in: try asked().question)
        let header = try SMPHeader(decoding: question[...])
        #expect(SMPRead(header) == .imageState && !header.isAnswer && header.sequence == 1)
    }

    @Test("log lines, the echo of the question, lines that are garbled and other answers do not hide the answer")
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

    @Test("what came instead of an answer is told with its bytes when the time is over")
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

    @Test("a console that echoes and answers nothing is no answer of another question")
    func echo() throws {
        var (asked, bytes) = try asked()
        for line in lines(try message(in: bytes)) { _ = asked.receive(printed: line, at: .start) }
        _ = asked.advance(to: .start + Identification.answerLimit)
        #expect(asked.readings.last?.claim == .nothing(gap: .unanswered))
    }

    @Test("a link that is lost leaves the console unasked, and that is told")
    func interrupted() throws {
        var asked = Identification(number: 1, console: .smp, until: .start + .seconds(15))
        _ = asked.start()
        asked.interrupt()
        #expect(asked.readings.map(\.source) == [.deviceInformation, .management, .managementConsole])
        #expect(asked.readings.allSatisfy { $0.claim == .nothing(gap: .interrupted) })
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
        _ = asked.advance(to: .start + .seconds(15))
        #expect(asked.advance(to: .start + .seconds(15)) == nil || !asked.readings.isEmpty)
        #expect(asked.readings.contains { $0.source == .managementConsole })
    }
}
