public import Ground

/// Finds the accessory, connects and discovers its service: `Connect(.door, within: .seconds(5))`.
public struct Connect: Word {
    public let step: Step

    public init(
        _ accessory: AccessoryName, within limit: Span, file: StaticString = #fileID, line: UInt = #line
    ) {
        step = Step(.connect(accessory, within: limit), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "Connect needs a limit: Connect(.door, within: .seconds(5))")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// Exchanges configurations until the accessory says that its UWB did start.
public struct Exchange: Word {
    public let step: Step

    public init(
        _ kind: ExchangeKind, with accessory: AccessoryName, within limit: Span, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        step = Step(.exchange(kind, with: accessory, within: limit), spot: SourceSpot(file, line))
    }

    @available(
        *, unavailable,
        message: "Exchange needs a limit: Exchange(.configuration, with: .door, within: .milliseconds(500))"
    )
    public init(_ kind: ExchangeKind, with accessory: AccessoryName) { fatalError() }
}

/// Sends Stop and waits until the accessory says that its UWB did stop.
public struct Stop: Word {
    public let step: Step

    public init(
        _ accessory: AccessoryName, within limit: Span, file: StaticString = #fileID, line: UInt = #line
    ) {
        step = Step(.stop(accessory, within: limit), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "Stop needs a limit: Stop(.door, within: .seconds(1))")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// Ends the connection and waits until it is down.
public struct Disconnect: Word {
    public let step: Step

    public init(
        _ accessory: AccessoryName, within limit: Span, file: StaticString = #fileID, line: UInt = #line
    ) {
        step = Step(.disconnect(accessory, within: limit), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "Disconnect needs a limit: Disconnect(.door, within: .seconds(2))")
    public init(_ accessory: AccessoryName) { fatalError() }
}
