public import Journal

/// How pages mark a verdict: with a sign beside the colour, so that neither is needed.
public enum VerdictMark {
    /// A sign that goes before the verdict's words.
    public static func symbol(of verdict: VerdictKind?) -> String {
        switch verdict {
        case .passed: "\u{2714}"
        case .failed: "\u{2718}"
        case .error, .timedOut: "\u{26A0}"
        case .skipped: "\u{2013}"
        case .aborted, nil: "\u{25CB}"
        }
    }

    /// The style of the accessory that was right, or wrong; of a rig that was wrong; and of what nobody judged.
    public static func style(of verdict: VerdictKind?) -> String {
        switch verdict {
        case .passed: "good"
        case .failed: "bad"
        case .error, .timedOut: "rig"
        case .skipped, .aborted, nil: "open"
        }
    }
}
