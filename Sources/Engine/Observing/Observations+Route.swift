import Ground
import Links
import Phone
import ScenarioKit
import TagRouting
import Wording

extension Observations {
    /// Returns the code of the last link if it explains by itself why an outcome did not follow: no phone can open it,
    /// or only its scheme differs from the expected link's. Nil for any other link.
    func linkCode(for outcome: Outcome) -> FailureCode? {
        guard let destination = tags.decision?.destination else { return nil }
        if case .noScheme = destination { return "tag.noScheme" }
        guard let link = destination.url, link.lowercasedScheme == "http" else { return nil }
        let secure = "https" + link.text.dropFirst(link.scheme.count)
        return outcome.alternatives.contains { $0.links.contains(secure) } ? "route.notHTTPS" : nil
    }

    /// The explanation of the last decision about a tag or a link: the decision, its rule and how the link was
    /// matched. Nil if there was no decision.
    var route: Sentence? {
        if let reason = tags.notReading, tags.decision == nil { return .notReading(reason) }
        return tags.decision.map { decision in
            let url = decision.destination.webAddress
            return .route(
                decision, url.flatMap { setting.router?.explain(uri: $0.text, conditions: PhoneConditions()) })
        }
    }
}

extension Outcome {
    /// The links that a delivery must have: its own, and those of its records.
    fileprivate var links: [String] {
        guard case .delivered(_, let url, let message, _) = self else { return [] }
        guard case .records(let patterns)? = message else { return [url].compactMap(\.self) }
        let uris = patterns.compactMap { if case .uri(let uri)? = $0.payload { uri } else { nil } }
        return [url].compactMap(\.self) + uris
    }
}
