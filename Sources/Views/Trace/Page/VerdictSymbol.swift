public import Journal

/// A verdict's mark on pages: a sign as well as a colour, so that either suffices.
public enum VerdictSymbol {
    /// Returns the sign that precedes the verdict's words.
    public static func symbol(of verdict: VerdictKind?) -> String {
        switch verdict {
        case .passed: "\u{2714}"
        case .failed: "\u{2718}"
        case .error, .timedOut: "\u{26A0}"
        case .skipped: "\u{2013}"
        case .aborted, nil: "\u{25CB}"
        }
    }

    /// Returns the style for an accessory at fault or not, a rig at fault, or no judgement.
    public static func style(of verdict: VerdictKind?) -> String {
        switch verdict {
        case .passed: "good"
        case .failed: "bad"
        case .error, .timedOut: "rig"
        case .skipped, .aborted, nil: "open"
        }
    }
}
