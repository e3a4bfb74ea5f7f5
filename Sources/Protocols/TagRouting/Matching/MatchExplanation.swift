/// Why an association file gives a link to an app or does not: every entry and component in order, part by part.
///
/// It is made by trying everything anew, slowly; the verdict is the one that `LinkMatcher` gives.
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
    }

    /// The app's full identifier.
    public let application: String
    public let verdict: LinkVerdict
    public let entries: [Entry]
}

extension AssociationFile {
    /// Says why the link is or is not the app's; the URL's host is not looked at.
    public func explain(_ url: LinkURL, for application: String) -> MatchExplanation {
        var texts = LinkTexts(url)
        var verdict = LinkVerdict.noMatch
        var isDecided = false
        var shown: [MatchExplanation.Entry] = []
        for entry in entries {
            let isForApp = entry.lists(application)
            var components: [MatchExplanation.Component] = []
            for component in isForApp ? entry.components : [] {
                let parts = isDecided ? [] : component.results(&texts)
                var outcome = MatchExplanation.Outcome.notTried
                if !isDecided {
                    isDecided = parts.allSatisfy(\.matches)
                    outcome = isDecided ? (component.excludes ? .excludes : .opens) : .doesNotMatch
                    if isDecided {
                        verdict = component.excludes ? .exclude(component.place) : .match(component.place)
                    }
                }
                components.append(
                    MatchExplanation.Component(
                        place: component.place, position: component.position, outcome: outcome, parts: parts,
                        doubts: component.doubts))
            }
            shown.append(
                MatchExplanation.Entry(
                    index: entry.index, position: entry.position, form: entry.form, isForApp: isForApp,
                    components: components))
        }
        return MatchExplanation(application: application, verdict: verdict, entries: shown)
    }
}

extension MatchExplanation {
    /// The explanation as lines of text, indented by two spaces a level; nothing in them needs escaping.
    public var lines: [String] {
        var lines: [String] = []
        for entry in entries {
            guard entry.isForApp else {
                lines.append("details[\(entry.index)] (line \(entry.position.line)): not for this app")
                continue
            }
            lines.append("details[\(entry.index)] (line \(entry.position.line)): for this app, \(entry.words)")
            for component in entry.components {
                let kind = entry.form == .paths ? "paths" : "components"
                let name = "\(kind)[\(component.place.component)] (line \(component.position.line))"
                lines.append("  \(name): \(component.outcome.rawValue)")
                for part in component.parts { lines.append("    \(part.part.rawValue): \(part.reason)") }
                for doubt in component.doubts {
                    lines.append("    \(doubt.rule.rawValue), \(doubt.rule.evidence.rawValue): \(doubt.meaning)")
                }
            }
        }
        if entries.isEmpty { lines.append("the file has no entries in details") }
        return lines
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
