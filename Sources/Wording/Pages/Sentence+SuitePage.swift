public import Ground
public import Journal

// Sentences on the page of all runs of a command.
extension Sentence {
    /// The meaning of an exit status of `run`.
    public static func exitStatus(_ status: Int32, isAllPassed: Bool) -> Sentence {
        let meaning =
            switch status {
            case 0 where isAllPassed: "every run passed"
            case 0: "at least one run passed, and every other one was skipped"
            case 1: "a scenario failed: the accessory, or a tag, was at fault"
            case 3:
                "no scenario failed, but the rig was at fault, a run took too long, or fewer runs were played than "
                    + "required; this says nothing about the accessory"
            case 4: "nothing failed and nothing passed: everything was skipped, or the command was ended before"
            case 75: "another command has the bench, so nothing was begun"
            default: "not a status of runs"
            }
        return Sentence("exit status \(status): \(meaning)")
    }
    /// The joint result of all runs, in a word or two.
    public static func together(_ status: Int32) -> Sentence {
        switch status {
        case 0: Sentence("passed")
        case 1: Sentence("failed")
        case 3: Sentence("rig error")
        default: Sentence("nothing shown")
        }
    }

    public static let runStillPlays = Sentence(
        "The command did not end: it is still playing, or it was killed. Nothing is known about its runs yet.")
    public static func makesPage(of folder: String) -> Sentence {
        Sentence("trammel report \(folder) makes the page from the existing files")
    }
    public static let hasNoRecord = Sentence(
        "there is no runs.json: the command did not end, or an older Trammel played it. The rest of its plan is "
            + "not known")
    public static func recordIsOtherwise(_ told: Int32, _ seen: Int32) -> Sentence {
        Sentence(
            "the command ended with exit status \(told), but the runs in this folder give \(seen): something was "
                + "changed, added or removed")
    }

    public static func runsAreOthers(_ told: Int, _ seen: Int) -> Sentence {
        Sentence("the command reported \(counted(told, "run")), but there are \(seen) here")
    }

    public static func verdictsAreOthers(
        _ told: [(verdict: VerdictKind, count: Int)], _ seen: [(verdict: VerdictKind, count: Int)]
    ) -> Sentence {
        Sentence("the command reported \(counts(told)), but the runs here are \(counts(seen))")
    }

    /// The number of runs that were played on another rig or with other ports than the command, and one of them.
    public static func portsAreOthers(
        _ runs: Int, _ scenario: String, with other: Provenance, not own: Provenance
    ) -> Sentence {
        func options(_ one: Provenance) -> String { (["rig \(one.rig)"] + one.overrides).joined(separator: " ") }
        return Sentence(
            "the command played on \(options(own)), but \(counted(runs, "run")) here "
                + "\(runs == 1 ? "was" : "were") played on another bench: \(scenario) on \(options(other))")
    }

    // MARK: One run

    public static let runHasNoVerdict = Sentence(
        "it has no verdict.json: it did not end, or it is still being played")
    public static let runHasNoTrace = Sentence("it has no trace, so its traffic is unknown")
    public static let runTraceWasPruned = Sentence(
        "its trace was removed on purpose, so its traffic can no longer be inspected")
    public static func contradicts(_ what: String) -> Sentence { Sentence("its evidence contradicts itself: \(what)") }
    public static func seenAs(_ code: FailureCode) -> Sentence { Sentence("seen as \(code)") }
    public static func usualCauses(_ causes: String) -> Sentence { Sentence("usual causes: \(causes)") }
    public static func step(_ step: StepRecord) -> Sentence { Sentence("\(step.text) (\(step.spot))") }
    public static func stepTook(_ span: Lapse) -> Sentence { Sentence("the step took \(span)") }
    public static let firmwareIsUnknown = Sentence("unknown to the rig: fill it in")
    public static func findings(warnings: Int, notes: Int) -> Sentence {
        Sentence(
            [(warnings, "warning"), (notes, "note")].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
                .joined(separator: ", "))
    }

    // MARK: Causes

    public static func explainsFailures(_ count: Int) -> Sentence {
        Sentence("It explains \(counted(count, "failure")).")
    }
    public static func failuresOfOtherCauses(_ count: Int) -> Sentence {
        Sentence("\(counted(count, "failure")) that it does not explain")
    }
    public static let evidenceOfCauses = Sentence("Evidence for and against each known defect")

    // MARK: What is not on the page

    public static func moreRuns(_ count: Int) -> Sentence {
        Sentence("\(counted(count, "more run")) \(count == 1 ? "is" : "are") counted and not listed")
    }
    public static func runsWithoutPage(_ count: Int) -> Sentence {
        Sentence(
            "\(counted(count, "run")) \(count == 1 ? "has" : "have") no page: trammel show FOLDER --html FILE makes it")
    }
    public static func undiagnosed(_ count: Int) -> Sentence {
        Sentence("no diagnosis: \(counted(count, "verdict")) cannot be read, and the others alone would mislead")
    }
    public static let rigSaysNothing = Sentence(
        "In these runs the rig or the scenario was at fault: they say nothing for or against the accessory.")
    public static let haveNoVerdict = Sentence("These runs did not reach a verdict.")
}
