/// A failure that is known, owned by somebody, and excused until a day (gate.md, section 3.2).
///
/// The scenario is played and reported like any other.
public struct QuarantineEntry: Codable, Hashable, Sendable {
    /// For how many days at most a failure is excused.
    public static let mostDays = 90
    /// For how many days it is where the entry does not say.
    public static let usualDays = 14
    /// How many days before its end a check says so.
    public static let noticeDays = 7

    public let scenario: String
    /// What stands for every failure key.
    public static let anyFailure = "*"

    /// The failure key, its first ten digits or all; nil or `*` for whatever fails.
    public let failure: String?
    public let owner: String
    /// Why, or the ticket.
    public let reason: String
    public let from: CalendarDay?
    /// The first day on which nothing is excused any more.
    public let until: CalendarDay?

    public init(
        scenario: String, failure: String?, owner: String, reason: String, from: CalendarDay?, until: CalendarDay?
    ) {
        self.scenario = scenario
        self.failure = failure
        self.owner = owner
        self.reason = reason
        self.from = from
        self.until = until
    }

    /// The failure key that it is about; nil for whatever fails.
    public var failureKey: String? { failure == Self.anyFailure ? nil : failure }

    /// Whether the entry is complete, and holds on a day.
    public func holds(on day: CalendarDay) -> Bool {
        guard !owner.isBlank, !reason.isBlank, let from, let until else { return false }
        return from <= day && day < until && from.days(until: until) <= Self.mostDays
    }

    /// Whether it speaks of a failure with this key.
    public func excuses(scenario: String, failureKey: String?) -> Bool {
        guard scenario == self.scenario else { return false }
        guard let failure = self.failureKey else { return true }
        return failureKey.map { failure.count >= 10 && $0.hasPrefix(failure) } ?? false
    }
}

extension QuarantineEntry {
    private enum CodingKeys: CodingKey {
        case scenario, failure, owner, reason, from, until
    }

    /// What is left out comes out empty, so that a check can tell of all that is missing at once.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        scenario = try container.decodeIfPresent(String.self, forKey: .scenario) ?? ""
        failure = try container.decodeIfPresent(String.self, forKey: .failure)
        owner = try container.decodeIfPresent(String.self, forKey: .owner) ?? ""
        reason = try container.decodeIfPresent(String.self, forKey: .reason) ?? ""
        from = try container.decodeIfPresent(CalendarDay.self, forKey: .from)
        until = try container.decodeIfPresent(CalendarDay.self, forKey: .until)
    }
}

extension String {
    /// Whether nothing is in it but white space.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
