import Ground

extension Action: CustomStringConvertible {
    /// The step in a few words, as reports and journals show it: `connect to door within 5.00 s`.
    public var description: String {
        switch self {
        case .connect(let name, let limit): "connect to \(name) within \(limit)"
        case .exchange(let kind, let name, let limit): "exchange \(kind) with \(name) within \(limit)"
        case .walk(let course): course.description
        case .stay(let span, _): "stay for \(span)"
        case .losing(let message, let times, _): "lose \(message) \(times == 1 ? "once" : "\(times) times")"
        case .tap(let tag, let limit, _): "tap \(tag) within \(limit)"
        case .expect(let expectation): "expect \(expectation)"
        case .stop(let name, let limit): "stop \(name) within \(limit)"
        case .disconnect(let name, let limit): "disconnect from \(name) within \(limit)"
        case .repeat(let times, _): "repeat \(times) times"
        }
    }
}

extension Course: CustomStringConvertible {
    public var description: String {
        "walk \(isToward ? "toward" : "away from") \(accessory) from \(from) to \(to) at \(speed)"
    }
}

extension Crossing: CustomStringConvertible {
    public var description: String { "\(kind) \(zone) at \(at), give or take \(give)" }
}

extension Expectation: CustomStringConvertible {
    public var description: String { "\(outcome) \(count) within \(within)" }
}

extension Count: CustomStringConvertible {
    public var description: String {
        switch self {
        case .exactly(0): "never"
        case .exactly(let number): "exactly \(Count.times(number))"
        case .atLeast(let number): "at least \(Count.times(number))"
        case .atMost(let number): "at most \(Count.times(number))"
        }
    }

    private static func times(_ number: Int) -> String { number == 1 ? "once" : "\(number) times" }
}

extension Outcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .removed(let name, let reason): "\(name) removed (\(reason))"
        case .retry(let name): "retry with \(name)"
        case .ranging(let name): "measurement of \(name)"
        case .entered(let zone, let name): "\(zone) zone of \(name) entered"
        case .left(let zone, let name): "\(zone) zone of \(name) left"
        case .zoneChange(let name): "zone change around \(name)"
        case .opened(let destination, nil): "\(destination) opened"
        case .opened(let destination, let path?): "\(destination) opened at \(path.escapedForDisplay)"
        case .invalidated(let name): "session with \(name) invalidated"
        case .disconnected(let name): "\(name) disconnected"
        }
    }
}

extension Destination: CustomStringConvertible {
    public var description: String {
        switch self {
        case .app(let identifier): "app \(identifier.escapedForDisplay)"
        case .browser: "browser"
        case .handler(let scheme): "\(scheme.escapedForDisplay) handler"
        case .nothing: "nothing"
        }
    }
}
