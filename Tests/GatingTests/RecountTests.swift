import Evidence
import Foundation
import Gate
import GateKit
import Ground
import History
import JSON
import Reports
import TestSupport
import Testing

@testable import Runs

/// The recalculation of a gate's figures from its runs' evidence.
@Suite struct RecountTests {
    private static let place = "scenarios[answersAtOnce]"

    private static func problems(_ shelf: Shelf, at place: String) throws -> [String] {
        let checked = try shelf.verify()
        #expect(checked.status == .rigWrong)
        return checked.problems.filter { $0.path == "gate.json" && $0.place == place }.map(\.what)
    }

    @Test("an edited count is named with the stated and the recomputed value", arguments: [false, true])
    func count(isHashed: Bool) throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request()) == 0)
        let forger = Forger(folder: shelf.scratch("gate"))
        try forger.changeDocument("\"trials\" : 5", "\"trials\" : 59")
        if isHashed { try forger.closeRecord() }
        let found = try Self.problems(shelf, at: "\(Self.place).trials")
        #expect(found.contains("says 59, but the evidence gives 5"), "\(found)")
    }

    @Test("an edited result is named, even if everything else was made to agree", arguments: [false, true])
    func result(isHashed: Bool) throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request(candidate: "answers twice")) == 1)
        let forger = Forger(folder: shelf.scratch("gate"))
        for (then, now) in [
            ("\"result\" : \"failed\"", "\"result\" : \"passed\""), ("\"failures\" : 1,", "\"failures\" : 0,"),
            ("\"decision\" : \"failed\"", "\"decision\" : \"passed\""),
        ] { try forger.changeDocument(then, now) }
        if isHashed { try forger.closeRecord(result: "passed") }
        #expect(try Self.problems(shelf, at: "result").contains("says 'passed', but the evidence gives 'failed'"))
        #expect(try Self.problems(shelf, at: "\(Self.place).failures").contains("says 0, but the evidence gives 1"))
    }

    @Test("an upper limit, a confidence, a reading and a date are recomputed too")
    func others() throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request()) == 0)
        let limit = try #require(try shelf.document().scenarios.first?.upperLimit)
        let forger = Forger(folder: shelf.scratch("gate"))
        try forger.changeDocument("\"upperLimit\" : \(limit)", "\"upperLimit\" : 0.04")
        try forger.changeDocument("\"perMillion\" : 950000", "\"perMillion\" : 990000")
        try forger.changeDocument("\"level\" : \"flashed\"", "\"level\" : \"proved\"")
        try forger.changeDocument("\"started\" : \"2", "\"started\" : \"3")
        let places = Set(try shelf.verify().problems.compactMap { $0.path == "gate.json" ? $0.place : nil })
        #expect(
            places.isSuperset(of: [
                "\(Self.place).upperLimit", "\(Self.place).confidence.perMillion", "firmware.identity.level", "started",
            ]), "\(places)")
    }

    @Test("if one scenario has two proofs, each limit is recomputed with its own confidence", arguments: [0, 1])
    func limitsOfProofs(place: Int) throws {
        let shelf = try Shelf()
        let plan = GatePlan("two", "Made by a test") {
            Prove("answersAtOnce", .clean(below: .percent(30), confidence: .percent(51)))
            Prove("answersAtOnce", .clean(below: .percent(50), confidence: .percent(90)))
            RequireIdentity(.flashed)
        }
        #expect(shelf.play(try shelf.request(plan)) == 0)
        #expect(try shelf.verify().status == .passed)
        let limit = try #require(try shelf.document().scenarios.first?.proofs[place].limit)
        let page = try #require(Scratch.text(of: shelf.scratch("gate/gate.html")))
        #expect(page.contains("16.34 % with 51 % confidence") && page.contains("43.77 % with 90 % confidence"))
        let forger = Forger(folder: shelf.scratch("gate"))
        try forger.changeDocument("\"below\" : \(limit.below)", "\"below\" : 0.01")
        try forger.closeRecord()
        let found = try Self.problems(shelf, at: "\(Self.place).proofs[\(place)].limit.below")
        #expect(found.count == 1, "\(found)")
    }

    @Test(
        "a document with another run, verdict, hash, plan or bench is named, even if the record has its hash",
        arguments: [
            ("\"ordinal\" : 2,", "\"ordinal\" : 7,"), ("\"ordinal\" : 2,", "\"ordinal\" : 1,"),
            ("\"verdict\" : \"passed\"", "\"verdict\" : \"failed\""), ("\"folder\" : \"001", "\"folder\" : \"101"),
            ("\"name\" : \"answersAtOnce\"", "\"name\" : \"t\""), ("\"manifest\" : \"", "\"manifest\" : \"0"),
            ("\"result\" : \"passed\"", "\"result\" : \"failed\""), ("\"rehearsal\" : false", "\"rehearsal\" : true"),
            ("\"decision\" : \"passed\"", "\"decision\" : \"unproved\""),
            ("\"class\" : \"passed\"", "\"class\" : \"flaky\""),
            ("\"fingerprint\" : \"", "\"fingerprint\" : \"x"), ("\"leftOut\"", "\"leftover\""),
            ("\"trials\" : 5", "\"trials\" : 4"), ("\"sha256\" : \"", "\"sha256\" : \"0"),
            ("  \"plan\"", "   \"plan\""),
        ])
    func documents(then: String, now: String) throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request()) == 0)
        let forger = Forger(folder: shelf.scratch("gate"))
        try forger.changeDocument(then, now)
        try forger.closeRecord()
        let checked = try shelf.verify()
        #expect(checked.status == .rigWrong)
        #expect(checked.problems.contains { $0.path == "gate.json" }, "\(checked.problems)")
    }

    @Test("a record with another result than the runs come to is named, though the document agrees with them")
    func recordedResult() throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request(candidate: "answers twice")) == 1)
        try Forger(folder: shelf.scratch("gate")).closeRecord(result: "passed")
        let checked = try shelf.verify()
        #expect(checked.status == .rigWrong)
        let found = checked.problems.filter { $0.path == "record.jsonl" }.map(\.what)
        #expect(found.contains("says passed, but the evidence gives failed"), "\(checked.problems)")
    }

    @Test("a record without the terms of its gate, or of an earlier format, is refused: nothing could be recounted")
    func withoutTerms() throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request()) == 0)
        try Forger(folder: shelf.scratch("gate")).changeRecord([("\"format\":2", "\"format\":1")])
        let checked = try? shelf.verify()
        #expect(checked?.status != .passed)
    }

    @Test("a reading's journal that contradicts the record is named")
    func reading() throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request()) == 0)
        let name = try #require(Scratch.names(in: shelf.scratch("gate/identity"))?.first)
        let path = shelf.scratch("gate/identity/\(name)/journal.jsonl")
        try Scratch.write(try #require(Scratch.text(of: path)) + " ", to: path)
        let found = try shelf.verify().problems.map(\.path)
        #expect(found.contains("identity/\(name)/journal.jsonl"), "\(found)")
    }

    @Test(
        "a gate of an older program that knew the firmware better than today's rules let it is not called changed",
        arguments: [false, true])
    func older(isOlder: Bool) throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request()) == 0)
        let folder = shelf.scratch("gate")
        let forger = Forger(folder: folder)
        let program = isOlder ? "trammel 0.0.1" : Program.name
        try forger.changeRecord([("\"flashed\"", "\"proved\""), ("\"\(Program.name)\"", "\"\(program)\"")])
        let text = try #require(Scratch.text(of: "\(folder)/gate.json"))
            .replacing("\"flashed\"", with: "\"proved\"").replacing("\"\(Program.name)\"", with: "\"\(program)\"")
        let record = try GateRecordReading(try #require(Scratch.bytes(of: "\(folder)/record.jsonl")))
        let recount = GateRecount(of: Array(text.utf8), in: folder, record)
        #expect(recount.isStricter == isOlder)
        #expect(recount.problems.contains { $0.path == "record.jsonl" } == !isOlder, "\(recount.problems)")
        #expect(!recount.problems.contains { $0.place?.contains("identity") == true } || !isOlder)
    }

    @Test("a missing run is one problem, and everything that no longer follows is one more")
    func goneRun() throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request()) == 0)
        let names = try #require(Scratch.names(in: shelf.scratch("gate")))
        let name = try #require(names.first { $0.hasPrefix("001-") })
        try FileManager.default.removeItem(atPath: shelf.scratch("gate/\(name)"))
        let problems = try shelf.verify().problems
        #expect(problems.map(\.path) == [name, "gate.json", "record.jsonl", "gate.json"], "\(problems)")
        // The result is reported separately for document and record, and the figures once.
        #expect(problems.map(\.place) == [nil, "result", "the gate's end", nil])
        // The same applies to the identity reading: the name of a folder that never existed is not reported.
        try FileManager.default.removeItem(atPath: shelf.scratch("gate/identity"))
        let gone = try shelf.verify().problems
        #expect(gone.contains { $0.path == "identity" && $0.place == "reading 1" }, "\(gone)")
    }

    @Test("whatever byte of gate.json changes, the gate is no longer whole, and nothing crashes")
    func mutations() throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request()) == 0)
        let path = shelf.scratch("gate/gate.json")
        let bytes = try #require(Scratch.bytes(of: path))
        let record = try GateRecordReading(try #require(Scratch.bytes(of: shelf.scratch("gate/record.jsonl"))))
        #expect(GateRecount(of: bytes, in: shelf.scratch("gate"), record).problems == [])
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<25 {
            var changed = bytes
            let place = Int.random(in: changed.indices, using: &generator)
            changed[place] ^= UInt8.random(in: 1...255, using: &generator)
            let problems = GateRecount(of: changed, in: shelf.scratch("gate"), record).problems
            #expect(!problems.isEmpty, "byte \(place)")
        }
        #expect(!GateRecount(of: Array(bytes.dropLast(9)), in: shelf.scratch("gate"), record).problems.isEmpty)
    }

    @Test("the differences of two documents are listed with their places and values")
    func differences() throws {
        func differences(_ one: String, _ other: String, leavingOut names: Set<String> = []) throws -> [String] {
            var all: [JSONDifference] = []
            JSONDifference.look(
                try JSONValue(json: Array(one.utf8)), try JSONValue(json: Array(other.utf8)), leavingOut: names,
                atMost: 3, into: &all)
            return all.map { "\($0.path) \($0.sentence)" }
        }
        #expect(try differences(#"{"a":[{"name":"x","n":1}]}"#, #"{"a":[{"name":"x","n":1}]}"#) == [])
        #expect(
            try differences(#"{"a":[{"name":"x","n":1}]}"#, #"{"a":[{"name":"x","n":2}]}"#)
                == ["a[x].n says 1, but the evidence gives 2"])
        #expect(
            try differences(#"{"a":[1,2]}"#, #"{"a":[1]}"#) == ["a[1] says 2, but the evidence gives nothing"])
        #expect(
            try differences(
                #"{"a":[{"ordinal":1,"n":1},{"ordinal":2,"n":2},{"ordinal":3,"n":3}]}"#,
                #"{"a":[{"ordinal":1,"n":1},{"ordinal":3,"n":4},{"ordinal":5}]}"#) == [
                    "a[2] says something, but the evidence gives nothing",
                    "a[3].n says 3, but the evidence gives 4",
                    "a[5] says nothing, but the evidence gives something",
                ])
        #expect(try differences(#"{"a":true,"s":"x"}"#, #"{"s":"y"}"#, leavingOut: ["s"]).count == 1)
        #expect(try differences(#"{"u":0.1234567891}"#, #"{"u":0.1234567892}"#) == [])
        #expect(try differences(#"{"u":0.12345}"#, #"{"u":0.12346}"#).count == 1)
        #expect(try differences(#"{"n":1000000001}"#, #"{"n":1000000002}"#).count == 1)
        #expect(try differences(#"{"a":1,"b":1,"c":1,"d":1}"#, #"{"a":2,"b":2,"c":2,"d":2}"#).count == 3)
    }

    // MARK: The history

    @Test("the history has the gate once, with its runs, however often it is imported")
    func history() throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request()) == 0)
        #expect(shelf.play(try shelf.request(candidate: "answers twice", folder: "second")) == 1)
        let store = HistoryStore(shelf.scratch("history.sqlite"))
        let all = try store.take([shelf.scratch("gate"), shelf.scratch("second")])
        #expect(all.gates == 2 && all.refused == [])
        let gates = try #require(try store.groups().value).gates
        #expect(gates.map(\.result) == ["passed", "failed"])
        #expect(gates.map(\.plan) == ["short", "short"])
        #expect(gates.map(\.firmware.name) == ["good.bin", "answers-twice.bin"])
        #expect(gates.first?.confidence == 950_000 && gates.first?.trials == 5 && gates.first?.identity == "flashed")
        let counts = { () throws -> [Int] in
            try store.groups().value?.groups.filter { $0.scenario.name == "answersAtOnce" }.map(\.trials) ?? []
        }
        #expect(try counts() == [5, 1])
        let again = try store.take([shelf.scratch.path, shelf.scratch("gate")])
        #expect(again.added == 0 && again.gates == 3)
        #expect(try counts() == [5, 1] && store.groups().value?.gates == gates)
        let trend = try #require(try store.trends(of: "turn-around", HistoryFilter(scenario: "answersAtOnce")).value)
        #expect(trend.trends.reduce(0) { $0 + $1.points.count } <= 6)
        #expect(try store.rebuild().gates == 2)
        #expect(try store.groups().value?.gates == gates)
        // A gate changed afterwards is not imported.
        try Forger(folder: shelf.scratch("gate")).changeDocument("\"trials\" : 5", "\"trials\" : 6")
        let changed = try store.take([shelf.scratch("gate")])
        #expect(changed.hasBrokenEvidence && changed.gates == 0)
    }

    @Test("a pruned trace is a remark, and any other missing file is named")
    func pruned() throws {
        let shelf = try Shelf()
        #expect(shelf.play(try shelf.request()) == 0)
        let store = HistoryStore(shelf.scratch("history.sqlite"))
        _ = try store.take([shelf.scratch("gate")])
        let rules = HistoryPrune.Rules(days: 0, newest: 0, breaksSeals: true)
        let prune = try #require(try store.prunable(rules, at: "2099-01-01T00:00:00Z").value)
        let runs = prune.candidates.filter { $0.folder.contains("answersAtOnce") }
        #expect(runs.count == 4)
        for run in runs { try store.prune(run, program: Program.name, date: "2099-01-01T00:00:00Z") }
        let checked = try shelf.verify()
        #expect(checked.problems == [] && checked.status == .passed)
        #expect(checked.remarks.contains { $0.contains("4 runs") })
        #expect(RunFolder(runs[0].folder).sealProblems == [])
        let journal = "\(runs[0].folder)/journal.jsonl"
        let text = try #require(Scratch.text(of: journal))
        try Scratch.write(String(text.dropLast(20)), to: journal)
        #expect(try shelf.verify().problems.contains { $0.path.hasSuffix("journal.jsonl") })
        try Scratch.write(text, to: journal)
        let note = "\(runs[1].folder)/pruned.json"
        let pruned = try #require(Scratch.text(of: note))
        try Scratch.write(pruned.replacing("\"sha256\" : \"", with: "\"sha256\" : \"0000"), to: note)
        #expect(try shelf.verify().problems.contains { $0.path.hasSuffix("trace.pcapng") })
    }
}
