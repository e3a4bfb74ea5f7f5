public import Ground
public import Vocabulary

// What was seen, where it was: events as parts of a failure.
extension Sentence {
    /// What happened, as it is told on its own link.
    public static func words(of event: PhoneEvent) -> Sentence { Sentence(event.words) }

    /// What happened, and with which accessory.
    public static func clause(of event: PhoneEvent) -> Sentence { Sentence(event.clause) }

    public static func printed(_ line: String, by name: AccessoryName) -> Sentence {
        Sentence("\(name) printed \"\(line.escapedForDisplay)\"")
    }
}
