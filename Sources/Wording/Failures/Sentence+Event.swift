public import Ground
public import Vocabulary

// Observed events as parts of a failure.
extension Sentence {
    /// The event as worded on its link.
    public static func words(of event: PhoneEvent) -> Sentence { Sentence(event.words) }

    /// The event with its accessory.
    public static func clause(of event: PhoneEvent) -> Sentence { Sentence(event.clause) }

    public static func printed(_ line: String, by name: AccessoryName) -> Sentence {
        Sentence("\(name) printed \"\(line.escapedForDisplay)\"")
    }
}
