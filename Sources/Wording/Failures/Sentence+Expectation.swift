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
    public static func came(after span: Lapse) -> Sentence { Sentence("it came after \(span)") }

    /// An outcome that had not come when the wait for it ended early.
    public static func notCome(before end: WaitEnd, after span: Lapse) -> Sentence {
        Sentence("it had not come when \(end.words) after \(span)")
    }

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
        Sentence("\(Sentence.samples(samples)), but \(needed) are needed")
    }
}

extension WaitEnd {
    /// The event in words that follow "when".
    fileprivate var words: String {
        switch self {
        case .linkLost: "the link was lost"
        case .phoneReconnected: "the phone connected again"
        case .phoneSent(let message): "the phone sent \(message.rawValue)"
        case .appRetried: "the app tried again"
        case .sessionTimedOut: "the phone's session timed out"
        case .sessionEndedByPeer: "the accessory ended the session over UWB"
        case .sessionInvalidated: "the phone's session became invalid"
        }
    }
}
