public import Ground

/// Exchanges configurations until the accessory reports that UWB started.
public struct Exchange: Word {
    /// The `Action.exchange` step.
    public let step: Step

    /// Waits up to `limit` for the exchange to end. The time for encrypting the link does not count.
    public init(
        _ kind: ExchangeKind, with accessory: AccessoryName, within limit: Lapse, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        step = Step(.exchange(kind: kind, accessory: accessory, within: limit), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Exchange {
    @available(
        *, unavailable,
        message: "Exchange needs a limit: Exchange(.configuration, with: .door, within: .milliseconds(500))"
    )
    public init(_ kind: ExchangeKind, with accessory: AccessoryName) { fatalError() }
}

/// Begins an exchange without waiting for its end, for exchanges meant to fail or never to end.
///
/// `Begin(.configuration, with: .door)`, and then `Expect(.invalidated(.door, code: .userDidNotAllow))`
public struct Begin: Word {
    /// The `Action.session` step with `SessionAct.begin`.
    public let step: Step

    /// Begins the exchange, which takes no time.
    public init(
        _ kind: ExchangeKind, with accessory: AccessoryName, file: StaticString = #filePath, line: UInt = #line
    ) {
        step = Step(.session(act: .begin(kind: kind), accessory: accessory), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Begin {
    @available(*, unavailable, message: "Begin waits for nothing: write Exchange(..., within: ...) to wait for its end")
    public init(_ kind: ExchangeKind, with accessory: AccessoryName, within limit: Lapse) { fatalError() }
}

/// Sends Stop and waits until the accessory reports that UWB stopped.
public struct Stop: Word {
    /// The `Action.stop` step.
    public let step: Step

    /// Waits up to `limit` for the accessory's report.
    public init(_ accessory: AccessoryName, within limit: Lapse, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.stop(accessory: accessory, within: limit), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Stop {
    @available(*, unavailable, message: "Stop needs a limit: Stop(.door, within: .seconds(1))")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// Runs the session with the configuration it has: a new shareable configuration, without an initialize.
public struct Run: Word {
    /// The `Action.session` step with `SessionAct.run`.
    public let step: Step

    /// Runs the session, which takes no time. It must have a configuration from an earlier exchange.
    public init(_ accessory: AccessoryName, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.session(act: .run, accessory: accessory), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Run {
    @available(
        *, unavailable, message: "Run takes no time: write Expect(.received(.didStart, from: .door)) after it"
    )
    public init(_ accessory: AccessoryName, within limit: Lapse) { fatalError() }
}

/// Pauses the session: the phone stops ranging and sends the accessory nothing.
public struct Pause: Word {
    /// The `Action.session` step with `SessionAct.pause`.
    public let step: Step

    /// Pauses a session that is running, which takes no time.
    public init(_ accessory: AccessoryName, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.session(act: .pause, accessory: accessory), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Pause {
    @available(*, unavailable, message: "Pause holds a session: to let time pass write Stay(.seconds(1))")
    public init(_ span: Lapse) { fatalError() }
}

/// Ends the session for good: by the app or, with an error, by the system.
///
/// `Invalidate(.door)`, `Invalidate(.door, because: .sessionFailed)`
public struct Invalidate: Word {
    /// The `Action.session` step with `SessionAct.invalidate`.
    public let step: Step

    /// Ends the session, which takes no time: by the app if `error` is nil, and otherwise by the system.
    public init(
        _ accessory: AccessoryName, because error: NIErrorCode? = nil, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        step = Step(.session(act: .invalidate(error: error), accessory: accessory), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Invalidate {
    @available(*, unavailable, message: "say why: Invalidate(.door, because: .sessionFailed)")
    public init(_ accessory: AccessoryName, with error: NIErrorCode) { fatalError() }
}

/// The system suspends the session; Resume ends that.
public struct Suspend: Word {
    /// The `Action.session` step with `SessionAct.suspend`.
    public let step: Step

    /// Suspends a session, which takes no time.
    public init(_ accessory: AccessoryName, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.session(act: .suspend, accessory: accessory), spot: SourceSpot(file, line))
    }
}

/// The session's suspension ends.
public struct Resume: Word {
    /// The `Action.session` step with `SessionAct.resume`.
    public let step: Step

    /// Ends the suspension of a session, which takes no time.
    public init(_ accessory: AccessoryName, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.session(act: .resume, accessory: accessory), spot: SourceSpot(file, line))
    }
}
