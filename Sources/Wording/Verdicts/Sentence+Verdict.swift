public import Ground
public import Journal

// The result of one run.
extension Sentence {
    /// The progress of a run, its measurements, and the reason for its end if no failure gives it in full.
    public static func outcome(of run: RunSummary, measured: [Sentence]) -> Sentence {
        let steps = "\(run.headline): \(run.stepsPassed) of \(counted(run.stepsInAll, "step")) in \(run.elapsed)"
        let text = ([steps] + measured.map(\.description)).joined(separator: ", ")
        return Sentence(text + (run.failures.isEmpty ? run.explanation.map { ": \($0)" } ?? "" : ""))
    }

    /// A result equal to that of an earlier run.
    public static func same(_ run: RunSummary, as scenario: String) -> Sentence {
        Sentence("\(run.headline): as \(scenario) above")
    }

    /// The end of one run of many: the scenario with the code.
    public static func endedBriefly(_ run: RunSummary) -> Sentence {
        // A code that explains a failure by itself needs its words.
        let meaning = run.code.flatMap { Self.meaning(of: $0) }.map { ": \($0)" } ?? ""
        return Sentence(run.scenario + (run.code.map { " [\($0)]" } ?? "") + meaning)
    }

    /// The one meaning of several failures, with its code.
    public static func sharedMeaning(_ meaning: String, _ code: FailureCode, of failures: Int) -> Sentence {
        Sentence("all \(failures) failures mean the same: \(meaning) [\(code)]")
    }

    public static func median(of name: String, _ span: Lapse, count: Int) -> Sentence {
        Sentence("\(name) \(span) (median of \(count))")
    }

    public static func expected(in failure: Failure) -> Sentence { Sentence("\(failure.expected) [\(failure.code)]") }
    public static func place(of failure: Failure) -> Sentence {
        Sentence("\(failure.spot), \(failure.instant) into the run")
    }
    /// The heading of the last frames on a link; nil for none.
    public static func lastFrames(on link: LinkID, areThere: Bool) -> Sentence {
        Sentence("\(areThere ? "last" : "no") frames on \(link)")
    }
}

extension RunSummary {
    /// The scenario, rig and seed.
    public var headline: String { "\(scenario) on \(rig), seed \(seed)" }

    /// The reason for the verdict, wherever it is kept; nil if there is none.
    public var explanation: String? {
        if let reason { return reason }
        if case .skipped(let reason) = verdict { return reason }
        return failures.first.map { "expected \($0.expected); seen: \($0.seen)" }
    }
}
