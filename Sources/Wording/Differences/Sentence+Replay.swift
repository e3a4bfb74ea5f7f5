public import Ground
public import Journal

// The outcome of replaying a trace, offline or live. Everything is safe to print.
extension Sentence {
    // MARK: Why it cannot be played

    public static let headerMissing = Sentence("the trace does not say which run it belongs to: its header is missing")
    public static let scenarioMissing = Sentence("the trace holds no scenario: name one with --scenario")
    public static func unreadableScenario(_ error: some CustomStringConvertible) -> Sentence {
        Sentence("the scenario in the trace cannot be read: \(error)".escapedForDisplay)
    }
    public static func beginningMissing(_ what: String) -> Sentence {
        Sentence("the beginning of the run is missing: \(what)".escapedForDisplay)
    }
    public static func nothingPlayed(_ verdict: String, _ reason: String?) -> Sentence {
        Sentence(
            "nothing was played in this run, which ended as \(verdict)\(reason.map { ": \($0)" } ?? "")"
                .escapedForDisplay)
    }

    // MARK: Beside the recording

    public static func differs(at place: some CustomStringConvertible) -> Sentence {
        Sentence("differs from the recording at \(place)")
    }
    public static func linksDiffer(from place: String) -> Sentence {
        Sentence("the traffic differs from \(place) on")
    }
    public static let sameByMeaning = Sentence("the same by meaning")
    public static func same(frames: Int) -> Sentence { Sentence("\(counted(frames, "frame")), the same as recorded") }
    public static let asFarAsItGoes = Sentence("as far as it goes")
    public static let asFarAsRecorded = Sentence("as far as the recording goes")
    public static let asItWas = Sentence("as it was")
    public static let recordingIsCut = Sentence("the recording ends before its run does")
    public static func recordingHasGap(_ what: String) -> Sentence {
        Sentence("the recording has a gap: \(what.escapedForDisplay)")
    }
    /// The remark that an unfinished round had differed earlier.
    public static func differedBefore(at place: String) -> Sentence {
        Sentence("before that it differed from the recording at \(place)")
    }
    public static func notTheFirst(round: Int) -> Sentence { Sentence("round \(round) differs from the first") }
    public static func allTheSame(rounds: Int) -> Sentence { Sentence("all \(rounds) rounds were the same") }

    /// The byte at which a message differs; nil for the one that has ended.
    public static func byte(_ place: Int, of now: UInt8?, not then: UInt8?, offset: Int) -> Sentence {
        let here = "byte \(place) of it, \(counted(offset, "byte")) into the connection,"
        return switch (now, then) {
        case (let now?, let then?): Sentence("\(here) is \(now.hexadecimal) and was \(then.hexadecimal)")
        case (nil, _): Sentence("\(here) is missing")
        case (_, nil): Sentence("\(here) was not there")
        }
    }

    // MARK: Its verdict

    /// A verdict with its reason.
    public static func verdict(of run: RunSummary) -> Sentence {
        Sentence((run.verdict.description + (run.reason.map { ": \($0)" } ?? "")).escapedForDisplay)
    }
    public static func verdict(is now: some CustomStringConvertible) -> Sentence { Sentence("the verdict is \(now)") }
    public static func verdict(by scenario: String, is now: Verdict, after frames: Int) -> Sentence {
        Sentence("the verdict by \(scenario) is \(now), after \(counted(frames, "frame"))")
    }
    public var asRecorded: Sentence { Sentence("\(self), as recorded") }
    public func was(_ then: some CustomStringConvertible) -> Sentence { Sentence("\(self), but was \(then)") }
    public static func noVerdict(by scenario: String, since place: String) -> Sentence {
        Sentence("no verdict by \(scenario): the recording does not answer what it asks from here on: \(place)")
    }
    public static func noVerdict(at instant: Instant, _ what: String) -> Sentence {
        Sentence("no verdict: at \(instant) the phone would do something other than was played: \(what)")
    }
    public static let phoneSentTheSame = Sentence("the phone sent the same as in the recording")
    public static func phoneDiffersLater(_ place: String) -> Sentence {
        Sentence("after the verdict the phone acted differently from the recording: \(place)")
    }
    public static func failedAgain(_ verdict: Sentence) -> Sentence {
        Sentence("the recorded failure happened again: \(verdict)")
    }
    public static let didNotFailAgain = Sentence("the recorded failure did not happen again")
    /// A replayed trace of a phone, with a remark on its verdict.
    public static func playedAgain(_ what: some CustomStringConvertible) -> Sentence {
        Sentence("the phone in this trace is a replayed recording; \(what)")
    }
    public static func hasVerdict(_ words: Sentence) -> Sentence { Sentence("its verdict is \(words)") }
    public static func hasNoVerdict(_ what: String) -> Sentence { Sentence("it has no verdict: \(what)") }

    // MARK: A live round

    public static func played(_ items: Int, of all: Int) -> Sentence {
        Sentence("\(items) of \(all) recorded messages played")
    }
    public func then(_ end: Sentence) -> Sentence { Sentence("\(self), \(end)") }
    public static let endedByPerson = Sentence("then a person ended it")
    public static let traceEnded = Sentence("then the trace ended: it could not be read again unchanged")
    public static func rigWasWrong(_ what: String) -> Sentence {
        Sentence("the rig was at fault: \(what)".escapedForDisplay)
    }
    public static let notPlayed = Sentence("not played")
    public static let nothingAnswered = Sentence("no answer could be compared")
    public static let nothingJudges = Sentence("nothing judges it")
    public static let nothingToCompare = Sentence("no verdict to compare")

    // MARK: The accessory's part

    public static func phoneDiffers(at place: some CustomStringConvertible) -> Sentence {
        Sentence("the phone differs at \(place)")
    }
    public static func phoneWrote(asRecorded count: Int) -> Sentence {
        Sentence("the phone wrote \(counted(count, "message")) as recorded")
    }
    public var notTheRest: Sentence { Sentence("\(self), and not the rest") }
    public static let noPhoneCame = Sentence("no phone came, and nothing was compared")
    public static let phoneWroteNothing = Sentence("the phone wrote no message that was compared")
    public static let endedBeforeTheRun = Sentence("ended by a person before the run ended")
    public static let verdictNotCompared = Sentence(
        "the verdict is not compared, because the recording ends before the run did")
    public var inTheRecording: Sentence { Sentence("\(self) in the recording") }
    public static func failedOtherwise(_ now: Sentence, _ then: Sentence) -> Sentence {
        Sentence("\(didNotFailAgain): it was \(then), but is \(now)")
    }

    // MARK: A reduction

    public static func reduced(to count: Int, of all: Int, in runs: Int, _ shortness: Sentence) -> Sentence {
        Sentence("\(count) of \(all) inbound frames give this failure, found in \(runs) replays; \(shortness)")
    }
    public static let noTwoLess = Sentence("no one of them, and no two of them, can be left out")
    public static let noneLess = Sentence("none of them can be left out")
    public static let searchEnded = Sentence("the search was ended early")
}
