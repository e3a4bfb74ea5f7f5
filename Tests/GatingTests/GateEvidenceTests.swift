import Evidence
import Foundation
import Gate
import GateKit
import Ground
import Journal
import TestSupport
import Testing

@testable import Runs

/// Changes to files during a gate: no statement of the gate may refer to other bytes.
@Suite struct GateEvidenceTests {
    private static let rate = Proof.noWorseRate(margin: .percent(50), runs: 12)

    /// Returns a gate with a baseline, whose command does more than writing from the `count`th time on.
    private func request(
        _ shelf: Shelf, from count: Int = 1, _ more: (GateRequest) -> String
    ) throws -> GateRequest {
        var request = try shelf.request(Shelf.plan(Self.rate), candidate: "new", baseline: "old")
        request.flash = FlashCommand(
            shelf.flash.command + "; if test \"$(wc -l < '\(shelf.scratch("flashes"))')\" -ge \(count); then "
                + more(request) + "; fi")
        return request
    }

    // MARK: The runs

    private func attempt(_ verdict: Verdict, findings: [LinkFinding] = [], answers: Int? = nil) -> GateAttempt {
        let task = GateTask(
            ordinal: 1, side: .candidate, scenario: "a", scenarioHash: "", seed: 1, beginsPowerCycle: false)
        let summary = RunSummary(
            scenario: "a", spot: SourceSpot(file: "", line: 0), rig: "desk", seed: 1, verdict: verdict,
            findings: findings, operatorAnswers: answers)
        let context = GateContext(powerCycle: 1, unit: "u", bench: "b", stage: .hardware, identity: .flashed)
        return GateEvidence.attempt(task, summary, in: "runs/1", manifest: "m", context: context)
    }

    @Test("a run in which a person answered a prompt is marked", arguments: [nil, 2])
    func operatorAnswers(count: Int?) { #expect(attempt(.passed, answers: count).byOperator == (count != nil)) }

    @Test("a failure without a witness is marked, and one with a witness is not")
    func assumption() {
        for (code, isAssumed) in [(FailureCode.witnessNone, true), ("witness.reference", false)] {
            let finding = LinkFinding(link: .kit, Finding(code, .note, "found"))
            #expect(attempt(.failed, findings: [finding]).isAssumed == isAssumed)
        }
    }

    // MARK: The firmware

    @Test("the firmware file may change while the gate plays: what is written is what the gate states")
    func changedFile() throws {
        let shelf = try Shelf()
        let request = try request(shelf) { "printf 'firmware answers twice' > '\($0.candidate.path)'" }
        #expect(shelf.play(request) == 0)
        #expect(try shelf.document().scenarios.first?.failures == 0)
        #expect(Scratch.text(of: shelf.scratch("gate/firmware/candidate.bin")) == "firmware new")
        #expect(Scratch.text(of: shelf.scratch("gate/firmware/baseline.bin")) == "firmware old")
        #expect(try shelf.verify().problems == [])
        try Scratch.write("firmware other", to: shelf.scratch("gate/firmware/candidate.bin"))
        #expect(try shelf.verify().problems.map(\.path) == ["firmware/candidate.bin"])
    }

    @Test("a command that changes the file it writes is the rig's fault, reported with both hashes")
    func changedCopy() throws {
        let shelf = try Shelf()
        let request = try request(shelf) { _ in "printf x >> \"$TRAMMEL_FIRMWARE\"" }
        #expect(shelf.play(request) == 3)
        let document = try shelf.document()
        let changed = try Files.hash(of: shelf.scratch("gate/firmware/candidate.bin")).hex
        #expect(document.result == .error && changed != document.firmware.sha256)
        #expect(
            document.reasons.contains { $0.contains(changed) && $0.contains(document.firmware.sha256) },
            "\(document.reasons)")
        #expect(try shelf.verify().problems == [])
    }

    @Test("a file that changes before it is copied, or a copy that changes before the gate resumes, is refused")
    func changedBefore() throws {
        let shelf = try Shelf()
        let request = try shelf.request()
        try Scratch.write("firmware other", to: request.candidate.path)
        #expect(shelf.play(request) == 3)
        #expect(Scratch.bytes(of: shelf.scratch("gate/record.jsonl")) == nil && shelf.flashes == 0)
        let other = try Shelf()
        #expect(other.play(try other.request()) == 0)
        try Forger(folder: other.scratch("gate")).cut(afterRuns: 2, remembering: other.scratch("state"))
        try Scratch.write("firmware other", to: other.scratch("gate/firmware/candidate.bin"))
        #expect(other.play(try other.request(resumes: true)) == 3 && other.flashes == 1)
        // A new gate neither uses nor replaces another file in the place of its copy.
        let third = try Shelf()
        try Files.makeFolder(third.scratch("gate/firmware"))
        try Scratch.write("firmware older", to: third.scratch("gate/firmware/candidate.bin"))
        #expect(third.play(try third.request()) == 3 && third.flashes == 0)
        #expect(Scratch.text(of: third.scratch("gate/firmware/candidate.bin")) == "firmware older")
    }

    @Test("a file that is too large, a device and a FIFO are refused as firmware without blocking")
    func noFirmware() throws {
        let scratch = try Scratch()
        let large = scratch("large.bin")
        try Scratch.write("x", to: large)
        try FileHandle(forWritingTo: URL(filePath: large)).truncate(atOffset: UInt64(GateFirmware.mostBytes) + 1)
        #expect(mkfifo(scratch("fifo"), 0o600) == 0)
        for path in [large, "/dev/zero", scratch("fifo"), scratch.path] {
            #expect(GateFirmware.mistake(in: path) != nil, "\(path)")
            #expect(throws: CommandError.self, "\(path)") { try GateFirmware(path) }
        }
        let told = try #require(GateFirmware.mistake(in: large))
        #expect(told.contains("\(GateFirmware.mostBytes)") && told.contains("\(GateFirmware.mostBytes + 1)"))
        try Scratch.write("abcd", to: scratch("four"))
        #expect(try InputFile.bytes(of: scratch("four"), atMost: 4) == Array("abcd".utf8))
        #expect(throws: CommandError.self) { try InputFile.bytes(of: scratch("four"), atMost: 3) }
        #expect(throws: CommandError.self) { try InputFile.bytes(of: "/proc/self/status", atMost: 3) }
        #expect(GateFirmware.mistake(in: scratch("four")) == nil && GateFirmware.mistake(in: scratch("none")) == nil)
    }

    @Test("a baseline that equals the candidate, or that no comparison uses, is a mistake")
    func baselines() throws {
        let shelf = try Shelf()
        let plan = Shelf.plan(Self.rate)
        #expect(try shelf.request(plan, candidate: "new", baseline: "old").mistake == nil)
        #expect(try shelf.request(plan).mistake == nil)
        #expect(try shelf.request(plan, candidate: "new", baseline: "new").mistake != nil)
        #expect(try shelf.request(candidate: "new", baseline: "old").mistake != nil)
    }

    // MARK: The runs

    @Test(
        "a run whose evidence goes while the gate plays does not count, and nothing passes",
        arguments: ["001-*", "001-*/journal.jsonl", "001-*/\(Manifest.fileName)", "001-*/verdict.json", "identity/*"])
    func evidenceGone(path: String) throws {
        let shelf = try Shelf()
        let request = try request(shelf, from: 4) { _ in "rm -rf '\(shelf.scratch("gate"))'/\(path)" }
        #expect(shelf.play(request) == 3)
        let document = try shelf.document()
        #expect(document.result == .error && !document.reasons.isEmpty)
        let runs = document.scenarios.flatMap(\.runs) + (document.baseline?.scenarios.flatMap(\.runs) ?? [])
        #expect(runs.contains { $0.ordinal == 1 } == path.hasPrefix("identity"))
        let names = try #require(Scratch.names(in: shelf.scratch("gate")))
        #expect(!names.contains { $0.contains("intoto") || $0.contains("unsigned") })
    }

    @Test("a run that could not start because nothing could be written is not a run, and the folder is whole")
    func notStarted() throws {
        let shelf = try Shelf()
        let request = try request(shelf, from: 4) { _ in "exit 7" }
        #expect(shelf.play(request) == 3)
        let document = try shelf.document()
        #expect(document.result == .error && document.scenarios.flatMap(\.runs).count > 0)
        #expect(document.reasons.contains { $0.contains("status 7") }, "\(document.reasons)")
        #expect(try shelf.verify().problems == [])
    }

    // MARK: What is said

    @Test("without a flash command, no gate says that the rig read the firmware back")
    func written() throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request()) == 0)
        let reasons = try #require(try shelf.document().firmware.identity.reasons)
        #expect(
            reasons.contains { $0.contains("wrote the candidate") } && !reasons.contains { $0.contains("read it back") }
        )
    }
}
