import Ground
import Links
import NDEF
import Simulators
import TestSupport
import Testing

/// Tags with random and mutated memories: every reading and writing ends, either with contents or with a failure that
/// names the byte or the part.
@Suite struct TagFuzzTests {
    /// More commands than any reading of a Type 2 tag can need: READs of three sectors and everything around them.
    private static let mostCommands = 160

    private func type2Seeds() throws -> [[UInt8]] {
        let url = NDEFMessage([.uri("https://example.com/a")]).encoded
        let block = Type2Memory.block(0x03, url)
        let memories = [
            Type2Memory(areaSize: 48, data: block + [0xFE]),
            Type2Memory(areaSize: 80, data: bytes("0103a00c34") + block + [0xFE], tail: 8),
            Type2Memory(areaSize: 80, data: bytes("0203600402 0312d1") + [0, 0, 0, 0] + url.dropFirst() + [0xFE]),
            Type2Memory(areaSize: 80, data: bytes("fd03aaaaaa") + block + [0xFE]),
            Type2Memory(areaSize: 80, data: bytes("03ff0012") + url + [0xFE]),
            Type2Memory(areaSize: 2040, data: bytes("fdff0400") + [UInt8](repeating: 0, count: 1024) + block),
        ]
        return memories.map(\.bytes)
    }

    private func name(_ failure: TagReadFailure) -> Bool {
        switch failure {
        case .noAnswer(let command): !command.isEmpty
        case .notNDEF(let reason), .accessDenied(let reason), .unsupported(let reason): !reason.isEmpty
        case .unsupportedVersion: true
        case .refused(_, let command): !command.isEmpty
        case .malformed(let malformed, _): malformed.offset >= 0
        }
    }

    @Test("a hundred thousand memories end in contents or a failure that names the place")
    func hostileMemoriesAreReadToAnEnd() throws {
        let seeds = try type2Seeds()
        var generator = SeededGenerator(seed: 11)
        var (read, failed, longest) = (0, 0, 0)
        for round in 0..<100_000 {
            // The large memory is rare because it is slow.
            var memory = seeds[round.isMultiple(of: 250) ? 5 : round % 5]
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 12..<min(memory.count, 60), using: &generator)
                memory[place] = UInt8.random(in: 0...255, using: &generator)
            }
            if generator.chance(0.3) { memory[12...14] = [0xE1, 0x10, [6, 10, 0, 12, 255][round % 5]] }
            if generator.chance(0.1) { memory.removeLast(generator.chance(0.5) ? 16 : 4) }
            var tag = SimulatedTag(type2Memory: memory)
            let isDeep = round.isMultiple(of: 8)
            var reader = Type2Reader(depth: isDeep ? .everything : .message, uid: tag.identity.uid)
            var step = reader.begin()
            var count = 0
            while case .command(let command) = step, count < Self.mostCommands {
                count += 1
                step = tag.receive(command).map { reader.receive($0) } ?? reader.receiveNoAnswer()
                while step == .selectAgain {
                    tag.receiveActivation()
                    step = reader.receiveSelection()
                }
            }
            longest = max(longest, count)
            switch step {
            case .command, .selectAgain: Issue.record("\(memory.hex) keeps the reader busy")
            case .finished(let contents):
                read += 1
                if isDeep { _ = TagFacts(contents).findings }
            case .failed(let failure):
                failed += 1
                if !name(failure) { Issue.record("\(failure) names nothing") }
            }
        }
        #expect(longest < Self.mostCommands, "\(longest) commands")
        #expect(read > 10_000 && failed > 10_000, "\(read) read, \(failed) failed")
    }

    @Test("a hundred thousand Type 4 tags with random containers and answers end in contents or a named failure")
    func hostileFilesAreReadToAnEnd() throws {
        let good = try Type4Files(message: NDEFMessage([.uri("https://example.com/a")]).encoded, fileSize: 64)
        let extended = try Type4Files(extended: accessMessage, fileSize: 64)
        var generator = SeededGenerator(seed: 12)
        var (read, failed, longest) = (0, 0, 0)
        for round in 0..<100_000 {
            var files = round.isMultiple(of: 3) ? extended : good
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                let place = Int.random(in: 0..<files.container.count, using: &generator)
                files.container[place] = UInt8.random(in: 0...255, using: &generator)
            }
            if generator.chance(0.3) { files.ndef[Int.random(in: 0..<4, using: &generator)] = UInt8(round & 0xFF) }
            if generator.chance(0.1) { files.container.removeLast() }
            files.maximumRead = [0x3B, 15, 1, 256][round % 4]
            files.oversize = [.refused, .corrected, .cut][round % 3]
            files.wantsGetResponse = generator.chance(0.1)
            var tag = SimulatedTag(files)
            var reader = Type4Reader(depth: round.isMultiple(of: 2) ? .message : .everything)
            var step = reader.begin()
            var count = 0
            while case .command(let command) = step, count < 600 {
                count += 1
                var answer = tag.receive(command)
                if generator.chance(0.01), answer?.isEmpty == false {
                    answer?[0] = UInt8.random(in: 0...255, using: &generator)
                }
                step = answer.map { reader.receive($0) } ?? reader.receiveNoAnswer()
            }
            longest = max(longest, count)
            switch step {
            case .command, .selectAgain: Issue.record("\(files) keeps the reader busy")
            case .finished(let contents):
                read += 1
                if round.isMultiple(of: 10) { _ = TagFacts(contents).findings }
            case .failed(let failure):
                failed += 1
                if !name(failure) { Issue.record("\(failure) names nothing") }
            }
        }
        #expect(longest < 600, "\(longest) commands")
        #expect(read > 10_000 && failed > 10_000, "\(read) read, \(failed) failed")
    }

    @Test("twenty thousand writings on hostile tags end, and none says written when it is not")
    func hostileTagsAreWrittenToAnEnd() throws {
        let seeds = try type2Seeds()
        let new = NDEFMessage([.uri("https://example.com/new/and/longer")]).encoded
        var generator = SeededGenerator(seed: 13)
        var (written, refused, failed) = (0, 0, 0)
        for round in 0..<20_000 {
            var tag: SimulatedTag
            if round.isMultiple(of: 3) {
                var files = try Type4Files(message: accessMessage, maximumWrite: 20, fileSize: 64)
                let place = Int.random(in: 0..<files.container.count, using: &generator)
                files.container[place] = UInt8.random(in: 0...255, using: &generator)
                if generator.chance(0.3) { files.ndef[1] = UInt8.random(in: 0...255, using: &generator) }
                tag = SimulatedTag(files)
            } else {
                var memory = seeds[round % 5]
                let place = Int.random(in: 10..<min(memory.count, 60), using: &generator)
                memory[place] = UInt8.random(in: 0...255, using: &generator)
                tag = SimulatedTag(type2Memory: memory)
            }
            if generator.chance(0.3) { tag.tearAway(afterAnswers: Int.random(in: 0...30, using: &generator)) }
            let platform = TagPlatform(sak: tag.identity.sak)
            let force = generator.chance(0.3)
            guard var writer = TagWriter(for: platform, message: new, force: force, uid: tag.identity.uid) else {
                break
            }
            var step = writer.begin()
            var count = 0
            while case .command(let command) = step, count < 400 {
                count += 1
                var answer = tag.receive(command)
                if generator.chance(0.01), answer != nil { answer = generator.bytes(Int(generator.next() % 20)) }
                step = answer.map { writer.receive($0) } ?? writer.receiveNoAnswer()
            }
            switch step {
            case .command: Issue.record("a writer does not come to its end")
            case .finished(let report):
                written += 1
                tag.tearAway(afterAnswers: nil)
                tag.receiveActivation()
                let found = readTag(tag, .message).step.contents?.message
                if report.after.message != new || found != new { Issue.record("\(report) says written and is not") }
            case .failed(.refused(let refusal)):
                refused += 1
                if refusal.description.isEmpty { Issue.record("a refusal gives no reason") }
            case .failed(let failure):
                failed += 1
                if failure.description.isEmpty { Issue.record("a failure says nothing") }
            }
        }
        #expect(written > 3_000 && refused > 1_000 && failed > 1_000, "\(written), \(refused), \(failed)")
    }
}
