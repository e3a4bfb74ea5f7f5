import Foundation
import Gate
import GateKit
import Journal
import Reports
import TestSupport
import Testing

/// `gate.json`: written once, read strictly (gate.md, section 10).
@Suite struct GateDocumentTests {
    private static let writesGolden = ProcessInfo.processInfo.environment["TRAMMEL_WRITE_GOLDEN"] == "1"
    private static let golden = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors/gate/gate-format-1.json")

    private func passed() throws -> GateDocument {
        var player = try GatePlayer(.cleanPlan)
        try player.play { $0.ordinal == 7 ? .gone : .passed }
        let usual = GatePlayer.circumstances
        let readings = usual.firmware.identity.readings
        let last = GateDocument.Reading(
            when: readings[1].when, afterOrdinal: 60, level: .flashed, source: "programmer", bytes: "00")
        return player.document(
            GateDocument.Circumstances(
                plan: usual.plan,
                firmware: .init(
                    file: "door-1.2.3.bin", sha256: hash(8),
                    identity: .init(level: .flashed, readings: [readings[0], last])),
                bench: usual.bench, rig: usual.rig, previousRecord: hash(5), started: usual.started, ended: usual.ended)
        )
    }

    @Test func aDocumentIsReadBackAndWrittenTheSame() throws {
        let document = try passed()
        #expect(document.result == .passed && document.contradictions == [])
        let bytes = GateFile.bytes(of: document)
        let read = try GateFile.document(from: bytes)
        #expect(read == document && GateFile.bytes(of: read) == bytes)
    }

    @Test func theFormatIsThatOfTheGoldenFile() throws {
        let bytes = GateFile.bytes(of: try passed())
        if Self.writesGolden { try Data(bytes).write(to: Self.golden) }
        let golden = Array(try Data(contentsOf: Self.golden))
        #expect(bytes == golden, "run the tests with TRAMMEL_WRITE_GOLDEN=1 when the change is meant")
    }

    @Test func everyPassSaysWhatItDoesNotProve() throws {
        let document = try passed()
        #expect(document.proves.count == 3 && document.doesNotProve.count >= 6)
        var bad = try GatePlayer(.cleanPlan)
        try bad.play { $0.ordinal == 3 ? .failed : .passed }
        #expect(bad.document().proves.count < document.proves.count)
        #expect(!bad.document().reasons.isEmpty)
    }

    @Test func screensLeaveUnjudgedWhatRunReportsSayOfThem() throws {
        for hasCompanions in [false, true] {
            var player = try GatePlayer(.cleanPlan)
            let facts = [ScenarioFacts(name: "a", hash: hash(1_000_000), hasCompanions: hasCompanions)]
            try player.tell { $0 = try GateJudge(.cleanPlan, scenarios: facts, options: GateOptions(today: today)) }
            #expect(try player.play { _ in .passed } == .passed)
            let told = player.document().doesNotProve.filter { RunCoverage.systemOfScreens.hasSuffix($0) }
            #expect(told.count == (hasCompanions ? 1 : 0))
        }
    }

    @Test func whatWasLeftOutStandsInTheDocumentAndInWhatItDoesNotProve() throws {
        let facts = [ScenarioFacts(name: "a", hash: hash(1_000_000))]
        let unplayed = [
            GateDocument.Unplayed("withPeer", because: "no other phone"),
            GateDocument.Unplayed("withTag", because: "no tag"),
            GateDocument.Unplayed("withTwoPeers", because: "no other phone"),
        ]
        var player = try GatePlayer(.cleanPlan)
        try player.tell {
            $0 = try GateJudge(.cleanPlan, scenarios: facts, options: GateOptions(today: today), unplayed: unplayed)
        }
        #expect(try player.play { _ in .passed } == .passed)
        let usual = GatePlayer.circumstances
        func document(_ kind: GateDocument.Plan.Kind) -> GateDocument {
            player.document(
                GateDocument.Circumstances(
                    plan: .init(hash: usual.plan.hash, name: "clean", kind: kind, text: usual.plan.text),
                    firmware: usual.firmware, bench: usual.bench, rig: usual.rig, started: usual.started,
                    ended: usual.ended))
        }
        let told = document(.standard)
        #expect(told.unplayed == unplayed && told.reasons.count == 1 && told.reasons[0].contains("3 of 4"))
        let peers = try #require(told.doesNotProve.first { $0.contains("no other phone") })
        #expect(peers.contains("withPeer") && peers.contains("withTwoPeers") && !peers.contains("withTag"))
        #expect(told.doesNotProve.contains { $0.contains("withTag") })
        #expect(told.contradictions == [])
        #expect(try GateFile.document(from: GateFile.bytes(of: told)) == told)
        // Only the standard plan may leave scenarios out.
        #expect(document(.swift).contradictions.count == 1)
        let none = try GateJudge(.cleanPlan, scenarios: [], options: GateOptions(today: today), unplayed: unplayed)
        #expect(none.outcome().result == .inconclusive)
    }

    @Test func anUnknownFormatIsRefused() throws {
        let text = String(decoding: GateFile.bytes(of: try passed()), as: UTF8.self)
        let newer = text.replacing("\"format\" : 1", with: "\"format\" : 2")
        #expect(throws: GateFileError.unknownFormat(2)) { try GateFile.document(from: Array(newer.utf8)) }
        #expect(throws: GateFileError.self) { try GateFile.document(from: Array("{}".utf8)) }
        #expect(throws: GateFileError.self) { try GateFile.document(from: []) }
    }

    @Test func spoiltBytesAreRefusedOrNotGreener() throws {
        let document = try passed()
        let bytes = GateFile.bytes(of: document)
        for cut in stride(from: 0, to: bytes.count, by: 97) {
            #expect(throws: GateFileError.self) { try GateFile.document(from: Array(bytes[..<cut])) }
        }
        var player = try GatePlayer(.cleanPlan)
        try player.play { $0.ordinal == 3 ? .failed : .passed }
        let bad = GateFile.bytes(of: player.document())
        var mutator = Mutator(seeds: [bad])
        for _ in 0..<200 {
            guard let read = try? GateFile.document(from: mutator.next(limit: bad.count + 10)) else { continue }
            #expect(read.result == .failed)
        }
    }

    @Test func aRunWithoutEvidenceLeavesAHoleInTheOrdinals() throws {
        var player = try GatePlayer(.cleanPlan)
        try player.play(most: 5) { _ in .passed }
        guard case .play(let task) = player.judgeNext() else { return #expect(Bool(false), "a run is wanted") }
        try player.tell { try $0.lose(task.ordinal) }
        let document = player.document()
        #expect(document.result == .inconclusive && document.contradictions == [])
    }
}
