import Evidence
import Foundation
import Gate
import GateKit
import Ground
import Reports
import ScenarioKit
import TestSupport
import Testing

@testable import Runs

/// The probes of gate.md, section 10, about folders and files, through the session and its verification.
@Suite struct GateProbeSessionTests {
    /// A manipulation of a gate's folder, and the file or folder that must be reported.
    struct Probe: CustomTestStringConvertible {
        let testDescription: String
        let path: String
        let act: @Sendable (_ folder: String, _ run: String) throws -> Void

        init(_ what: String, _ path: String, _ act: @escaping @Sendable (String, String) throws -> Void) {
            (testDescription, self.path, self.act) = (what, path, act)
        }
    }

    /// The probes; `RUN` is a placeholder for the folder of the first run.
    static let probes: [Probe] = [
        Probe("a folder was deleted", "RUN") { folder, run in
            try FileManager.default.removeItem(atPath: "\(folder)/\(run)")
        },
        Probe("a folder was copied in", "099-copied-seed99") { folder, run in
            try FileManager.default.copyItem(atPath: "\(folder)/\(run)", toPath: "\(folder)/099-copied-seed99")
        },
        Probe("a journal line was removed", "RUN/journal.jsonl") { folder, run in
            let path = "\(folder)/\(run)/journal.jsonl"
            let lines = try #require(Scratch.text(of: path)).split(separator: "\n").map { $0 + "\n" }
            try Scratch.write((lines[..<1] + lines[2...]).joined(), to: path)
        },
        Probe("a verdict was edited", "RUN/verdict.json") { folder, run in
            let path = "\(folder)/\(run)/verdict.json"
            let text = try #require(Scratch.text(of: path))
            let changed = text.replacing("\"verdict\" : \"passed\"", with: "\"verdict\" : \"failed\"")
            try #require(changed != text)
            try Scratch.write(changed, to: path)
        },
        Probe("the plan was edited", "plan.json") { folder, _ in
            let text = try #require(Scratch.text(of: "\(folder)/plan.json"))
            try Scratch.write(text.replacing("500000", with: "900000"), to: "\(folder)/plan.json")
        },
    ]

    @Test("the record tells what the folders do not, and neither a check nor a resumption passes it", arguments: probes)
    func theRecordTellsWhatTheFoldersDoNot(probe: Probe) throws {
        for isKilled in [false, true] {
            let shelf = try Shelf()
            #expect(shelf.play(try shelf.request()) == 0)
            let folder = shelf.scratch("gate")
            if isKilled { try Forger(folder: folder).cut(afterRuns: 2, remembering: shelf.scratch("state")) }
            #expect(try shelf.verify().problems == [])
            let run = try #require(Scratch.names(in: folder)?.first { $0.hasPrefix("001-") })
            try probe.act(folder, run)
            let path = probe.path.replacing("RUN", with: run)
            let checked = try shelf.verify()
            #expect(checked.status == .rigWrong)
            #expect(checked.problems.contains { $0.path == path }, "\(checked.problems)")
            let record = Scratch.bytes(of: "\(folder)/record.jsonl")
            #expect(shelf.play(try shelf.request(resumes: true)) == 3)
            #expect(record != nil && Scratch.bytes(of: "\(folder)/record.jsonl") == record, "nothing is written then")
        }
    }

    @Test("a gate is not resumed with another plan, firmware, baseline or scenario")
    func thePlanIsEditedAfterTheStart() throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request()) == 0)
        let folder = shelf.scratch("gate")
        try Forger(folder: folder).cut(afterRuns: 2, remembering: shelf.scratch("state"))
        let record = Scratch.bytes(of: "\(folder)/record.jsonl")
        var other = try shelf.request(resumes: true)
        other.scenarios = other.scenarios.filter { $0.name != "answersAtOnce" }
        var flashed = try shelf.request(resumes: true)
        flashed.flash = FlashCommand(shelf.flash.command + "; true")
        let rate = Proof.noWorseRate(margin: .percent(50), runs: 12)
        for request in [
            try shelf.request(Shelf.plan(.clean(below: .percent(40))), resumes: true),
            try shelf.request(Shelf.plan(name: "longer"), resumes: true),
            try shelf.request(candidate: "other", resumes: true),
            try shelf.request(Shelf.plan(rate), candidate: "good", baseline: "old", resumes: true), other, flashed,
        ] { #expect(shelf.play(request) == 3) }
        #expect(record != nil && Scratch.bytes(of: "\(folder)/record.jsonl") == record)
        #expect(Scratch.bytes(of: "\(folder)/gate.json") == nil, "none of them came to a result")
        #expect(shelf.play(try shelf.request(resumes: true)) == 0, "the same one goes on")
    }

    @Test(
        "a gate whose last files the disk does not take is never passed, by its status, its document or its folder",
        arguments: ["gate.json", "gate.html", "gate.xml", "test-result.unsigned.json", "gate.unsigned.json"])
    func theDiskIsFullAtTheLastFile(name: String) throws {
        let shelf = try Shelf()
        var request = try shelf.request()
        // The flash command creates a folder at the file's path, so the file cannot get its name.
        request.flash = FlashCommand(shelf.flash.command + "; mkdir -p '\(shelf.scratch("gate"))/\(name)'")
        #expect(shelf.play(request) == 3)
        let checked = try shelf.verify()
        #expect(checked.status == .rigWrong || checked.status == .nothingShown, "\(checked.status)")
        if name == "gate.json" {
            #expect(!checked.hasEnded)
        } else {
            #expect(checked.result == "error" && checked.problems.allSatisfy { $0.path == name }, "\(checked.problems)")
            let document = try shelf.document()
            #expect(document.result == .error && document.reasons.contains { $0.contains(name) }, "\(document.reasons)")
        }
        let statements = try #require(Scratch.names(in: shelf.scratch("gate"))).filter {
            ($0.contains("unsigned") || $0.contains("intoto")) && $0 != name
        }
        #expect(statements == [], "a statement is of what passed")
    }
}
