import Ground
import Links
import Phone
import ScenarioKit
import TagRouting
import Wording

extension Observations {
    /// The code of a tag's link that no phone can open; nil for any other decision.
    var linkCode: FailureCode? {
        if case .noScheme = tags.decision?.destination { "tag.noScheme" } else { nil }
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
