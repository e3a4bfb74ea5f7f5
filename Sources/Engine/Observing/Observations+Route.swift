import Ground
import Links
import Phone
import ScenarioKit
import TagRouting
import Wording

extension Observations {
    /// Why a tag or a link went where it went: what was decided last, by which rule, and how the link was matched; nil
    /// when nothing was decided.
    var route: Sentence? {
        if let reason = tags.notReading, tags.decision == nil { return .notReading(reason) }
        return tags.decision.map { decision in
            let url = decision.destination.webAddress
            return .route(
                decision, url.flatMap { router?.explain(uri: $0.text, conditions: PhoneConditions()) })
        }
    }
}
