public import Ground
public import Vocabulary

// Sentences on the page of one run, in addition to its trace.
extension Sentence {
    public static let traceHasNoVerdict = Sentence("aborted: the trace has no verdict")
    public static let noSteps = Sentence("No step was played.")
    public static let nothingMeasured = Sentence("Nothing was measured.")
    public static let noMessages = Sentence("No messages.")
    public static let printedShort = Sentence(
        "The setup, single ranging rounds and the timeline with all frames are not printed.")
    /// The keys that every page knows, with the action of each.
    public static let pageKeys: [(key: String, action: Sentence)] = [
        ("j", Sentence("next frame or failure")), ("k", Sentence("previous frame or failure")),
        ("/", Sentence("filter by text")), ("?", Sentence("this list")), ("Esc", Sentence("close this list")),
    ]
    public static let zoomHint = Sentence("Drag across a plot to enlarge a part of it, double-click to see all of it.")
    public static let rigFigures = Sentence("the rig itself")
    public static func timeline(frames: Int, entries: Int) -> Sentence {
        Sentence("\(counted(frames, "frame")) in \(counted(entries, "entry", "entries"))")
    }
    /// The length of a run, at the head of its page.
    public static func run(passed: Int, of steps: Int, in elapsed: Lapse) -> Sentence {
        Sentence("\(passed) of \(counted(steps, "step")) in \(elapsed)")
    }
    public static func recorded(by program: String, seed: UInt64) -> Sentence {
        Sentence("seed \(seed), recorded by \(program)")
    }
    public static let mediansAreShown = Sentence("The value of several samples is their median.")
    public static func moreFigures(_ count: Int) -> Sentence { Sentence(counted(count, "more figure")) }
    public static func moreFailures(_ count: Int) -> Sentence { Sentence(counted(count, "more failure")) }
    /// The name of a failure in a plot.
    public static func failed(_ code: FailureCode) -> Sentence { Sentence("failed: \(code)") }
    /// The heading of the decoded frame at a failure.
    public static func lastReceived(on link: LinkID) -> Sentence { Sentence("Last frame received on \(link)") }
    public static func lastSent(on link: LinkID) -> Sentence { Sentence("Last frame sent on \(link)") }

    // The direction of a message, for readers who do not see its arrow.

    public static func message(from one: String, to other: String) -> Sentence { Sentence("\(one) to \(other): ") }
    public static func messages(between one: String, and other: String) -> Sentence {
        Sentence("between \(one) and \(other): ")
    }

    public static func moreSteps(_ count: Int) -> Sentence {
        Sentence("\(counted(count, "more step")) \(count == 1 ? "is" : "are") not shown.")
    }
    public static func entriesLeftOut(_ count: Int) -> Sentence {
        Sentence(
            "\(count) more entries between these are omitted; trammel show prints them all.")
    }
    public static func rowsLeftOut(_ count: Int) -> Sentence { Sentence("\(count) more rows are omitted.") }

    /// A step's failure in the message sequence; the sentence itself is at the head of the page.
    public static func stepFailed(_ number: Int, _ code: FailureCode) -> Sentence {
        Sentence("step \(number) failed: \(code)")
    }

    /// The content of a fold: the set-up with which most runs begin, or consecutive rounds.
    public static func setUp(frames: Int) -> Sentence {
        Sentence("setup: kit, connection and discovery, \(counted(frames, "frame"))")
    }
    public static func rounds(frames: Int) -> Sentence { Sentence("\(counted(frames, "round")) in a row") }
    public static func until(_ instant: Instant) -> Sentence { Sentence("until \(instant)") }
}
