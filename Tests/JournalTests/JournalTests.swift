import Ground
import Journal
import Testing
import Vocabulary

@Suite struct JournalLineTests {
    private let spot = SourceSpot(file: "Scenarios/FullFlow.swift", line: 12)

    private var samples: [JournalEvent] {
        let step = StepRecord(number: 1, depth: 0, text: "connect to door", spot: spot)
        let frame = FrameRecord(
            number: 7, instant: .start, direction: .inbound, link: .bluetooth("door"), kind: "att", bytes: [1, 255])
        let failure = Failure(
            code: "walk.otherZoneChange", expected: "a \"door\"", seen: "nothing\n", spot: spot, instant: .start,
            link: .kit,
            lastFrames: [frame])
        return [
            .provenance(
                provenance: Provenance(
                    program: "trammel 1.2", host: "bench7", system: "Linux", date: "2026-11-22T18:33:55Z",
                    rig: "simulated", kind: "simulated", parts: [.init(role: "uwb", port: "none")],
                    overrides: ["--port uwb=none"])),
            .runStarted(header: RunHeader(scenario: "fullFlow", rig: "simulated", seed: .max)),
            .stepStarted(step: step),
            .stepPassed(
                step:
                    step, elapsed: .seconds(1),
                measured: [Measured("exchange", .span(.milliseconds(3)), limit: .span(.seconds(5)))]),
            .stepFailed(step: step, elapsed: .seconds(1), failure: failure),
            .frame(frame: frame),
            .phone(event: .distance(accessory: "door", measured: .metres(3), smoothed: nil)),
            .finding(link: .bluetooth("door"), finding: Finding("test.odd", .fault, "role is 7", offset: 32)),
            .fault(link: .reader, what: "gone", remedy: "plug it in"),
            .runEnded(
                summary: RunSummary(
                    scenario: "fullFlow", spot: spot, rig: "simulated", seed: 1,
                    verdict: .skipped(reason: "no motion stage"), failures: [failure])),
        ]
    }

    @Test func everyKindOfEntrySurvivesTheRoundTripOnOneLine() throws {
        for event in samples {
            let entry = JournalEntry(event, at: Instant(nanoseconds: 123_456_789))
            let line = entry.jsonLine()
            #expect(!line.contains(0x0A))
            #expect(try JournalEntry(jsonLine: line) == entry)
            #expect(entry.jsonLine() == line)
        }
    }

    @Test(
        "a peer's text neither moves a cursor nor turns a line round, and is read back as it was",
        arguments: [
            "\u{9B}2J", "\u{7F}", "\u{85}", "\u{202E}dessap", "\u{2066}a\u{2069}", "\u{200F}", "\u{E0001}", "دلت",
        ])
    func hostileText(text: String) throws {
        let event = JournalEvent.fault(link: .bluetooth(AccessoryName(text)), what: text, remedy: text)
        let entry = JournalEntry(event, at: .start)
        let line = entry.jsonLine()
        let isSafe = String(decoding: line, as: UTF8.self).unicodeScalars.allSatisfy { $0.isSafeToShow }
        #expect(isSafe)
        #expect(try JournalEntry(jsonLine: line) == entry)
    }

    @Test func aCutLineIsRefused() throws {
        let line = JournalEntry(samples[0], at: .start).jsonLine()
        for cut in line.indices {
            #expect(throws: (any Error).self) { try JournalEntry(jsonLine: Array(line[..<cut])) }
        }
    }
}

@Suite struct JournalRecorderTests {
    @Test func keepsTheLastFramesOfOneLinkOldestFirst() {
        var seen = 0
        let recorder = JournalRecorder(watchers: [{ _ in seen += 1 }])
        for number in 1...6 {
            let link = number.isMultiple(of: 2) ? LinkID.kit : .bluetooth("door")
            let frame = FrameRecord(number: number, instant: .start, direction: .inbound, link: link, kind: "x")
            recorder.record(.frame(frame: frame), at: .start)
        }
        #expect(recorder.lastFrames(on: .kit, count: 2).map(\.number) == [4, 6])
        #expect(recorder.lastFrames(on: .bluetooth("door"), count: 9).map(\.number) == [1, 3, 5])
        #expect(seen == 6)
    }

    @Test func withoutItsEntriesItStillKnowsAsManyLastFramesAsCanBeAskedFor() {
        let recorder = JournalRecorder(keepsEntries: false)
        let most = JournalRecorder.mostLastFrames
        for number in 1...5 * most {
            let frame = FrameRecord(number: number, instant: .start, direction: .inbound, link: .kit, kind: "x")
            recorder.record(.frame(frame: frame), at: .start)
            let expected = Array(max(1, number - most + 1)...number)
            #expect(recorder.lastFrames(on: .kit, count: most).map(\.number) == expected)
        }
        #expect(recorder.entries.isEmpty && recorder.lastFrames(on: .reader, count: most).isEmpty)
    }

    @Test func whereNobodyHearsOfFramesTheirRecordsAreMadeWhenTheyAreAskedFor() {
        func record(_ number: Int, on link: LinkID) -> FrameRecord {
            FrameRecord(number: number, instant: .start, direction: .inbound, link: link, kind: "x")
        }
        func played(_ recorder: JournalRecorder) -> (made: Int, recorder: JournalRecorder) {
            var made = 0
            for number in 1...100 {
                let link = number.isMultiple(of: 3) ? LinkID.kit : .bluetooth("door")
                recorder.record(frameOn: link, at: .start) {
                    made += 1
                    return record(number, on: link)
                }
            }
            return (made, recorder)
        }
        var heard: [JournalEntry] = []
        let (unmade, silent) = played(JournalRecorder(keepsEntries: false))
        let (kept, keeping) = played(JournalRecorder())
        let (shown, watched) = played(JournalRecorder(watchers: [{ heard.append($0) }], keepsEntries: false))
        #expect(unmade == 0 && kept == 100 && shown == 100)
        #expect(silent.entries.isEmpty && keeping.entries.count == 100 && heard == keeping.entries)
        for link in [LinkID.kit, .bluetooth("door"), .reader] {
            let frames = silent.lastFrames(on: link, count: 8)
            #expect(frames.count == (link == .reader ? 0 : 8))
            for other in [keeping, watched] { #expect(other.lastFrames(on: link, count: 8) == frames) }
        }
    }
}
