import Glibc
import Ground
import Journal
import OperatingSystem
import Reports
import TestSupport
import Testing

@testable import Evidence

/// Manipulations of a gate's folder: each is found, and its place reported.
@Suite struct VerificationTests {
    private static func key(_ byte: UInt8 = 9) throws -> SigningKey {
        try SigningKey(seed: [UInt8](repeating: byte, count: 32))
    }

    /// A manipulation of a gate that passed, and the file that must be reported.
    struct Probe: CustomTestStringConvertible {
        let testDescription: String
        let path: String
        let act: @Sendable (SampleGate) throws -> Void

        init(_ what: String, _ path: String, _ act: @escaping @Sendable (SampleGate) throws -> Void) {
            (testDescription, self.path, self.act) = (what, path, act)
        }
    }

    private static let run = "002-s-seed2"

    static let probes: [Probe] = [
        Probe("run folder of another gate copied in", "004-s-seed4") { gate in
            let other = try SampleGate.passed(daysAgo: 1)
            try copy("\(other.folder)/001-s-seed1", to: "\(gate.folder)/004-s-seed4")
        },
        Probe("own run folder copied", "copy") { gate in
            try copy("\(gate.folder)/001-s-seed1", to: "\(gate.folder)/copy")
        },
        Probe("run folder deleted", run) { gate in
            try Files.rename("\(gate.folder)/\(run)", to: gate.scratch("away"), mustBeNew: false)
        },
        Probe("run folder put in the place of another", run) { gate in
            try Files.rename("\(gate.folder)/\(run)", to: gate.scratch("away"), mustBeNew: false)
            try copy("\(gate.folder)/001-s-seed1", to: "\(gate.folder)/\(run)")
        },
        Probe("run folder of yesterday put in the place of one of the same name", run) { gate in
            let other = try SampleGate.passed(daysAgo: 1)
            try Files.rename("\(gate.folder)/\(run)", to: gate.scratch("away"), mustBeNew: false)
            try copy("\(other.folder)/\(run)", to: "\(gate.folder)/\(run)")
        },
        Probe("journal line removed", "\(run)/journal.jsonl") { gate in
            let path = "\(gate.folder)/\(run)/journal.jsonl"
            let lines = try #require(Scratch.text(of: path)).split(separator: "\n").map { $0 + "\n" }
            try Scratch.write((lines[..<1] + lines[2...]).joined(), to: path)
        },
        Probe("trace deleted", "\(run)/trace.pcapng") { gate in Files.remove("\(gate.folder)/\(run)/trace.pcapng") },
        Probe("verdict edited", "\(run)/verdict.json") { gate in
            try gate.edit("\(run)/verdict.json", "\"verdict\" : \"passed\"", "\"verdict\" : \"failed\"")
        },
        Probe("verdict edited by a space", "\(run)/verdict.json") { gate in
            try gate.edit("\(run)/verdict.json", " : ", ":  ")
        },
        Probe("manifest emptied", "\(run)/manifest.sha256") { gate in
            try Scratch.write("", to: "\(gate.folder)/\(run)/manifest.sha256")
        },
        Probe("plan edited after start", "plan.json") { gate in try gate.edit("plan.json", "release", "rElease") },
        Probe("plan edited in the document", "gate.json") { gate in try gate.edit("gate.json", "release", "rElease") },
        Probe("document with another count", "gate.json") { gate in
            try gate.edit("gate.json", "\"trials\":3", "\"trials\":9")
        },
        Probe("document deleted", "gate.json") { gate in Files.remove("\(gate.folder)/gate.json") },
        Probe("record cut before its end", "record.jsonl") { gate in
            let bytes = try #require(Scratch.bytes(of: "\(gate.folder)/record.jsonl"))
            try Scratch.write(Array(bytes.dropLast()), to: "\(gate.folder)/record.jsonl")
        },
        Probe("line of a run removed from the record", "record.jsonl") { gate in
            let path = "\(gate.folder)/record.jsonl"
            let lines = try #require(Scratch.text(of: path)).split(separator: "\n").map { $0 + "\n" }
            try Scratch.write((lines[..<2] + lines[3...]).joined(), to: path)
        },
        Probe("result edited in the record", "record.jsonl") { gate in
            try gate.edit("record.jsonl", "\"result\":\"passed\"", "\"result\":\"failed\"")
        },
        Probe("something behind the record's end", "record.jsonl") { gate in
            let bytes = try #require(Scratch.bytes(of: "\(gate.folder)/record.jsonl"))
            try Scratch.write(bytes + [0x7B], to: "\(gate.folder)/record.jsonl")
        },
        Probe("statement of another gate", "gate.unsigned.json") { gate in
            let other = try SampleGate.passed([.passed])
            try copyFile("\(other.folder)/gate.unsigned.json", to: "\(gate.folder)/gate.unsigned.json")
        },
        Probe("statement deleted", "test-result.unsigned.json") { gate in
            Files.remove("\(gate.folder)/test-result.unsigned.json")
        },
    ]

    private static func copy(_ folder: String, to other: String) throws {
        try Files.makeFolder(other)
        for name in try #require(Scratch.names(in: folder)) {
            try copyFile("\(folder)/\(name)", to: "\(other)/\(name)")
        }
    }

    private static func copyFile(_ path: String, to other: String) throws {
        try Scratch.write(try #require(Scratch.bytes(of: path)), to: other)
    }

    @Test("every change to a gate's folder is found", arguments: probes)
    func found(probe: Probe) throws {
        let gate = try SampleGate.passed()
        #expect(try gate.verify().status == .passed)
        try probe.act(gate)
        let verification = try gate.verify()
        #expect(verification.status != .passed)
        let isNamed = verification.problems.contains {
            $0.path == probe.path || $0.path.hasPrefix(probe.path + "/")
        }
        #expect(isNamed, "\(verification.problems)")
    }

    @Test(
        "a gate that is whole states its result",
        arguments: [
            ([.passed, .passed], "passed"), ([.passed, .failed], "failed"), ([.passed, .error], "inconclusive"),
            ([.error], "error"), ([], "inconclusive"),
        ] as [([Verdict], String)])
    func whole(verdicts: [Verdict], result: String) throws {
        let gate = try SampleGate.passed(verdicts, result: result)
        let verification = try gate.verify()
        #expect(verification.problems == [] && verification.result == result)
        let statuses: [String: Int32] = ["passed": 0, "failed": 1, "error": 3, "inconclusive": 4]
        #expect(verification.status.rawValue == statuses[result])
        let isToldUnsigned = verification.remarks.contains { $0.contains("are not signed") }
        #expect(isToldUnsigned == (result == "passed"), "an unsigned statement is reported as unsigned")
    }

    @Test("pages and notes beside the runs are not evidence, and do no harm")
    func besides() throws {
        let gate = try SampleGate.passed()
        try Scratch.write("x", to: "\(gate.folder)/index.html")
        try Scratch.write("x", to: "\(gate.folder)/001-s-seed1/page.html")
        try Files.makeFolder("\(gate.folder)/notes")
        #expect(try gate.verify().status == .passed)
    }

    @Test("a gate that was killed at any point never verifies as whole")
    func killed() throws {
        let gate = try SampleGate.passed()
        let path = "\(gate.folder)/record.jsonl"
        let bytes = try #require(Scratch.bytes(of: path))
        for count in stride(from: 0, to: bytes.count, by: 11) {
            try Scratch.write(Array(bytes[..<count]), to: path)
            let status = (try? gate.verify())?.status
            #expect(status != .passed, "\(count)")
        }
    }

    @Test("a clock that was set back during the gate is found")
    func clock() throws {
        let gate = try SampleGate()
        let record = try gate.begin(gate.lease())
        try gate.play([.passed], in: record)
        gate.clock.wall -= 86_400_000_000_000
        try gate.play([.passed], in: record)
        try gate.end(record)
        let verification = try gate.verify()
        #expect(verification.problems.map(\.path) == ["record.jsonl"] && verification.status == .rigWrong)
    }

    @Test("a record that does not fit on the disk ends the gate, and shows no pass")
    func fullDisk() throws {
        let gate = try SampleGate()
        let record = try gate.begin(gate.lease())
        try gate.play([.passed], in: record)
        // The last file cannot be hashed, like one that the disk did not accept.
        #expect(throws: CommandError.self) { try record.end("passed", files: ["gate.json"]) }
        let verification = try gate.verify()
        #expect(verification.status == .nothingShown && !verification.hasEnded)
    }

    @Test("after a line that could not be written to the disk nothing more is written, and the error persists")
    func recordWithoutRoom() throws {
        let full = try FileDescriptor("open /dev/full") { open("/dev/full", O_WRONLY | O_CLOEXEC) }
        let file = RecordFile(full, of: "record.jsonl", size: 0)
        let first = try #require(throws: CommandError.self) { try file.append([0x0A]) }
        let second = try #require(throws: CommandError.self) { try file.append([0x0A]) }
        #expect(first.what == second.what && first.what.contains("record.jsonl"))
    }

    @Test("signed statements verify with their key, and with no other")
    func signatures() throws {
        let key = try Self.key()
        let gate = try SampleGate.passed(key: key)
        let known = try gate.verify([key.publicKey])
        #expect(known.problems == [] && known.isSigned == true && known.status == .passed)
        let unchecked = try gate.verify()
        #expect(unchecked.problems == [] && unchecked.isSigned == nil && unchecked.status == .nothingShown)
        let unknown = try gate.verify([try Self.key(8).publicKey])
        #expect(Set(unknown.problems.map(\.path)) == ["gate.intoto.json", "test-result.intoto.json"])
        #expect(unknown.status == .rigWrong && unknown.isSigned == false)
        #expect(try gate.verify([try Self.key(8).publicKey, key.publicKey]).status == .passed)
    }

    @Test("unsigned statements are refused if a key is named")
    func unsigned() throws {
        let gate = try SampleGate.passed()
        #expect(try gate.verify([Self.key().publicKey]).status == .rigWrong)
    }

    @Test("a folder that was forged as a whole verifies without a key, and not with one")
    func forgery() throws {
        let key = try Self.key()
        let real = try SampleGate.passed([.passed, .failed], result: "failed", key: key)
        #expect(try real.verify([key.publicKey]).status == .failed)
        // Another gate, all of whose hashes are right, signed with another key.
        let forged = try SampleGate.passed(key: try Self.key(1))
        #expect(try forged.verify([key.publicKey]).status == .rigWrong)
    }

    @Test("a failed gate with a statement of a pass is not whole")
    func statementOfAFailure() throws {
        let gate = try SampleGate.passed([.passed, .failed], result: "failed")
        let other = try SampleGate.passed()
        try Self.copyFile("\(other.folder)/gate.unsigned.json", to: "\(gate.folder)/gate.unsigned.json")
        #expect(try gate.verify().problems.contains { $0.path == "gate.unsigned.json" })
    }

    @Test("problems found by another recomputation are reported like all others")
    func recomputed() throws {
        let gate = try SampleGate.passed()
        let verification = try GateVerification(gate.folder) { _, _ in
            ([GateProblem("gate.json", "upperLimit", "is 0.5, and the runs come to 0.6")], ["counted again"], false)
        }
        #expect(verification.problems.map(\.path) == ["gate.json"] && verification.status == .rigWrong)
        // Later rules accept less: nothing was changed, but nothing passes on the strength of it.
        let stricter = try GateVerification(gate.folder) { _, _ in ([], ["is claimed by today's rules"], true) }
        #expect(stricter.problems == [] && stricter.status == .nothingShown)
    }

    @Test("if a run is missing, its figures are one problem, and the result and the missing proof stay reported")
    func gathered() throws {
        let found = [
            GateProblem("gate.json", nil, "contradicts itself"), GateProblem("gate.json", "result", "says passed"),
            GateProblem("gate.json", "a", "says 1"), GateProblem("gate.json", "b", "says 2"),
            GateProblem("record.jsonl", "reading 1", "says proved"),
        ]
        let gate = try SampleGate.passed()
        let all = try GateVerification(gate.folder) { _, _ in (found, [], false) }
        #expect(all.problems == found)
        // A changed plan does not affect the findings about the runs.
        try gate.edit("plan.json", "release", "rElease")
        #expect(try GateVerification(gate.folder) { _, _ in (found, [], false) }.problems.suffix(5) == found)
        Files.remove("\(gate.folder)/\(Self.run)/trace.pcapng")
        let problems = try GateVerification(gate.folder) { _, _ in (found, [], false) }.problems
        let own = problems.filter { $0.path == "gate.json" }
        #expect(own.map(\.place) == [nil, "result", nil] && problems.contains(found[4]))
        #expect(own.first == found[0] && own.last?.what.contains("2 values") == true)
    }

    @Test("a folder without a gate is refused")
    func nothing() throws {
        let scratch = try Scratch()
        #expect(throws: CommandError.self) { try GateVerification(scratch.path) { _, _ in ([], [], false) } }
        #expect(throws: CommandError.self) { try GateVerification(scratch("nowhere")) { _, _ in ([], [], false) } }
        #expect(mkfifo(scratch("record.jsonl"), 0o600) == 0)
        #expect(throws: CommandError.self) { try GateVerification(scratch.path) { _, _ in ([], [], false) } }
    }
}

/// Files with keys.
@Suite struct KeyFileTests {
    @Test(
        "a private key that others may read or change is refused, and the mode is named",
        arguments: [
            (0o600, true), (0o400, true), (0o640, false), (0o604, false), (0o644, false), (0o620, false),
            (0o666, false),
            (0o700, false),
        ] as [(mode_t, Bool)])
    func modes(mode: mode_t, isTaken: Bool) throws {
        let scratch = try Scratch()
        try Scratch.write([UInt8](repeating: 7, count: 32), to: scratch("key"))
        try #require(chmod(scratch("key"), mode) == 0)
        guard !isTaken else {
            #expect(throws: Never.self) { try KeyFile.signingKey(scratch("key")) }
            return
        }
        let trouble = try #require(throws: CommandError.self) { try KeyFile.signingKey(scratch("key")) }
        #expect(trouble.what.contains("0" + String(mode, radix: 8)))
    }

    @Test("a file that is no key is an error")
    func others() throws {
        let scratch = try Scratch()
        #expect(throws: CommandError.self) { try KeyFile.signingKey(scratch("none")) }
        #expect(throws: CommandError.self) { try KeyFile.verifyingKey(scratch("none")) }
        #expect(throws: CommandError.self) { try KeyFile.signingKey(scratch.path) }
        #expect(mkfifo(scratch("pipe"), 0o600) == 0)
        #expect(throws: CommandError.self) { try KeyFile.signingKey(scratch("pipe")) }
        #expect(throws: CommandError.self) { try KeyFile.verifyingKey(scratch("pipe")) }
        try Scratch.write([UInt8](repeating: 7, count: 31), to: scratch("short"))
        #expect(throws: CommandError.self) { try KeyFile.signingKey(scratch("short")) }
    }
}
