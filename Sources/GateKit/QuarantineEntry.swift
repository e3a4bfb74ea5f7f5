/// A known failure with an owner, excused until a day (gate.md, section 3.2).
///
/// The scenario is played and reported like any other.
public struct QuarantineEntry: Codable, Hashable, Sendable {
    /// The maximum number of days for which a failure is excused.
    public static let mostDays = 90
    /// The default number of days.
    public static let usualDays = 14
    /// The number of days before its end from which a check reports it.
    public static let noticeDays = 7

    public let scenario: String
    /// The placeholder for every failure key.
    public static let anyFailure = "*"

    /// The failure key or at least its first ten digits; nil or `*` for any failure.
    public let failure: String?
    public let owner: String
    /// The reason, or the ticket.
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

    /// The failure key of the entry; nil for any failure.
    public var failureKey: String? { failure == Self.anyFailure ? nil : failure }

    /// Returns whether the entry is complete and applies on a day.
    public func holds(on day: CalendarDay) -> Bool {
        guard !owner.isBlank, !reason.isBlank, let from, let until else { return false }
        return from <= day && day < until && from.days(until: until) <= Self.mostDays
    }

    /// Returns whether the entry covers a failure with this key.
    public func excuses(scenario: String, failureKey: String?) -> Bool {
        guard scenario == self.scenario else { return false }
        guard let failure = self.failureKey else { return true }
        return failureKey.map { failure.count >= 10 && $0.hasPrefix(failure) } ?? false
    }
}

extension QuarantineEntry {
    /// Decodes missing fields as empty, so that a check can report all of them together.
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
    /// Whether the string is empty or only white space.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
