public import Ground
public import Vocabulary

// Expectations and limits compared with counts and measurements.
extension Sentence {
    /// The number of times something was seen, and the last events that concern it.
    public static func seen(times: Int, _ events: [Sentence] = []) -> Sentence {
        let count =
            switch times {
            case 0: "it did not happen"
            case 1: "it happened once"
            default: "it happened \(times) times"
            }
        return Sentence(count + (events.joined.map { ": \($0)" } ?? ""))
    }

    /// An outcome that came after its limit.
    public static func came(after span: Span) -> Sentence { Sentence("it came after \(span)") }

    public static let seenNothingElse = Sentence("nothing else happened")

    /// The number of other events, and the last of them.
    public static func others(_ count: Int, _ last: [PhoneEvent]) -> Sentence {
        Sentence("\(counted(count, "other event")): \(last.map(\.clause).joined(separator: "; "))")
    }

    /// The value compared with a limit; nil for a value without a sample.
    public static func value(_ value: Quantity?, of samples: Int) -> Sentence {
        Sentence(value.map { "\($0) of \(samples) samples" } ?? "nothing was measured")
    }

    public static func samples(_ count: Int) -> Sentence {
        Sentence(count == 1 ? "there is 1 sample" : "there are \(count) samples")
    }

    public static func tooFew(samples: Int, needed: Int) -> Sentence {
        Sentence("\(Sentence.samples(samples)), and it takes \(needed) to tell")
    }
}
