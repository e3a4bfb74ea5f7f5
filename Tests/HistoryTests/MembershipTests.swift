import Attestation
import Evidence
import Ground
import Journal
import Reports
import TestSupport
import Testing

@testable import GateRecords
@testable import History

/// Runs of gates played by older programs: none of their own files names the gate, but the gate's record does.
@Suite struct MembershipTests {
    private static let firmware = GateMark.Firmware(name: "door-7.bin", sha256: RunFolderSample.hash(7))

    /// A fault of the record next to the run.
    enum Wrong: CaseIterable {
        case nothing, noRecord, otherGate, otherVerdict, otherFolder, otherOrdinal, otherFirmware, editedLine
    }

    /// Writes a run as an older program left it, with its gate's record, and returns the firmware for which it counts.
    private static func counted(_ wrong: Wrong) throws -> TestedFirmware? {
        let scratch = try Scratch()
        let folder = try RunFolderSample().write(in: scratch("gate"), number: 1)
        let name = try #require(folder.split(separator: "/").last.map(String.init))
        let start = GateStart(
            program: "trammel 0.6", plan: RunFolderSample.hash(0xBB),
            firmware: wrong == .otherFirmware ? GateMark.Firmware(name: "x", sha256: Self.firmware.sha256) : firmware,
            bench: GateStart.Bench(name: "desk", fingerprint: "f"), predecessor: nil)
        var chain = EntryChain()
        var lines = GateRecordReading.line(.began(start), at: .now, &chain)
        let mark = GateMark(
            record: wrong == .otherGate ? RunFolderSample.hash(0xAA) : chain.value,
            ordinal: wrong == .otherOrdinal ? 2 : 1, plan: start.plan, firmware: firmware, identity: "flashed")
        let verdict = try #require(Scratch.text(of: "\(folder)/verdict.json"))
        let told =
            "{\"gate\":\(String(decoding: mark.line.dropLast(), as: UTF8.self)),"
            + verdict.drop { $0 != "{" }.dropFirst()
        try Scratch.write(told, to: "\(folder)/verdict.json")
        let run = GateRun(
            ordinal: 1, folder: wrong == .otherFolder ? "002-fullFlow" : name, scenario: "fullFlow", seed: 1)
        lines += GateRecordReading.line(.runStarted(run), at: .now, &chain)
        let ended = GateRunEnd.ended(
            .passed, manifest: ContentHash.of(Array(try #require(Scratch.text(of: "\(folder)/manifest.sha256")).utf8)),
            verdict: wrong == .otherVerdict ? RunFolderSample.hash(1) : ContentHash.of(Array(told.utf8)))
        lines += GateRecordReading.line(.runEnded(ordinal: 1, ended), at: .now, &chain)
        var text = String(decoding: lines, as: UTF8.self)
        if wrong == .editedLine { text = text.replacing("\"seed\":1", with: "\"seed\":2") }
        if wrong != .noRecord { try Scratch.write(text, to: "\(scratch("gate"))/part1/record.jsonl") }
        let store = HistoryStore(scratch("history.sqlite"))
        #expect(try store.take([scratch("gate")]).added == 1)
        let groups = try #require(try store.groups().value).groups
        #expect(groups.map(\.trials) == [1])
        return groups.first?.firmware
    }

    @Test("a run of an older program has its firmware's name where the gate's record has its very verdict")
    func named() throws {
        #expect(try Self.counted(.nothing) == TestedFirmware(sha256: Self.firmware.sha256.hex, name: "door-7.bin"))
    }

    @Test("it has none where the record says otherwise, or is not whole", arguments: Wrong.allCases.dropFirst())
    func unnamed(wrong: Wrong) throws { #expect(try Self.counted(wrong) == .unnamed) }
}
