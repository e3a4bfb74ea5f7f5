public import Ground

// Sentences on the page of one run, in addition to its trace.
extension Sentence {
    public static let traceHasNoVerdict = Sentence("aborted: the trace has no verdict")
    public static let noSteps = Sentence("No step was played.")
    public static let nothingMeasured = Sentence("Nothing was measured.")
    public static let noMessages = Sentence("No messages.")
    public static let printedShort = Sentence(
        "The message sequence, the setup, single ranging rounds and frame bytes are not printed.")

    public static func moreSteps(_ count: Int) -> Sentence {
        Sentence("\(counted(count, "more step")) \(count == 1 ? "is" : "are") not shown.")
    }
    public static func entriesLeftOut(_ count: Int) -> Sentence {
        Sentence(
            "\(count) more entries between these are omitted; trammel show prints them all.")
    }
    public static func rowsLeftOut(_ count: Int) -> Sentence { Sentence("\(count) more rows are omitted.") }

    /// The content of a fold: the set-up with which most runs begin, or consecutive rounds.
    public static func setUp(frames: Int) -> Sentence {
        Sentence("setup: kit, connection and discovery, \(counted(frames, "frame"))")
    }
    public static func rounds(frames: Int) -> Sentence { Sentence("\(counted(frames, "round")) in a row") }
    public static func until(_ instant: Instant) -> Sentence { Sentence("until \(instant)") }
}
