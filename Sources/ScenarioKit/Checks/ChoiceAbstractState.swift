import ApplicationServices
import Ground

/// The screens' pickers at a line of a scenario, and the companions chosen in them.
struct ChoiceAbstractState {
    struct Picker: Hashable {
        let screen: ScreenName
        let service: ServiceIdentifier
        let platforms: [CompanionPlatform]
        let spot: SourceSpot
    }

    struct Choice: Hashable {
        let screen: ScreenName
        /// The indices of the companions it may refer to; nil, meaning any, if a problem was reported for the choice.
        let places: [Int]?
        /// The picker it was made in; nil if a problem was reported for that.
        let picker: Picker?
    }

    /// The pickers that may be open.
    var pickers: [Picker] = []
    /// The choices that may still lead to a connection.
    var choices: [Choice] = []
    /// The lines that closed a picker, by leaving it or by completing its choice.
    var closed: [ScreenName: SourceSpot] = [:]
    /// The reason no packets pass between screens and companions, and the line since when.
    var silentSince: (reason: String, spot: SourceSpot)?

    /// Adds the choice unless an equal one exists.
    mutating func choose(_ choice: Choice) { if !choices.contains(choice) { choices.append(choice) } }

    mutating func close(_ screen: ScreenName, _ spot: SourceSpot) {
        pickers.removeAll { $0.screen == screen }
        choices.removeAll { $0.screen == screen }
        closed[screen] = spot
    }
}

extension ChoiceAbstractState.Picker {
    /// The reason a conforming picker does not list the companion; nil if it does.
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
    /// Whether a network may show the companion under the name. A second device of the same name gets a number
    /// appended.
    func isListed(as shown: String, among all: [CompanionSetup]) -> Bool {
        if shown == shownAs { return true }
        let stem = shown.withoutNumber
        guard stem != shown else { return false }
        // DNS compares names case-insensitively.
        let like = shownAs.withoutNumber.lowercased()
        let isCut = shownAs.utf8.count > Self.longestUncut && like.hasPrefix(stem.lowercased())
        guard like == stem.lowercased() || isCut else { return false }
        return all.contains { $0.name != name && $0.shownAs.withoutNumber.lowercased() == like }
    }

    /// The longest name in bytes that keeps its end when a number is appended.
    private static let longestUncut = 55
}

extension String {
    /// The name without the number that a network appends to a name already taken: `Pad` for `Pad #2`.
    fileprivate var withoutNumber: String {
        guard let place = lastIndex(of: "#") else { return self }
        let number = self[index(after: place)...]
        guard !number.isEmpty, number.allSatisfy(\.isWholeNumber), self[..<place].hasSuffix(" ") else { return self }
        return String(self[..<place].dropLast())
    }
}
