public import Ground
public import Links

/// Apple's limits for the connection parameters that an accessory requests, in two public editions.
///
/// Both are known only from quotations (bluez.md, section 4.6; nearby-interaction.md, section 1.4). An iPhone may
/// refuse a request outside the limits; Linux grants it.
public enum ConnectionParameterPolicy: String, Hashable, Codable, CaseIterable, Sendable {
    /// Supervision timeout of 2 s to 6 s; interval times latency + 1 of at most 2 s.
    case olderEdition
    /// Supervision timeout of 6 s to 18 s; interval times latency + 1 of at most 6 s.
    case newerEdition
    /// The union of what both editions allow.
    case eitherEdition
    /// Everything is acceptable.
    case none

    /// Returns one finding for each limit that the parameters violate; none if they are acceptable.
    public func objections(to parameters: ConnectionParameters) -> [Finding] {
        let (timeouts, longest): (ClosedRange<Lapse>, Lapse)
        switch self {
        case .none: return []
        case .olderEdition: (timeouts, longest) = (.seconds(2) ... .seconds(6), .seconds(2))
        case .newerEdition: (timeouts, longest) = (.seconds(6) ... .seconds(18), .seconds(6))
        case .eitherEdition: (timeouts, longest) = (.seconds(2) ... .seconds(18), .seconds(6))
        }
        let (low, high) = (parameters.leastInterval, parameters.greatestInterval)
        let step = Lapse.milliseconds(15)
        let effective = high * (Int(parameters.latency) + 1)
        var findings: [Finding] = []
        func require(_ holds: Bool, _ rule: String) {
            if !holds {
                findings.append(
                    Finding("link.connectionParameters", .warning, "connection parameters \(parameters): \(rule)"))
            }
        }
        require(parameters.latency <= 30, "the latency must be at most 30")
        require(
            timeouts.contains(parameters.timeout),
            "the supervision timeout must be \(timeouts.lowerBound) to \(timeouts.upperBound)")
        require(
            low >= step && low.nanoseconds % step.nanoseconds == 0, "the least interval must be a multiple of 15 ms")
        require(
            high >= low + step || (low == step && high == step),
            "the greatest interval must be 15 ms more than the least, or both 15 ms")
        require(effective <= longest, "interval times latency + 1 must be at most \(longest)")
        require(
            parameters.timeout > effective * 3,
            "the supervision timeout must be more than 3 times interval times latency + 1")
        return findings
    }
}
