import Ground
import Vocabulary

/// What journals and traces of formats 1 and 2 have in words alone, as values: the only place that reads sentences.
///
/// Their program wrote three kinds of sentences that somebody looks into; every other one stays what it is.
enum OlderWords {
    /// The event that a sentence of this kind tells; nil where it cannot be told.
    static func event(ofKind kind: String, _ text: String) -> PhoneEvent? {
        let words = text.split(separator: " ").map(String.init)
        switch EventKind(rawValue: kind) {
        case .zone: return zone(words)
        case .feature: return feature(words)
        case .ranging: return words.last.map { .kitRanging(accessory: AccessoryName($0)) }
        default: return nil
        }
    }

    /// `door entered far at 2.97 m`
    private static func zone(_ words: [String]) -> PhoneEvent? {
        guard words.count == 6, let kind = ZoneChange.Kind(rawValue: words[1]), let metres = Double(words[4]) else {
            return nil
        }
        let change = ZoneChange(kind, ZoneName(words[2]), at: .metres(metres))
        return .zone(accessory: AccessoryName(words[0]), change: change)
    }

    /// `unlock on for door`
    private static func feature(_ words: [String]) -> PhoneEvent? {
        guard words.count == 4 else { return nil }
        return .feature(
            accessory: AccessoryName(words[3]), feature: FeatureName(words[0]), isOn: words[1] == "on")
    }
}
