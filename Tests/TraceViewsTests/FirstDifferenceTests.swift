import Ground
import Journal
import Links
import Recordings
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Testing
import UWB

@testable import Views

/// Plays a scenario with an accessory that has a defect.
private func broken(_ scenario: Scenario, _ defect: String) throws -> RecordedRun {
    try RecordedRun(scenario, on: Rig.simulated.replacing("door=simulated:defect=\(defect),name=Door"))
}

struct FirstDifferenceTests {
    @Test("if a run is ended early, the defect's effects come before those of the end")
    func answersTwice() throws {
        let twice = try broken(.named("fullFlow"), "answersTwice")
        let differences = try RecordedRun(.named("fullFlow")).differences(from: twice)
        let first = try #require(differences.first)
        #expect(first.stream == "bluetooth door" && first.b?.text.contains("accessoryConfigurationData") == true)
        let reader = try #require(differences.firstIndex { $0.stream == "nfc reader" })
        #expect(differences[reader].b?.text == "close the reader")
        #expect(differences[reader].instant == differences[reader].a?.instant, "the tag is what is missing")
    }

    @Test("if two links differ at one instant, the one whose frame came first is first")
    func ignoresInitialize() throws {
        let differences = try RecordedRun(.named("fullFlow")).differences(
            from: broken(.named("fullFlow"), "ignoresInitialize"))
        #expect(differences.first?.stream == "bluetooth door")
        #expect(differences.first?.a?.text.contains("accessoryConfigurationData") == true)
        let kit = try #require(differences.first { $0.stream.hasPrefix("uwb kit") })
        #expect(kit.instant == differences.first?.instant)
    }

    @Test("at one instant frames come before notes, and the frame that went first comes first")
    func ties() throws {
        let now = Instant.start + .seconds(1)
        func frame(_ name: AccessoryName, _ number: Int, _ text: String) -> TimelineEntry {
            var decoder = MeaningDecoder()
            let meaning = decoder.meaning(of: Inbound.console(name, text), at: now)
            return TimelineEntry(
                .frame(.init(number: number, link: .console(name), direction: .inbound, meaning: meaning)), at: now)
        }
        var comparison = TraceComparison()
        var reader = TimelineReader()
        for (run, text) in [(ComparedRun.a, "one"), (.b, "other")] {
            let finding = Finding(FailureCode(rawValue: "test.\(text)"), .note, text)
            let entry = JournalEntry(.finding(link: .bluetooth("door"), finding: finding), at: now)
            if let note = TraceNote(entry), let told = reader.receive(.journal(note)) {
                comparison.receive(told, of: run)
            }
            comparison.receive(frame("gate", 1, "hello"), of: run)
            comparison.receive(frame("door", 5, text), of: run)
            comparison.receive(frame("gate", 6, text), of: run)
        }
        let streams = comparison.finish().map(\.stream)
        #expect(streams == ["console door", "console gate", "notes (finding) on bluetooth door"])
    }

    @Test(
        "ranging that dies after one round is named, where it died",
        arguments: [Scenario.named("measuresTruly"), .named("keepsRanging"), .named("zoneWalk")])
    func rangesOnce(scenario: Scenario) throws {
        let differences = try RecordedRun(scenario).differences(from: broken(scenario, "rangesOnce"))
        let first = try #require(differences.first)
        #expect(first.stream.hasPrefix("uwb kit"), "\(first.lines)")
        #expect(first.lines.contains { $0.contains("ranging was lost here") }, "\(first.lines)")
        #expect(first.b?.text.contains("ranging round 1 ") == true)
    }

    @Test("events of two lanes side by side may come in any order")
    func lanes() throws {
        let runs = try (1...6).map { try RecordedRun(.named("twoAccessories"), seed: $0) }
        for other in runs.dropFirst() {
            #expect(runs.first?.differences(from: other).flatMap(\.lines) == [])
        }
        let trunk = try Rig.simulated.replacing("trunk=simulated:defect=ignoresInitialize,name=Trunk")
        let parted = try runs.first?.differences(from: RecordedRun(.named("twoAccessories"), on: trunk)) ?? []
        #expect(parted.first?.stream == "bluetooth trunk", "a lane that fails is still a difference")
        let exchanges = parted.filter { $0.stream.hasPrefix("notes (step passed) at ") }
            .compactMap { ($0.a ?? $0.b)?.text }.filter { $0.contains("exchange configuration") }
        #expect(exchanges.contains { $0.contains("with trunk") } && !exchanges.contains { $0.contains("with door") })
    }

    @Test("console output in the last moment of a run is chance, and earlier output is not")
    func lastWords() {
        func differences(at milliseconds: Int) -> Int {
            var comparison = TraceComparison()
            var decoder = MeaningDecoder()
            let end = Instant.start + .seconds(5)
            let inbound = Inbound.console("door", "bye")
            let frame = TimelineEntry.Frame(
                number: 1, link: .console("door"), direction: .inbound,
                meaning: decoder.meaning(of: inbound, at: .start))
            comparison.receive(TimelineEntry(.frame(frame), at: end - .milliseconds(milliseconds)), of: .a)
            for run in [ComparedRun.a, .b] {
                comparison.receive(TimelineEntry(.note(.init(kind: "verdict", text: "passed")), at: end), of: run)
            }
            return comparison.finish().count
        }
        #expect(differences(at: 20) == 0)
        #expect(differences(at: 500) == 1)
    }
}

struct RangingLossTests {
    /// Returns one session's rounds: the counts are alternately of rounds with a distance and of rounds without one.
    private func stream(_ counts: [Int]) -> [TimelineEntry] {
        var decoder = MeaningDecoder()
        var entries: [TimelineEntry] = []
        func add(_ bytes: [UInt8]) {
            let instant = Instant.start + .milliseconds(200 * Int(entries.count))
            let meaning = decoder.meaning(of: Inbound.kit(.bytes(bytes)), at: instant)
            let frame = TimelineEntry.Frame(
                number: entries.count + 1, link: .kit, direction: .inbound, meaning: meaning)
            entries.append(TimelineEntry(.frame(frame), at: instant))
        }
        add(UCIResponse.start(.ok).packet.encoded)
        for (place, count) in counts.enumerated() {
            for _ in 0..<count {
                let peer = ShortMACAddress(rawValue: 7)
                let measurement =
                    place % 2 == 0
                    ? TWRMeasurement(peer: peer, distance: .metres(2))
                    : TWRMeasurement(peer: peer, failure: .rangingRxTimeout, slotIndex: 1)
                let info = SessionInfo(
                    sequenceNumber: UInt32(entries.count), token: SessionToken(rawValue: 1),
                    rangingIntervalMilliseconds: 200, measurements: [measurement])
                add(UCINotification.sessionInfo(info).packet.encoded)
            }
        }
        add(UCIResponse.stop(.ok).packet.encoded)
        return entries
    }

    @Test(
        "the number of failed rounds is chance; a loss of ranging for good, or its return, is not",
        arguments: [
            ([40], [30, 3, 9, 1, 20, 9], true),
            ([40], [12, 28], false),
            ([12, 28], [10, 40], true),
            ([12, 28], [12, 20, 8], false),
            ([12, 20, 8], [2, 11, 30, 5, 4], true),
            ([0, 40], [0, 20], true),
            ([0, 12, 3], [3], true),
        ])
    func losses(a: [Int], b: [Int], areAlike: Bool) {
        var comparison = TraceComparison()
        for entry in stream(a) { comparison.receive(entry, of: .a) }
        for entry in stream(b) { comparison.receive(entry, of: .b) }
        let differences = comparison.finish()
        #expect(differences.isEmpty == areAlike, "\(differences.flatMap(\.lines))")
    }
}

struct PartingLinesTests {
    @Test("a long entry goes over several lines, broken between its values, and nothing is lost")
    func wrapped() {
        let values = (1...30).map { "VALUE_\($0)=\($0)" }
        let lines = WrappedText("    A     ", values.joined(separator: ", ")).lines
        #expect(lines.count > 2 && lines.allSatisfy { $0.count <= 120 })
        #expect(lines.first?.hasPrefix("    A     VALUE_1=1, ") == true)
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("          VALUE_") })
        let told = lines.map { $0.dropFirst(10) }.joined(separator: " ")
        #expect(told == values.joined(separator: ", "))
    }

    @Test("an entry of very many lines is cut, with the number of lines left out")
    func cut() {
        let lines = WrappedText("    both  ", String(repeating: "x", count: 5_000), lines: 1).lines
        #expect(lines.count == 1 && lines.allSatisfy { $0.count <= 120 && $0.hasSuffix(" more characters)") })
        let more = WrappedText("    A     ", String(repeating: "y", count: 5_000)).lines
        #expect(more.count == 12 && more.last?.hasSuffix(" more characters)") == true)
        let cut = more.last.flatMap { $0.firstMatch(of: /\((\d+) more/)?.1 }.flatMap { Int($0) } ?? 0
        #expect(more.joined().filter { $0 == "y" }.count + cut == 5_000)
        #expect(WrappedText("    A     ", "").lines == ["    A     "])
    }
}
