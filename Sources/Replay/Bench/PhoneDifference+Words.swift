import Ground
import Simulators
import Wording

extension PhoneDifference {
    /// The frame's number, what the phone wrote, and what it wrote in the recording; without a full stop, safe to
    /// print.
    var words: String { "\(Sentence.message(frame)), to \(accessory): \(what)".escapedForDisplay }

    private var what: Sentence {
        switch kind {
        case .wrote(let now, let then): .wrote(.written(now, identifiers), insteadOf: was(then))
        case .wroteBesides(let now): .wroteBesides(.written(now, identifiers))
        case .didNotWrite(let then): .didNotWrite(.written(then, identifiers))
        }
    }

    /// The recorded message, with the first byte that differs if the two differ in bytes alone.
    private func was(_ then: [UInt8]) -> Sentence {
        let words = Sentence.written(then, identifiers)
        return otherByte.map { words.with($0.then, at: $0.place, not: $0.now) } ?? words
    }
}
