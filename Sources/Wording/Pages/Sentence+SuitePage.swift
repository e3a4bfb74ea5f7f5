public import Ground
public import Journal

// Sentences on the page of all runs of a command.
extension Sentence {
    /// The meaning of an exit status of `run`.
    public static func exitStatus(_ status: Int32) -> Sentence {
        let meaning =
            switch status {
            case 0: "at least one run passed, and every other one was skipped"
            case 1: "a scenario failed: the accessory, or a tag, was wrong"
            case 3:
                "no scenario failed, but the rig was wrong, a run took too long, or fewer runs were played than "
                    + "required; this says nothing about the accessory"
            case 4: "nothing failed and nothing passed: everything was skipped, or it was ended before"
            default: "no status that runs have"
            }
        return Sentence("exit status \(status): \(meaning)")
    }
    /// The joint result of all runs, in a word or two.
    public static func together(_ status: Int32) -> Sentence {
        switch status {
        case 0: Sentence("passed")
        case 1: Sentence("failed")
        case 3: Sentence("rig wrong")
        default: Sentence("nothing shown")
        }
    }

    public static let runStillPlays = Sentence(
        "The command did not end: it still plays, or it was killed. Nothing is known of its runs yet.")
    public static func makesPage(of folder: String) -> Sentence {
        Sentence("trammel report \(folder) makes the page of what is there")
    }
    public static let hasNoRecord = Sentence(
        "there is no runs.json: the command did not end, or an older Trammel played it. What else it was to play is "
            + "not known")
    public static func recordIsOtherwise(_ told: Int32, _ seen: Int32) -> Sentence {
        Sentence(
            "the command ended with exit status \(told), and the runs that are here give \(seen): something was "
                + "changed, added or removed")
    }

    public static func runsAreOthers(_ told: Int, _ seen: Int) -> Sentence {
        Sentence("the command told of \(counted(told, "run")), and here there are \(seen)")
    }

    // MARK: One run

    public static let runHasNoVerdict = Sentence(
        "it has no verdict.json: it did not end, or it is still being played")
    public static let runHasNoTrace = Sentence("it has no trace: what went over the links is not known")
    public static let runTraceWasPruned = Sentence(
        "its trace was taken out on purpose: what went over the links cannot be looked at any more")
    public static func contradicts(_ what: String) -> Sentence { Sentence("its evidence contradicts itself: \(what)") }
    public static func seenAs(_ code: FailureCode) -> Sentence { Sentence("seen as \(code)") }
    public static func usualCauses(_ causes: String) -> Sentence { Sentence("usual causes: \(causes)") }
    public static func step(_ step: StepRecord) -> Sentence { Sentence("\(step.text) (\(step.spot))") }
    public static func stepTook(_ span: Span) -> Sentence { Sentence("the step took \(span)") }
    public static let firmwareIsUnknown = Sentence("not known to the rig: fill it in")
    public static func findings(warnings: Int, notes: Int) -> Sentence {
        Sentence(
            [(warnings, "warning"), (notes, "note")].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
                .joined(separator: ", "))
    }

    // MARK: What is not on the page

    public static func moreRuns(_ count: Int) -> Sentence {
        Sentence("\(counted(count, "more run")) \(count == 1 ? "is" : "are") counted and not listed")
    }
    public static func runsWithoutPage(_ count: Int) -> Sentence {
        Sentence(
            "\(counted(count, "run")) \(count == 1 ? "has" : "have") no page: trammel show FOLDER --html FILE makes it")
    }
    public static func undiagnosed(_ count: Int) -> Sentence {
        Sentence("no diagnosis: \(counted(count, "verdict")) cannot be read, and the others alone tell another story")
    }
    public static let rigSaysNothing = Sentence(
        "Here the rig or the scenario was wrong: nothing of this is the accessory's fault, and nothing speaks for it.")
    public static let haveNoVerdict = Sentence("These runs did not come to a verdict.")
}
