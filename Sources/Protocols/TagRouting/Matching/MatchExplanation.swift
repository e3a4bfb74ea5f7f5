public import Ground

/// Why an association file gives a link to an app or does not: every entry and component in order, part by part.
///
/// It is made by trying everything anew, slowly; the verdict is the one that `LinkMatcher` gives, or none where trying
/// everything takes too much work.
public struct MatchExplanation: Sendable {
    /// Which part of a URL.
    public enum Part: String, Hashable, Sendable { case path, query, fragment }

    /// Whether one part of the URL is as a component wants it.
    public struct PartResult: Hashable, Sendable {
        public let part: Part
        public let matches: Bool
        /// As a sentence without its full stop.
        public let reason: String
    }

    public enum Outcome: String, Hashable, Sendable {
        case opens = "matches: the app opens the link"
        case excludes = "matches and excludes: the link is kept from the app"
        case doesNotMatch = "does not match"
        /// The search had ended before.
        case notTried = "not tried"
        /// The work of explaining had come to its limit before.
        case tooCostly = "not tried, for what stands before took too much work"
    }

    public struct Component: Sendable {
        public let place: ComponentPlace
        public let position: TextPosition
        public let outcome: Outcome
        /// Path, query, fragment; empty when not tried.
        public let parts: [PartResult]
        public let doubts: [LinkComponent.Doubt]
    }

    public struct Entry: Sendable {
        public let index: Int
        public let position: TextPosition
        public let form: AssociationEntry.Form
        /// Whether the entry is for the app; if not, its components are not shown.
        public let isForApp: Bool
        public let components: [Component]
        /// What is not known of the entry as a whole.
        public let doubts: [LinkComponent.Doubt]
    }

    /// The app's full identifier.
    public let application: String
    public let verdict: LinkVerdict
    public let entries: [Entry]
    /// What is not known of the file as a whole.
    public let doubts: [LinkComponent.Doubt]
}

extension AssociationFile {
    /// Says why the link is or is not the app's; the URL's host is not looked at.
    public func explain(_ url: LinkURL, for application: String) -> MatchExplanation {
        var work = MatchingWork(limit: MatchingWork.explainingLimit)
        return explain(url, for: application, &work)
    }

    /// The same, with so much work left; when that does not suffice, no verdict is found.
    func explain(_ url: LinkURL, for application: String, _ work: inout MatchingWork) -> MatchExplanation {
        var texts = LinkTexts(url)
        var verdict: LinkVerdict?
        let listing = Set(places(of: application))
        var shown: [MatchExplanation.Entry] = []
        for (place, entry) in entries.enumerated() {
            let isForApp = listing.contains(place)
            var components: [MatchExplanation.Component] = []
            for component in isForApp ? entry.components : [] {
                let explained = Self.explain(component, &texts, isDecided: verdict != nil, &work)
                components.append(explained)
                switch explained.outcome {
                case .opens: verdict = .match(component.place)
                case .excludes: verdict = .exclude(component.place)
                case .doesNotMatch, .notTried, .tooCostly: break
                }
            }
            shown.append(
                MatchExplanation.Entry(
                    index: entry.index, position: entry.position, form: entry.form, isForApp: isForApp,
                    components: components, doubts: isForApp ? entry.doubts : []))
        }
        let found = verdict ?? (work.isExhausted ? .undecided : .noMatch)
        return MatchExplanation(application: application, verdict: found, entries: shown, doubts: doubts)
    }

    private static func explain(
        _ component: LinkComponent, _ texts: inout LinkTexts, isDecided: Bool, _ work: inout MatchingWork
    ) -> MatchExplanation.Component {
        var parts: [MatchExplanation.PartResult] = []
        var outcome = work.isExhausted && !isDecided ? MatchExplanation.Outcome.tooCostly : .notTried
        if !isDecided, !work.isExhausted {
            parts = component.results(&texts, &work)
            let matches = parts.allSatisfy(\.matches)
            outcome = matches ? (component.excludes ? .excludes : .opens) : .doesNotMatch
            if work.isExhausted { (parts, outcome) = ([], .tooCostly) }
        }
        return MatchExplanation.Component(
            place: component.place, position: component.position, outcome: outcome, parts: parts,
            doubts: component.doubts)
    }
}

extension MatchExplanation {
    /// The explanation as lines of text, indented by two spaces a level; nothing in them needs escaping.
    public var lines: [String] {
        var lines = Self.lines(doubts)
        for entry in entries {
            guard entry.isForApp else {
                lines.append("details[\(entry.index)] (line \(entry.position.line)): not for this app")
                continue
            }
            lines.append("details[\(entry.index)] (line \(entry.position.line)): for this app, \(entry.words)")
            lines += Self.lines(entry.doubts).map { "  " + $0 }
            for component in entry.components {
                let kind = entry.form == .paths ? "paths" : "components"
                let name = "\(kind)[\(component.place.component)] (line \(component.position.line))"
                lines.append("  \(name): \(component.outcome.rawValue)")
                for part in component.parts { lines.append("    \(part.part.rawValue): \(part.reason)") }
                lines += Self.lines(component.doubts).map { "    " + $0 }
            }
        }
        if entries.isEmpty { lines.append("the file has no entries in details") }
        return lines
    }

    private static func lines(_ doubts: [LinkComponent.Doubt]) -> [String] {
        doubts.prefix(9).map { "\($0.rule.rawValue), \($0.rule.evidence.rawValue): \($0.meaning)" }
    }
}

extension MatchExplanation.Entry {
    fileprivate var words: String {
        switch form {
        case .components: components.count == 1 ? "1 component" : "\(components.count) components"
        case .paths: components.count == 1 ? "1 path" : "\(components.count) paths"
        case .none: "without components and paths"
        }
    }
}
