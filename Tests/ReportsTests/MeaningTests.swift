import Ground
import Journal
import Reports
import Testing

/// What a failure means stands under that one word, and equal meanings are one entry.
@Suite struct MeaningTests {
    private static func run(_ scenario: String, meaning: String?, seen: String = "nothing") -> RunSummary {
        Sample.summary(.failed, scenario: scenario, failures: [Sample.failure(meaning: meaning, seen: seen)])
    }

    @Test func aVerdictSaysTheMeaningUnderThatName() throws {
        let failed = Self.run("zoneWalk", meaning: "it is late")
        #expect(shown([.runEnded(summary: failed)]).contains("\n    meaning   it is late\n"))
        let json = String(decoding: try VerdictDocument(failed, of: Sample.provenance).json(), as: UTF8.self)
        #expect(
            json.contains("\n  \"meaning\" : \"it is late\",\n") && json.contains("      \"meaning\" : \"it is late\",")
        )
        #expect(!json.contains("\"cause\""))
    }

    @Test func equalMeaningsAreOneEntryWithItsCount() {
        let runs =
            (1...47).map { Self.run("scenario\($0)", meaning: "it swaps bytes") } + [Self.run("other", meaning: nil)]
        let text = finished(RunTally(runs))
        #expect(text.split(separator: "\n").count { $0.contains("it swaps bytes") } == 1)
        #expect(text.contains("47 runs: scenario1 (Scenarios/Zones.swift:10), scenario2,"), "\(text)")
        #expect(text.contains("and 35 more"))
    }

    @Test func withoutAMeaningWhatWasSeenCountsButForItsNumbers() {
        let seen = ["seen 0 times; 15 rounds", "seen 0 times; 18 rounds", "seen 1 times; 18 rounds"]
        let text = words(finished(RunTally(seen.map { Self.run("a", meaning: nil, seen: $0) })))
        #expect(text.contains("seen 0 times; 15 rounds 2 runs: a 2 times (Scenarios/Zones.swift:10)"), "\(text)")
        #expect(!text.contains("seen 0 times; 18 rounds") && text.contains("seen 1 times; 18 rounds a (Scenarios"))
    }

    @Test func aProofComesFirstThenWhatIsExplainedThenTheRest() throws {
        var tally = RunTally(
            Array(repeating: Self.run("silent", meaning: nil), count: 9) + [
                Self.run("field", meaning: "with this value nothing is heard of it"),
                Self.run("probe", meaning: "it reads the bytes in the wrong order"),
            ])
        tally.proving = ["probe"]
        let text = finished(tally)
        let places = try ["wrong order", "nothing is heard", "seen: nothing"].map { part in
            try #require(text.range(of: part)?.lowerBound, "\(part) is missing in \(text)")
        }
        #expect(places == places.sorted())
    }

    @Test func amongManyRunsARepeatedMeaningTakesOneLine() {
        let runs = (1...30).map { JournalEvent.runEnded(summary: Self.run("scenario\($0)", meaning: "it swaps bytes")) }
        let text = shown(runs, detail: .progress, runs: 30)
        #expect(text.split(separator: "\n").count { $0.contains("    meaning   it swaps bytes") } == 1)
        #expect(text.contains("\nfailed    scenario30 on simulated, seed 7: as scenario1 above\n"), "\(text)")
    }
}

extension String {
    /// Where a part begins; nil where it does not stand.
    fileprivate func range(of part: String) -> Range<String.Index>? { ranges(of: part).first }
}
