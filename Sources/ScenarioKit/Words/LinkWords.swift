public import Ground

/// Scans until the accessory is found, without connecting: `Find(.door, within: .seconds(3))`.
public struct Find: Word {
    /// The `Action.link` step with `LinkAct.find`.
    public let step: Step

    /// Waits up to `limit` for an advertisement of a service that phones look for.
    public init(_ accessory: AccessoryName, within limit: Lapse, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.link(act: .find, accessory: accessory, within: limit), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Find {
    @available(*, unavailable, message: "Find needs a limit: Find(.door, within: .seconds(3))")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// Finds the accessory, connects and discovers its service: `Connect(.door, within: .seconds(5))`.
///
/// With `upTo: .link` or `.discovered` it stops earlier, and Subscribe continues from there.
public struct Connect: Word {
    /// The `Action.link` step with `LinkAct.connect`.
    public let step: Step

    /// Waits up to `limit` for the stage, by default until the data channel is open.
    ///
    /// The time for encrypting the link does not count.
    public init(
        _ accessory: AccessoryName, upTo stage: ChannelStage = .subscribed, within limit: Lapse,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        step = Step(
            .link(act: .connect(upTo: stage), accessory: accessory, within: limit), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Connect {
    @available(*, unavailable, message: "Connect needs a limit: Connect(.door, within: .seconds(5))")
    public init(_ accessory: AccessoryName, upTo stage: ChannelStage = .subscribed) { fatalError() }

    @available(*, unavailable, message: "the limit comes last: Connect(.door, upTo: .link, within: .seconds(5))")
    public init(_ accessory: AccessoryName, within limit: Lapse, upTo stage: ChannelStage) { fatalError() }
}

/// Enables the accessory's notifications on a link that Connect brought up to `.discovered`.
public struct Subscribe: Word {
    /// The `Action.link` step with `LinkAct.subscribe`.
    public let step: Step

    /// Waits up to `limit` until the data channel is open.
    public init(_ accessory: AccessoryName, within limit: Lapse, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.link(act: .subscribe, accessory: accessory, within: limit), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Subscribe {
    @available(*, unavailable, message: "Subscribe needs a limit: Subscribe(.door, within: .seconds(2))")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// Encrypts the link, with the stored key or by pairing: `Pair(.door, within: .seconds(5))`.
public struct Pair: Word {
    /// The `Action.link` step with `LinkAct.pair`.
    public let step: Step

    /// Waits up to `limit` until the link is encrypted.
    public init(_ accessory: AccessoryName, within limit: Lapse, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.link(act: .pair, accessory: accessory, within: limit), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Pair {
    @available(*, unavailable, message: "Pair needs a limit: Pair(.door, within: .seconds(5))")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// Deletes the phone's key for the accessory, as a user does in the settings: `Forget(.door)`.
public struct Forget: Word {
    /// The `Action.forget` step.
    public let step: Step

    /// Deletes the key, which takes no time.
    public init(_ accessory: AccessoryName, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.forget(accessory: accessory), spot: SourceSpot(file, line))
    }
}

/// Reads a value the accessory keeps, and names the required result.
///
/// `Read(.backgroundConfiguration, of: .door, expecting: .lastConfiguration, within: .seconds(2))`
public struct Read: Word {
    /// The `Action.link` step with `LinkAct.read`.
    public let step: Step

    /// Waits up to `limit` for the answer. Any other result than the expected one is a failure.
    public init(
        _ value: ReadableValue, of accessory: AccessoryName, expecting expected: ReadExpectation, within limit: Lapse,
        file: StaticString = #filePath, line: UInt = #line
    ) {
        step = Step(
            .link(act: .read(value: value, expecting: expected), accessory: accessory, within: limit),
            spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Read {
    @available(
        *, unavailable,
        message: "say what must come: Read(.backgroundConfiguration, of: .door, expecting: .any, within: .seconds(2))"
    )
    public init(_ value: ReadableValue, of accessory: AccessoryName, within limit: Lapse = .zero) { fatalError() }

    @available(*, unavailable, message: "Read needs a limit: Read(..., expecting: .any, within: .seconds(2))")
    public init(_ value: ReadableValue, of accessory: AccessoryName, expecting expected: ReadExpectation) {
        fatalError()
    }
}

/// Reads what the accessory reveals about its firmware, over a link that is up:
/// `Identify(.door, within: .seconds(10))`.
///
/// The answers go into the journal with their bytes, and the gate judges them. An accessory that reveals nothing
/// passes: the step ends when everything was requested, and after the limit at the latest. `reading` names a
/// vendor-specific characteristic that shows a hash, and `console` the protocol for asking over the serial console; a
/// gate fills in both from its plan.
public struct Identify: Word {
    /// The `Action.link` step with `LinkAct.identify`.
    public let step: Step

    /// Reads for at most `limit`, by default without a vendor-specific characteristic and without the console.
    public init(
        _ accessory: AccessoryName, reading shown: HashPlace? = nil, console: ConsoleProtocol? = nil,
        within limit: Lapse, file: StaticString = #filePath, line: UInt = #line
    ) {
        step = Step(
            .link(act: .identify(reading: shown, console: console), accessory: accessory, within: limit),
            spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Identify {
    @available(*, unavailable, message: "Identify needs a limit: Identify(.door, within: .seconds(10))")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// Ends the connection and waits until it is down.
public struct Disconnect: Word {
    /// The `Action.link` step with `LinkAct.disconnect`.
    public let step: Step

    /// Waits up to `limit`. If the link is not down by then, the run is an error, not a failure.
    public init(_ accessory: AccessoryName, within limit: Lapse, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.link(act: .disconnect, accessory: accessory, within: limit), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Disconnect {
    @available(*, unavailable, message: "Disconnect needs a limit: Disconnect(.door, within: .seconds(2))")
    public init(_ accessory: AccessoryName) { fatalError() }
}
