import Evidence
import Glibc
import Ground
import Journal
import TestSupport
import Testing

@testable import History

/// Run folders imported into a history.
@Suite struct HistoryImportTests {
    private static let runs: [RunFolderSample] = (0..<12).map { place in
        RunFolderSample(
            scenario: place % 3 == 0 ? "walkUp" : "fullFlow", seed: UInt64(place),
            verdict: place % 4 == 3 ? .failed : .passed, firmware: UInt8(1 + place / 6), seconds: 600 * place,
            turnAround: Int64(4_000_000 + 1000 * place))
    }

    @Test("a run counts once, however often it is imported or copied")
    func idempotence() throws {
        let scratch = try Scratch()
        try RunFolderSample.write(Self.runs, in: scratch("runs"))
        let store = HistoryStore(scratch("history.sqlite"))
        let first = try store.take([scratch("runs")])
        #expect(first.added == 12 && first.known == 0 && first.refused.isEmpty, "\(first)")
        let told = try store.told()
        #expect(told.contains("\"failures\" : 2"))
        let again = try store.take([scratch("runs"), scratch("runs/part3")])
        #expect(again.added == 0 && again.known == 13, "\(again)")
        #expect(try store.told() == told)
        try Copy.folder(scratch("runs/part4"), to: scratch("yesterday"))
        #expect(try store.take([scratch("yesterday")]).added == 0)
        #expect(try store.told() == told)
    }

    @Test("a run without its measurements is a trial of another scenario, whether it passed or failed")
    func withoutKit() throws {
        let scratch = try Scratch()
        let finding = LinkFinding(link: .kit, Finding(.withoutKit, .note, "not judged without a UWB kit: ranging"))
        let partial = [Verdict.passed, .failed, .passed].enumerated().map { place, verdict in
            RunFolderSample(seed: UInt64(place), verdict: verdict, findings: [finding])
        }
        try RunFolderSample.write(partial + [RunFolderSample(seed: 4)], in: scratch("runs"))
        let store = HistoryStore(scratch("history.sqlite"))
        #expect(try store.take([scratch("runs")]).added == 4)
        let groups = try #require(try store.groups().value?.groups)
        #expect(groups.map(\.scenario.name) == ["fullFlow", "fullFlow without measurements"])
        #expect(groups.map(\.trials) == [1, 3] && groups.map(\.failures) == [0, 1])
    }

    @Test("the order of imports does not change the answers, and neither does a rebuild")
    func order() throws {
        let scratch = try Scratch()
        try RunFolderSample.write(Self.runs, in: scratch("runs"))
        let parts = (1...12).map { scratch("runs/part\($0)") }
        let forward = HistoryStore(scratch("forward.sqlite"))
        for part in parts { _ = try forward.take([part]) }
        let backward = HistoryStore(scratch("backward.sqlite"))
        for part in parts.reversed() { _ = try backward.take([part]) }
        let told = try forward.told()
        #expect(try backward.told() == told)
        let rebuilt = try backward.rebuild()
        #expect(rebuilt.added == 12)
        #expect(try backward.told() == told)
        let whole = HistoryStore(scratch("whole.sqlite"))
        _ = try whole.take([scratch("runs")])
        #expect(try whole.told() == told)
    }

    @Test("on a simulated bench a seed is one trial, and on hardware every run is")
    func repeats() throws {
        let scratch = try Scratch()
        for kind in ["simulated", "hardware"] {
            let runs = (0..<6).map { RunFolderSample(seed: UInt64(1 + $0 % 2), kind: kind, seconds: $0) }
            try RunFolderSample.write(runs, in: scratch(kind))
        }
        let store = HistoryStore(scratch("history.sqlite"))
        _ = try store.take([scratch("simulated"), scratch("hardware")])
        let groups = try #require(try store.groups().value).groups
        #expect(groups.first { $0.bench.kind == "simulated" }?.trials == 2)
        #expect(groups.first { $0.bench.kind == "simulated" }?.repeats == 4)
        #expect(groups.first { $0.bench.kind == "hardware" }?.trials == 6)
    }

    @Test("a plain run whose verdict was edited to name a gate and its firmware belongs to neither")
    func forgedMembership() throws {
        let scratch = try Scratch()
        let plain = try RunFolderSample().write(in: scratch("a"), number: 1)
        let own = try RunFolderSample(firmware: 7, seconds: 60).write(in: scratch("a"), number: 2)
        let mark = try #require(Scratch.text(of: "\(own)/membership.json"))
        let verdict = try #require(Scratch.text(of: "\(plain)/verdict.json"))
        let forged = "{\"gate\":\(mark.dropLast())," + verdict.drop { $0 != "{" }.dropFirst()
        try Scratch.write(forged, to: "\(plain)/verdict.json")
        let store = HistoryStore(scratch("history.sqlite"))
        #expect(try store.take([scratch("a")]).added == 2)
        let groups = try #require(try store.groups().value).groups
        #expect(groups.count { $0.firmware.name == "door-7.bin" && $0.trials == 1 } == 1, "\(groups)")
        // Without the file listed in its manifest, a gate's run is not a plain run either, and that is reported.
        unlink("\(own)/membership.json")
        #expect(try HistoryStore(scratch("other.sqlite")).take([own]).refused.count == 1)
    }

    @Test("a run without a verdict, or with an edited one, counts nowhere and is named")
    func refused() throws {
        let scratch = try Scratch()
        let folder = try RunFolderSample(verdict: .failed).write(in: scratch("a"), number: 1)
        let unended = try RunFolderSample(seed: 2, seconds: 60).write(in: scratch("a"), number: 2)
        try RunFolderSample(seed: 3, seconds: 120).write(in: scratch("a"), number: 3)
        unlink("\(unended)/verdict.json")
        let verdict = try #require(Scratch.text(of: "\(folder)/verdict.json"))
        try Scratch.write(verdict.replacing("\"failed\"", with: "\"passed\""), to: "\(folder)/verdict.json")
        let store = HistoryStore(scratch("history.sqlite"))
        let report = try store.take([scratch("a")])
        #expect(report.added == 1 && report.refused.count == 2 && report.hasBrokenEvidence)
        #expect(report.refused.contains { $0.folder == unended && $0.isUnended })
        #expect(report.refused.contains { $0.folder == folder && $0.code == "evidence.contradicts" })
        let answer = try store.groups()
        #expect(answer.refused == 2 && answer.value?.groups.map(\.trials) == [1])
        // After repair, they count.
        try Scratch.write(verdict, to: "\(folder)/verdict.json")
        let mended = try store.take([scratch("a")])
        #expect(mended.added == 1 && mended.refused.count == 1)
        #expect(try store.groups().refused == 1)
    }

    @Test(
        "every field of a verdict that counts is held against the other files",
        arguments: [
            ("\"seed\" : 7", "\"seed\" : 8"),
            ("\"date\" : \"2026-11-01T00:00:00Z\"", "\"date\" : \"2026-11-02T00:00:00Z\""),
            ("\"rig\" : \"desk\"", "\"rig\" : \"disk\""), ("\"scenario\" : \"fullFlow\"", "\"scenario\" : \"other\""),
            ("zone.notEntered", "zone.entered"),
        ]) func edits(from: String, to: String) throws
    {
        let scratch = try Scratch()
        let folder = try RunFolderSample(seed: 7, verdict: .failed).write(in: scratch("a"))
        let text = try #require(Scratch.text(of: "\(folder)/verdict.json"))
        try #require(text.contains(from), "\(text)")
        try Scratch.write(text.replacing(from, with: to), to: "\(folder)/verdict.json")
        let report = try HistoryStore(scratch("history.sqlite")).take([scratch("a")])
        #expect(report.added == 0 && report.hasBrokenEvidence, "\(report)")
    }

    @Test(
        "a journal, trace or manifest that was changed makes the run no evidence",
        arguments: [
            "journal.jsonl", "trace.pcapng", "manifest.sha256",
        ]) func changedFiles(name: String) throws
    {
        let scratch = try Scratch()
        let folder = try RunFolderSample().write(in: scratch("a"))
        var bytes = try #require(Scratch.bytes(of: "\(folder)/\(name)"))
        bytes[bytes.count / 2] ^= 1
        try Scratch.write(bytes, to: "\(folder)/\(name)")
        let report = try HistoryStore(scratch("history.sqlite")).take([scratch("a")])
        #expect(report.added == 0 && report.hasBrokenEvidence, "\(report)")
    }

    @Test("a verdict that changes after its import is reported, and the history stays as it was")
    func editedLater() throws {
        let scratch = try Scratch()
        let folder = try RunFolderSample(verdict: .failed, firmware: 1).write(in: scratch("a"))
        let store = HistoryStore(scratch("history.sqlite"))
        _ = try store.take([scratch("a")])
        let text = try #require(Scratch.text(of: "\(folder)/verdict.json"))
        // A differently spelled verdict contradicts no other file of the run, but the firmware does.
        let others = [
            (text + " ", RefusedFolder.edited), (text.replacing("door-1", with: "door-2"), "evidence.contradicts"),
        ]
        for (other, code) in others {
            try Scratch.write(other, to: "\(folder)/verdict.json")
            let report = try store.take([scratch("a")])
            #expect(report.hasBrokenEvidence && report.refused.first?.code == code, "\(report)")
        }
        #expect(try store.groups().value?.groups.first?.firmware.name == "door-1.bin")
    }

    @Test("a folder that is played again holds a new run, and the old one is kept without its folder")
    func playedAgain() throws {
        let scratch = try Scratch()
        let folder = try RunFolderSample(verdict: .failed).write(in: scratch("a"))
        let store = HistoryStore(scratch("history.sqlite"))
        _ = try store.take([scratch("a")])
        Copy.remove(scratch("a"))
        #expect(try RunFolderSample(seconds: 3600).write(in: scratch("a")) == folder)
        let report = try store.take([scratch("a")])
        #expect(report.added == 1 && report.refused.isEmpty)
        #expect(try store.groups().value?.groups.map { [$0.failures, $0.trials] } == [[1, 2]])
        #expect(try store.rebuild().refused.isEmpty)
        #expect(try store.groups().value?.groups.map { [$0.failures, $0.trials] } == [[1, 2]], "it is carried over")
    }

    @Test("runs whose folders are gone stay, and are counted as gone")
    func gone() throws {
        let scratch = try Scratch()
        try RunFolderSample.write(Array(Self.runs.prefix(4)), in: scratch("a"))
        let store = HistoryStore(scratch("history.sqlite"))
        _ = try store.take([scratch("a")])
        let told = try store.groups().value?.groups
        Copy.remove(scratch("a/part4"))
        let report = try store.take([scratch("a")])
        #expect(report.gone == 1 && report.known == 3)
        #expect(try store.flaky(HistoryFilter()).value?.failures.first?.isFolderThere == false)
        _ = try store.rebuild()
        #expect(try store.groups().value?.groups == told)
    }

    @Test("names that could forge a line, a path or a statement are only names")
    func hostileNames() throws {
        let scratch = try Scratch()
        let names = [
            "'; DROP TABLE run; --", "a\nb", "../../up", "\u{202E}drow", "%s%n", "a\\nb",
            String(repeating: "x", count: 200),
        ]
        for (place, name) in names.enumerated() {
            let folder = scratch("dir \(place)\n'\"\r\\")
            try RunFolderSample(scenario: name, verdict: .failed, seconds: place, seen: name).write(
                in: folder, number: place + 1)
        }
        let store = HistoryStore(scratch("history.sqlite"))
        let report = try store.take([scratch.path])
        #expect(report.added == names.count, "\(report)")
        let groups = try #require(try store.groups().value).groups
        #expect(Set(groups.map(\.scenario.name)) == Set(names))
        for line in HistoryText(groups, .usual).lines { #expect(line == line.escapedForDisplay) }
        let flaky = try #require(try store.flaky(HistoryFilter()).value)
        for line in FlakyText(flaky, .usual).lines { #expect(line == line.escapedForDisplay) }
        #expect(try store.rebuild().added == names.count, "the list of folders is read back")
    }
}

/// Copying and removing folders, for tests only.
enum Copy {
    static func folder(_ path: String, to copy: String) throws {
        try #require(mkdir(copy, 0o700) == 0)
        for name in Scratch.names(in: path) ?? [] {
            let (from, to) = ("\(path)/\(name)", "\(copy)/\(name)")
            if Scratch.names(in: from) != nil {
                try folder(from, to: to)
            } else {
                try Scratch.write(try #require(Scratch.bytes(of: from)), to: to)
            }
        }
    }

    static func remove(_ path: String) {
        for name in Scratch.names(in: path) ?? [] { remove("\(path)/\(name)") }
        if unlink(path) != 0 { rmdir(path) }
    }
}
