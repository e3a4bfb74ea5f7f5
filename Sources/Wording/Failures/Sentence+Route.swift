import Ground
public import TagRouting

// The reasons for the route of a tag or a link.
extension Sentence {
    public static func notReading(_ reason: IgnoredReason) -> Sentence { Sentence(reason.text) }

    /// The number of apps explained in full.
    private static let mostApps = 5

    /// The decision, its rule, and the way the link was matched if there is an explanation.
    public static func route(_ decision: RouteDecision, _ explanation: RouteExplanation?) -> Sentence {
        let decided = Sentence(decision.text)
        guard let explanation else { return decided }
        let apps = explanation.apps.prefix(mostApps)
        let texts = apps.map { Sentence("for \($0.application.escapedForDisplay) \($0.text)") }
        let more = explanation.apps.count - texts.count + explanation.omitted
        return decided.and(texts.joined).and(more > 0 ? Sentence("\(more) more apps") : nil)
    }
}

extension RouteExplanation.App {
    /// The number of components named in full; a file of 128 KB may have thousands that were tried.
    private static var mostNamed: Int { 5 }

    /// The reason the app gets the link or does not, in one clause: the first components tried, and the one that
    /// decided.
    fileprivate var text: String {
        if let obstacle { return obstacle }
        guard let match else { return "nothing is known" }
        let tried = match.entries.flatMap { entry in
            entry.components.filter { !$0.parts.isEmpty }.map { (entry: entry, component: $0) }
        }
        guard let last = tried.last else { return "the association file has no component" }
        var texts = tried.prefix(Self.mostNamed).map { Self.text($0.component, of: $0.entry) }
        guard tried.count > Self.mostNamed else { return texts.joined(separator: ", ") }
        let decides = last.component.outcome != .doesNotMatch
        let more = tried.count - Self.mostNamed - (decides ? 1 : 0)
        if more > 0 { texts.append("\(more) more") }
        if decides { texts.append(Self.text(last.component, of: last.entry)) }
        return texts.joined(separator: ", ")
    }

    private static func text(_ component: MatchExplanation.Component, of entry: MatchExplanation.Entry) -> String {
        let name = entry.form == .paths ? "paths" : "components"
        let place = "\(name)[\(component.place.component)] of details[\(entry.index)]"
        let misses = component.parts.filter { !$0.matches }.map { "\($0.part.rawValue): \($0.reason)" }
        let why = misses.isEmpty ? "" : " (\(misses.joined(separator: ", ")))"
        return "\(place), line \(component.position.line), \(component.outcome.rawValue)\(why)"
    }
}
