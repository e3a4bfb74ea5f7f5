public import Ground

/// The reasons why an association file does or does not give a link to an app: every entry and component in order,
/// part by part.
///
/// It evaluates everything again, slowly. The verdict is that of the matcher which routes links, or undecided if the
/// evaluation takes too much work.
public struct MatchExplanation: Sendable {
    /// A part of a URL.
    public enum Part: String, Hashable, Sendable { case path, query, fragment }

    /// The result for one part of the URL.
    public struct PartResult: Hashable, Sendable {
        public let part: Part
        public let matches: Bool
        /// The reason as a sentence without a full stop.
        public let reason: String
    }

    public enum Outcome: String, Hashable, Sendable {
        case opens = "matches: the app opens the link"
        case excludes = "matches and excludes: the link is kept from the app"
        case doesNotMatch = "does not match"
        /// The search had already ended.
        case notTried = "not tried"
        /// The explanation had already reached its work limit.
        case tooCostly = "not tried, for what stands before took too much work"
    }

    public struct Component: Sendable {
        public let place: ComponentPlace
        public let position: TextPosition
        public let outcome: Outcome
        /// The results for path, query and fragment; empty if not tried.
        public let parts: [PartResult]
        public let doubts: [LinkComponent.Ambiguity]
    }

    public struct Entry: Sendable {
        public let index: Int
        public let position: TextPosition
        public let form: AssociationEntry.Form
        /// Whether the entry lists the app; if not, its components are not shown.
        public let isForApp: Bool
        public let components: [Component]
        /// Doubts about the entry as a whole.
        public let doubts: [LinkComponent.Ambiguity]
    }

    /// The app's full identifier.
    public let application: String
    public let verdict: LinkVerdict
    public let entries: [Entry]
    /// Doubts about the file as a whole.
    public let doubts: [LinkComponent.Ambiguity]
}

extension AssociationFile {
    /// Explains why the link does or does not belong to the app; the URL's host is ignored.
    public func explain(_ url: LinkURL, for application: String) -> MatchExplanation {
        var work = MatchingWork(limit: MatchingWork.explainingLimit)
        return explain(url, for: application, &work)
    }

    /// Explains with a given amount of work left; there is no verdict if that is not enough.
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
    /// The explanation as lines of text, indented by two spaces per level; no escaping is needed.
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

    private static func lines(_ doubts: [LinkComponent.Ambiguity]) -> [String] {
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
