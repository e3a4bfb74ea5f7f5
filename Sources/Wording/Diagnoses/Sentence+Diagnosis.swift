import Ground

// Sentences about the known defects that fit a suite of runs.
extension Sentence {
    public static let isNoProof = Sentence(
        "a ranking of the zoo's known defects of simulated accessories, not a proof")
    public static let nothingSaysAnything = Sentence("no diagnosis: no run says anything about the accessory")
    public static let noDefectShows = Sentence("no known defect: nothing failed")
    public static let noDefectIsKnown = Sentence("no known defect: the zoo plays no scenario that failed")
    public static func noDefectsOfTags(_ failed: Int) -> Sentence {
        Sentence(
            "no diagnosis: the zoo has no defects of tags, and \(counted(failed, "failure")) "
                + "\(failed == 1 ? "is" : "are") of tags")
    }
    public static let noDefectFits = Sentence("no known defect: the failures fit none of them")
    public static let areTwoDefects = Sentence("two defects together explain the failures better than any single one")
    public static let mayBeTheRoom = Sentence("or the rig: a room or a kit that measures badly looks the same")
    public static let theRig = Sentence("the rig")
    public static let rigMeasuresBadly = Sentence(
        "the rig measures badly without reporting it, because of its kit or the room")
    public static let isRigFirst = Sentence(
        "no known defect fits better than a healthy accessory on a rig that measures badly")
    public static let nothingAgainst = Sentence("nothing")

    /// The scope of a diagnosis: scenarios, the number of them that the zoo does not play, and runs without a result.
    public static func lookedAt(failed: Int, of scenarios: Int, unknown: Int, silent: Int, ofTags: Int) -> Sentence {
        var text = "\(failed) of \(counted(scenarios, "scenario")) failed"
        if ofTags > 0 {
            text = "\(counted(ofTags, "run")) failed on tags; of the other scenarios \(failed) of \(scenarios) failed"
        }
        if unknown > 0 { text += "; the zoo does not play \(unknown) of them" }
        if silent > 0 {
            text += "; \(counted(silent, "run")) \(silent == 1 ? "says" : "say") nothing about the accessory"
        }
        return Sentence(text)
    }

    /// A defect with its complaint or rule, and its effect.
    public static func defect(_ name: String, of source: String, meaning: String) -> Sentence {
        Sentence("\(name) (\(source)): \(meaning)")
    }

    public static func isSecondDefect(of first: String) -> Sentence {
        Sentence("beside \(first): both together explain more of the failures")
    }

    public static func isAsLikely(as others: [String]) -> Sentence {
        Sentence("as likely as \(others.joined(separator: " and ")): no scenario that was played distinguishes them")
    }

    public static func explains(_ explained: Int, of failed: Int, passes: Int) -> Sentence {
        Sentence(
            "\(explained) of \(counted(failed, "failure")) and \(counted(passes, "pass", "passes")) "
                + "\(explained + passes == 1 ? "matches" : "match") this defect")
    }

    /// The way scenarios failed, `most` of them by name.
    public static func showed(_ sign: String, in scenarios: [String], most: Int) -> Sentence {
        Sentence("\(sign): \(names(scenarios, most: most))")
    }

    public static func failOtherwise(_ scenarios: [String], most: Int) -> Sentence {
        Sentence("failed in a different way: \(names(scenarios, most: most))")
    }

    public static func areUnexplained(_ scenarios: [String], most: Int) -> Sentence {
        Sentence("failed, but would pass with this defect: \(names(scenarios, most: most))")
    }

    public static func areMissed(_ scenarios: [String], most: Int) -> Sentence {
        Sentence(
            "passed, but \(scenarios.count == 1 ? "fails" : "fail") with this defect: \(names(scenarios, most: most))")
    }

    public static func tellsApart(_ one: String, _ other: String) -> Sentence {
        Sentence("to distinguish \(one) from \(other), on the same bench:")
    }

    /// The experiment that separates two causes of which one is the rig.
    public static func tellsFromRig(_ one: String, _ other: String) -> Sentence {
        Sentence(
            "to distinguish \(one) from \(other), play the same with a known good accessory, or on another "
                + "bench")
    }

    public static func nothingTellsApart(_ one: String, _ other: String) -> Sentence {
        Sentence("no scenario of the zoo distinguishes \(one) from \(other) by its failures")
    }

    /// The place of a rig that measures badly among the causes named.
    public enum RigPlace { case first, last }

    /// The effects of defects that fit equally well, or of two that fit together, with their names.
    ///
    /// An effect is in the zoo's words: `It reads the session id big-endian.`
    public static func cause(
        _ defects: [(name: String, meaning: String)], together: Bool, rig: RigPlace?
    ) -> Sentence {
        let effects = defects.enumerated().map { place, defect in
            let meaning = defect.meaning.hasSuffix(".") ? defect.meaning.dropLast() : defect.meaning[...]
            let subject = place == 0 ? ("the accessory ", "the accessory's ") : ("it ", "its ")
            let told =
                if meaning.hasPrefix("It ") {
                    subject.0 + meaning.dropFirst(3)
                } else if meaning.hasPrefix("Its ") {
                    subject.1 + meaning.dropFirst(4)
                } else {
                    meaning.prefix(1).lowercased() + meaning.dropFirst()
                }
            return "\(told) (\(defect.name))"
        }
        let accessory = effects.joined(separator: together ? ", and " : ", or ")
        let parts = accessory.isEmpty ? [] : [accessory]
        let bad = [rigMeasuresBadly.description]
        return switch rig {
        case .first: Sentence((bad + parts).joined(separator: ", or "))
        case .last: Sentence((parts + bad).joined(separator: ", or "))
        case nil: Sentence(accessory)
        }
    }

    /// The support for the likely cause: failed scenarios that it explains, that the zoo does not play, and scenarios
    /// that contradict it.
    public static func support(explains explained: Int, of failed: Int, unknown: Int, against: Int) -> Sentence {
        let beyond = unknown > 0 ? "; the zoo does not play \(unknown) of them" : ""
        return Sentence(
            "it explains \(explained) of \(counted(failed, "failed scenario"))\(beyond); \(contradicting(against))")
    }

    /// The next candidate in a few words.
    public static func nextCause(_ names: [String], explains explained: Int, against: Int) -> Sentence {
        Sentence(
            "next: \(names.joined(separator: " or ")), which explains \(explained) of them; \(contradicting(against))")
    }

    private static func contradicting(_ scenarios: Int) -> String {
        let verb = scenarios == 1 ? "contradicts" : "contradict"
        return scenarios == 0 ? "nothing contradicts it" : "\(counted(scenarios, "scenario")) \(verb) it"
    }

    private static func names(_ names: [String], most: Int) -> String {
        let shown = names.prefix(most).joined(separator: ", ")
        return names.count > most ? "\(shown) and \(names.count - most) more" : shown
    }
}
