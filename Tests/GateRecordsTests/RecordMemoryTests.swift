import Glibc
import Ground
import Journal
import OpenSSL
import OperatingSystem
import Reports
import TestSupport
import Testing

@testable import Evidence

/// The bench's memory of a record, which prevents hiding runs by truncating it.
@Suite struct RecordMemoryTests {
    private static func lines(_ gate: SampleGate) throws -> [String] {
        try #require(Scratch.text(of: "\(gate.folder)/record.jsonl")).split(separator: "\n").map { $0 + "\n" }
    }

    /// Truncates the record, and moves away the folders of the runs that it no longer contains.
    private static func cut(_ gate: SampleGate, to lines: ArraySlice<String>) throws {
        try Scratch.write(lines.joined(), to: "\(gate.folder)/record.jsonl")
        let known = try gate.reading().runs.map(\.run.folder)
        for name in try #require(Scratch.names(in: gate.folder)) where name.contains("-seed") && !known.contains(name) {
            try Files.rename("\(gate.folder)/\(name)", to: gate.scratch("away-\(name)"), mustBeNew: false)
        }
    }

    @Test("a record shorter than the bench remembers is refused with its line, however much is missing")
    func shorter() throws {
        let gate = try SampleGate()
        do {
            let record = try gate.begin(gate.lease())
            try gate.play([.passed, .failed], in: record)
            try gate.play(nil, in: record)
        }
        let all = try Self.lines(gate)
        #expect(all.count == 6)
        for count in (1..<all.count).reversed() {
            try Self.cut(gate, to: all[..<count])
            let trouble = try #require(throws: CommandError.self) { try gate.resume(gate.lease()) }
            #expect(trouble.what.contains("line \(count + 1) of record.jsonl is missing"), "\(trouble.what)")
            #expect(try Self.lines(gate) == Array(all[..<count]), "nothing is written then")
            let verification = try gate.verify()
            #expect(verification.status == .rigWrong)
            #expect(verification.problems.map(\.place) == ["line \(count + 1)"], "\(verification.problems)")
        }
    }

    @Test("a memory one or more lines behind means a kill, and the gate resumes", arguments: [0, 1, 2, 9])
    func behind(lines: Int) throws {
        let gate = try SampleGate()
        do { try gate.play([.passed, .failed], in: try gate.begin(gate.lease())) }
        try gate.remember(behind: lines)
        #expect(try gate.verify().problems == [])
        let resumption = try gate.resume(gate.lease())
        #expect(resumption.ended.map(\.verdict) == [.passed, .failed])
        try gate.end(resumption.record, "failed")
        #expect(try gate.verify().problems == [] && gate.verify().status == .failed)
    }

    @Test("a gate that ended never resumes, whatever part of its end is removed")
    func ended() throws {
        let gate = try SampleGate.passed([.passed, .failed], result: "failed")
        let all = try Self.lines(gate)
        for isDocumentThere in [true, false] {
            if !isDocumentThere { Files.remove("\(gate.folder)/gate.json") }
            try Self.cut(gate, to: all.dropLast())
            let trouble = try #require(throws: CommandError.self) { try gate.resume(gate.lease()) }
            #expect(trouble.what.contains("line \(all.count)") && trouble.what.contains("failed"), "\(trouble.what)")
            #expect(try gate.verify().problems.contains { $0.place == "line \(all.count)" })
        }
        // Lines after an end that is remembered were added later.
        let lines = try gate.reading().lines
        let memories = RecordMemories(of: "bench-1", in: gate.state)
        try memories.resume(gate.reading().id).write(
            RecordMemory(
                lines: lines - 1, chain: #require(gate.reading().chain(afterLine: lines - 1)), result: "failed"))
        #expect(throws: CommandError.self) { try gate.resume(gate.lease()) }
    }

    @Test("a document of a gate without an end contradicts the record, with the bench's memory or without")
    func documentAlone() throws {
        let gate = try SampleGate.passed([.passed, .failed], result: "failed")
        try Self.cut(gate, to: try Self.lines(gate).dropLast())
        let verification = try GateVerification(gate.folder) { _, _ in ([], [], false) }
        #expect(verification.problems.map(\.path) == ["gate.json"] && verification.status == .rigWrong)
        #expect(verification.problems.first?.what.contains("failed") == true)
        try Scratch.write("{", to: "\(gate.folder)/gate.json")
        let unreadable = try GateVerification(gate.folder) { _, _ in ([], [], false) }
        #expect(unreadable.problems.map(\.path) == ["gate.json"])
    }

    @Test("a bench without a memory does not resume a gate, and verification says what cannot be known there")
    func nothing() throws {
        let gate = try SampleGate()
        do { try gate.play([.passed], in: try gate.begin(gate.lease())) }
        let elsewhere = try gate.verify(memory: gate.scratch("other"))
        #expect(elsewhere.problems == [] && elsewhere.remarks.contains { $0.contains("it is unknown") })
        let here = try gate.verify()
        #expect(here.problems == [] && here.remarks.contains { $0.contains("remembers 3 lines") }, "\(here.remarks)")
        let id = try gate.reading().id
        Files.remove("\(RecordMemories(of: "bench-1", in: gate.state).folder)/\(id.hex).json")
        let trouble = try #require(throws: CommandError.self) { try gate.resume(gate.lease()) }
        #expect(trouble.what.contains("has no memory of it"))
    }

    @Test("a record with rewritten lines is not the one that the bench remembers")
    func another() throws {
        let gate = try SampleGate()
        do { try gate.play([.passed], in: try gate.begin(gate.lease())) }
        let memories = RecordMemories(of: "bench-1", in: gate.state)
        try memories.resume(gate.reading().id).write(RecordMemory(lines: 2, chain: .of("another")))
        let trouble = try #require(throws: CommandError.self) { try gate.resume(gate.lease()) }
        #expect(trouble.what.contains("line 2 of record.jsonl is another"))
        #expect(try gate.verify().problems.map(\.place) == ["line 2"])
    }

    @Test("a memory reads back, has a fixed length, and a damaged one is an error that names its file")
    func file() throws {
        for memory in [
            RecordMemory(lines: 1, chain: .of("a")), RecordMemory(lines: .max, chain: .of("b"), result: "inconclusive"),
        ] {
            #expect(try RecordMemory(memory.bytes) == memory && memory.bytes.count == RecordMemory.length)
        }
        let gate = try SampleGate()
        do { try gate.play([.passed], in: try gate.begin(gate.lease())) }
        let path = "\(RecordMemories(of: "bench-1", in: gate.state).folder)/\(try gate.reading().id.hex).json"
        #expect(Scratch.bytes(of: path)?.count == RecordMemory.length)
        for text in [
            "", "{", "{}", #"{"chain":"x","lines":1}"#, "{\"lines\":0,\"chain\":\"\(ContentHash.of("").hex)\"}",
        ] {
            try Scratch.write(text, to: path)
            for act in [{ _ = try gate.verify() }, { _ = try gate.resume(gate.lease()) }] {
                let trouble = try #require(throws: CommandError.self) { try act() }
                #expect(trouble.what.contains(path), "\(text): \(trouble.what)")
            }
        }
    }

    @Test("if the bench cannot remember a line, no more lines are written, and the error persists")
    func noRoom() throws {
        let full = try FileDescriptor("open /dev/full") { open("/dev/full", O_WRONLY | O_CLOEXEC) }
        let file = RecordMemoryFile(full, of: "memory.json")
        let memory = RecordMemory(lines: 1, chain: .of("a"))
        let first = try #require(throws: CommandError.self) { try file.write(memory) }
        let second = try #require(throws: CommandError.self) { try file.write(memory) }
        #expect(first.what == second.what && first.what.contains("memory.json") && file.trouble != nil)
        // If a file has the folder's place, nothing can be remembered, and no gate begins.
        let gate = try SampleGate()
        try Files.makeFolder(gate.state)
        try Scratch.write("", to: RecordMemories(of: "bench-1", in: gate.state).folder)
        #expect(throws: CommandError.self) { try gate.begin(gate.lease()) }
        #expect(Scratch.bytes(of: "\(gate.folder)/record.jsonl") == nil)
    }

    @Test("a bench remembers a bounded number of gates, including the one that begins")
    func bounded() throws {
        let gate = try SampleGate()
        let folder = RecordMemories(of: "bench-1", in: gate.state).folder
        try Files.makeFolder(folder)
        for number in 0..<(RecordMemories.most + 5) {
            try Scratch.write("", to: "\(folder)/\(ContentHash.of("\(number)").hex).json")
        }
        let record = try gate.begin(gate.lease())
        let names = try #require(Scratch.names(in: folder))
        #expect(names.count == RecordMemories.most && names.contains("\(record.id.hex).json"))
    }

    @Test("a gate killed after writing its document and statements writes them again")
    func killedAtItsEnd() throws {
        let gate = try SampleGate()
        do {
            let record = try gate.begin(gate.lease())
            try gate.play([.passed], in: record)
            let document = gate.document(try gate.reading(), result: "passed")
            try Scratch.write(document, to: "\(gate.folder)/gate.json")
            let statements = try GateStatements(of: document, in: record, passed: ["s"], configuration: [])
            let key = try SigningKey(seed: SampleGate.seed)
            for key in [nil, key] { _ = try statements.write(in: gate.folder, with: key) }
        }
        #expect(try gate.verify().problems.map(\.path) == ["gate.json"])
        try gate.end(try gate.resume(gate.lease()).record)
        let verification = try gate.verify()
        #expect(verification.problems == [] && verification.status == .passed, "\(verification.problems)")
    }
}
