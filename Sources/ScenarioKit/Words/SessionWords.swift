public import Ground

/// Exchanges configurations until the accessory reports that UWB started.
public struct Exchange: Word {
    public let step: Step

    public init(
        _ kind: ExchangeKind, with accessory: AccessoryName, within limit: Lapse, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        step = Step(.exchange(kind: kind, accessory: accessory, within: limit), spot: SourceSpot(file, line))
    }

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
    public let step: Step

    public init(
        _ kind: ExchangeKind, with accessory: AccessoryName, file: StaticString = #filePath, line: UInt = #line
    ) {
        step = Step(.session(act: .begin(kind: kind), accessory: accessory), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "Begin waits for nothing: write Exchange(..., within: ...) to wait for its end")
    public init(_ kind: ExchangeKind, with accessory: AccessoryName, within limit: Lapse) { fatalError() }
}

/// Sends Stop and waits until the accessory reports that UWB stopped.
public struct Stop: Word {
    public let step: Step

    public init(_ accessory: AccessoryName, within limit: Lapse, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.stop(accessory: accessory, within: limit), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "Stop needs a limit: Stop(.door, within: .seconds(1))")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// Runs the session with the configuration it has: a new shareable configuration, without an initialize.
public struct Run: Word {
    public let step: Step

    public init(_ accessory: AccessoryName, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.session(act: .run, accessory: accessory), spot: SourceSpot(file, line))
    }

    @available(
        *, unavailable, message: "Run takes no time: write Expect(.received(.didStart, from: .door)) after it"
    )
    public init(_ accessory: AccessoryName, within limit: Lapse) { fatalError() }
}

/// Pauses the session: the phone stops ranging and sends the accessory nothing.
public struct Pause: Word {
    public let step: Step

    public init(_ accessory: AccessoryName, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.session(act: .pause, accessory: accessory), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "Pause holds a session: to let time pass write Stay(.seconds(1))")
    public init(_ span: Lapse) { fatalError() }
}

/// Ends the session for good: by the app or, with an error, by the system.
///
/// `Invalidate(.door)`, `Invalidate(.door, because: .sessionFailed)`
public struct Invalidate: Word {
    public let step: Step

    public init(
        _ accessory: AccessoryName, because error: NIErrorCode? = nil, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        step = Step(.session(act: .invalidate(error: error), accessory: accessory), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "say why: Invalidate(.door, because: .sessionFailed)")
    public init(_ accessory: AccessoryName, with error: NIErrorCode) { fatalError() }
}

/// The system suspends the session; Resume ends that.
public struct Suspend: Word {
    public let step: Step

    public init(_ accessory: AccessoryName, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.session(act: .suspend, accessory: accessory), spot: SourceSpot(file, line))
    }
}

/// The session's suspension ends.
public struct Resume: Word {
    public let step: Step

    public init(_ accessory: AccessoryName, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.session(act: .resume, accessory: accessory), spot: SourceSpot(file, line))
    }
}
