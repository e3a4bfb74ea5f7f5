import Ground
import Journal
import Reports
import Testing

/// The meaning of a failure appears under that heading only, and equal meanings form one entry.
@Suite struct MeaningTests {
    private static func run(_ scenario: String, meaning: String?, seen: String = "nothing") -> RunSummary {
        Sample.summary(.failed, scenario: scenario, failures: [Sample.failure(meaning: meaning, seen: seen)])
    }

    @Test func aVerdictSaysTheMeaningUnderThatName() throws {
        let failed = Self.run("zoneWalk", meaning: "it is late")
        #expect(shown([.runEnded(summary: failed)]).contains("\n    meaning   it is late\n"))
        let json = String(decoding: RunRecord(failed, of: Sample.provenance).json, as: UTF8.self)
        #expect(json.contains("\n      \"meaning\" : \"it is late\",\n"))
        #expect(!json.contains("\"cause\""))
    }

    @Test func equalMeaningsAreOneEntryWithItsCount() {
        let runs =
            (1...47).map { Self.run("scenario\($0)", meaning: "it swaps bytes") } + [Self.run("other", meaning: nil)]
        let text = finished(RunTally(runs))
        #expect(text.split(separator: "\n").count { $0.contains("it swaps bytes") } == 1)
        #expect(text.contains("47 runs: scenario1 (Scenarios/Zones.swift:10), scenario2,"), "\(text)")
        #expect(text.contains("and 39 more"))
    }

    @Test func withoutAMeaningTheCodeAndTheLinkCount() {
        let runs = [("test.a", "one"), ("test.a", "other"), ("test.b", "third")].map { code, seen in
            let failure = Failure(
                code: FailureCode(rawValue: code), expected: "x", seen: seen, spot: Sample.failure.spot,
                instant: .start)
            return Sample.summary(.failed, scenario: "a", failures: [failure])
        }
        let text = words(finished(RunTally(runs)))
        #expect(text.contains("seen: one 2 runs: a 2 times") && text.contains("seen: third a (Scenarios"), "\(text)")
        #expect(!text.contains("other"))
    }

    @Test func errorsAreOneEntryByCodeAndLink() {
        let runs = [RunError("rig.fault", .kit, "it hangs (3 ms)"), RunError("rig.fault", .kit, "it hangs (4 ms)")]
            .map { Sample.summary(.error).ending(in: $0) }
        let text = words(finished(RunTally(runs)))
        #expect(text.contains("3 ms") && !text.contains("4 ms"), "\(text)")
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
        #expect(text.split(separator: "\n").count { $0.hasPrefix("failed ") } == 1, "\(text)")
        #expect(text.hasPrefix("failed    scenario1 ["), "\(text)")
        let failedOnly = shown(runs, detail: .failures, runs: 30)
        #expect(failedOnly.split(separator: "\n").count { $0.contains("    meaning   it swaps bytes") } == 1)
        #expect(failedOnly.contains("\nfailed    scenario30 on simulated, seed 7: as scenario1 above\n"))
    }
}

extension String {
    /// Returns the range of a part; nil if it does not occur.
    fileprivate func range(of part: String) -> Range<String.Index>? { ranges(of: part).first }
}
