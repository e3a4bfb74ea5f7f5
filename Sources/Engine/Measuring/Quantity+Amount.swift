import Journal
import ScenarioKit

extension Quantity {
    /// A limit's value, or what was held against it, as the journal keeps it.
    init(_ amount: Amount) {
        self =
            switch amount {
            case .span(let span): .span(span)
            case .rate(let rate): .rate(rate)
            case .share(let share): .share(share)
            case .distance(let distance): .distance(distance)
            case .number(let number): .count(number)
            }
    }
}
