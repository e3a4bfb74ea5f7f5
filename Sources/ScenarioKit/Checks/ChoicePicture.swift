import ApplicationServices
import Ground

/// The pickers of the screens by a line of a scenario, and who was chosen in them.
struct ChoicePicture {
    struct Picker: Hashable {
        let screen: ScreenName
        let service: ServiceIdentifier
        let platforms: [CompanionPlatform]
        let spot: SourceSpot
    }

    struct Choice: Hashable {
        let screen: ScreenName
        /// The places of the companions that it may be; nil where a problem was told of it, so that it may be any.
        let places: [Int]?
        /// In which picker; nil where a problem was told of that.
        let picker: Picker?
    }

    /// Those that may be open.
    var pickers: [Picker] = []
    /// Those that may still lead to a connection.
    var choices: [Choice] = []
    /// The lines that closed a picker: by leaving it, or because the choice came to its end.
    var closed: [ScreenName: SourceSpot] = [:]
    /// Why, and from which line on, nothing passes between screens and companions.
    var silentSince: (reason: String, spot: SourceSpot)?

    /// Once for all that are alike.
    mutating func choose(_ choice: Choice) { if !choices.contains(choice) { choices.append(choice) } }

    mutating func close(_ screen: ScreenName, _ spot: SourceSpot) {
        pickers.removeAll { $0.screen == screen }
        choices.removeAll { $0.screen == screen }
        closed[screen] = spot
    }
}

extension ChoicePicture.Picker {
    /// Why a picker that keeps to the rules does not list the companion; nil when it does.
    func omission(of companion: CompanionSetup) -> String? {
        if !companion.services.contains(service) {
            let own = companion.services.map { "\"\($0.rawValue.shown())\"" }.joined(separator: ", ")
            return "the picker of line \(spot.line) looks for \"\(service.rawValue.shown())\", and \(companion.name) "
                + "advertises \(own.isEmpty ? "nothing" : own)"
        }
        guard !platforms.contains(companion.platform) else { return nil }
        let listed = platforms.isEmpty ? "nobody" : platforms.map(\.rawValue).joined(separator: ", ")
        return "the picker of line \(spot.line) lists \(listed), and \(companion.name) runs \(companion.platform)"
    }
}

extension CompanionSetup {
    /// Whether a network may show it under the name: a second device with one name gets a number behind it.
    func isListed(as shown: String, among all: [CompanionSetup]) -> Bool {
        if shown == shownAs { return true }
        let stem = shown.withoutNumber
        guard stem != shown else { return false }
        // DNS takes capital letters for small ones.
        let like = shownAs.withoutNumber.lowercased()
        let isCut = shownAs.utf8.count > Self.longestUncut && like.hasPrefix(stem.lowercased())
        guard like == stem.lowercased() || isCut else { return false }
        return all.contains { $0.name != name && $0.shownAs.withoutNumber.lowercased() == like }
    }

    /// Longer names lose their end to the number.
    private static let longestUncut = 55
}

extension String {
    /// Without the number that a network puts behind a name which is taken: `Pad` of `Pad #2`.
    fileprivate var withoutNumber: String {
        guard let place = lastIndex(of: "#") else { return self }
        let number = self[index(after: place)...]
        guard !number.isEmpty, number.allSatisfy(\.isWholeNumber), self[..<place].hasSuffix(" ") else { return self }
        return String(self[..<place].dropLast())
    }
}
