public import Ground
public import Journal

// What one run came to.
extension Sentence {
    /// Verdicts aside, how far a run came, what it measured, and why it ended so where no failure says that in full.
    public static func outcome(of run: RunSummary, measured: [Sentence]) -> Sentence {
        let steps = "\(run.headline): \(run.stepsPassed) of \(counted(run.stepsInAll, "step")) in \(run.elapsed)"
        let text = ([steps] + measured.map(\.description)).joined(separator: ", ")
        return Sentence(text + (run.failures.isEmpty ? run.explanation.map { ": \($0)" } ?? "" : ""))
    }

    /// That a run ended as an earlier one did.
    public static func same(_ run: RunSummary, as scenario: String) -> Sentence {
        Sentence("\(run.headline): as \(scenario) above")
    }

    public static func median(of name: String, _ span: Span, count: Int) -> Sentence {
        Sentence("\(name) \(span) (median of \(count))")
    }

    public static func expected(in failure: Failure) -> Sentence { Sentence("\(failure.expected) [\(failure.code)]") }
    public static func place(of failure: Failure) -> Sentence {
        Sentence("\(failure.spot), \(failure.instant) into the run")
    }
    /// What stands above the last frames on a link; nil for none.
    public static func lastFrames(on link: String, areThere: Bool) -> Sentence {
        Sentence("\(areThere ? "last" : "no") frames on \(link)")
    }
}

extension RunSummary {
    /// Scenario, rig and seed.
    public var headline: String { "\(scenario) on \(rig), seed \(seed)" }

    /// The reason of the verdict, wherever it is kept; nil when there is none.
    public var explanation: String? {
        if let reason { return reason }
        if case .skipped(let reason) = verdict { return reason }
        return failures.first.map { "expected \($0.expected); seen: \($0.seen)" }
    }
}
