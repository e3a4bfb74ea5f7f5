import Ground

extension Check: CustomStringConvertible {
    /// The expectation or the requirement in words.
    public var description: String {
        switch self {
        case .expect(let expectation): expectation.description
        case .require(let requirement): requirement.description
        }
    }
}

extension Expectation: CustomStringConvertible {
    /// The outcome, the count and the time: `measurement of door at least 3 times within 3.00 s`.
    public var description: String {
        "\(outcome) \(count) " + (lasting.map { "for \($0)" } ?? "within \(within)")
    }
}

extension Count: CustomStringConvertible {
    /// The count in words: `never`, `exactly once`, `at least 3 times`.
    public var description: String {
        switch self {
        case .exactly(0), .atMost(0): "never"
        case .exactly(let number): "exactly \(Count.times(number))"
        case .atLeast(let number): "at least \(Count.times(number))"
        case .atMost(let number): "at most \(Count.times(number))"
        }
    }

    private static func times(_ number: Int) -> String { number == 1 ? "once" : "\(number) times" }
}

extension Requirement: CustomStringConvertible {
    /// The figure, the bound and the percentile: `exchange with door at most 500.0 ms in 95 of 100`.
    public var description: String {
        let samples = percentile.map { " in \($0) of 100" } ?? ""
        return "\(figure) \(bound)\(samples)"
    }
}

extension Bound: CustomStringConvertible {
    /// The bound in words: `at most 500.0 ms`.
    public var description: String {
        switch self {
        case .atMost(let amount): "at most \(amount)"
        case .atLeast(let amount): "at least \(amount)"
        case .within(let amount): "within \(amount)"
        }
    }
}

extension Figure: CustomStringConvertible {
    /// The figure as a noun phrase: `bias of door`.
    public var description: String {
        switch self {
        case .latency(let message, let name): "latency of \(message) from \(name)"
        case .connection(let name): "connection to \(name)"
        case .exchange(let name): "exchange with \(name)"
        case .firstFix(let name): "first fix of \(name)"
        case .updateRate(let name): "update rate of \(name)"
        case .availability(let name): "availability of \(name)"
        case .bias(let name): "bias of \(name)"
        case .peerBias(let name): "bias of the distances that \(name) reports"
        case .disagreement(let name): "disagreement with \(name)"
        case .standardDeviation(let name): "standard deviation of \(name)"
        case .directionAvailability(let name): "availability of the direction of \(name)"
        case .angleBias(let plane, let name): "\(plane.rawValue) bias of \(name)"
        case .angleDeviation(let plane, let name): "standard deviation of the \(plane.rawValue) of \(name)"
        case .toldDistance(let report, let name):
            "distance reported by \(name), as \(report), against the measured one"
        case .toldError(let report, let name): "distance reported by \(name), as \(report), against the true one"
        case .toldRate(let report, let name): "rate of the distances reported by \(name), as \(report),"
        case .reaction(let feature, let isOn, let report, let name):
            "reaction of \(name) to \(feature) \(isOn ? "on" : "off"), as \(report),"
        case .detectedToRouted: "time from the tag to the decision"
        case .readCommands: "commands to read a tag"
        case .ofScreen(.pickToReady, let name): "the screen's time from the choice of \(name) to the connection"
        case .ofScreen(.abortToReconnect, let name): "time from ECONNABORTED to the new connection to \(name)"
        case .ofScreen(.resumeToReady, let name): "time from the return of \(name) to the screen's first frame"
        case .ofScreen(.frameRoundTrip, let name): "time from a move of \(name) to its acknowledgement"
        case .ofScreen(.streams, let name): "connections to \(name)"
        }
    }
}
