import Ground

/// On or off, as `Display(.off)` says it.
public enum Switch: String, Hashable, Sendable, CaseIterable {
    case on
    case off

    var isOn: Bool { self == .on }
}

/// Switches the phone's display on or off: without it the phone reads no tags.
public struct Display: Word {
    public let step: Step

    public init(_ change: Switch, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(.display(change.isOn)), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "say which: Display(.on) or Display(.off)")
    public init() { fatalError() }
}

/// Switches airplane mode on or off: while it is on the phone reads no tags.
public struct AirplaneMode: Word {
    public let step: Step

    public init(_ change: Switch, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(.airplane(change.isOn)), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "say which: AirplaneMode(.on) or AirplaneMode(.off)")
    public init() { fatalError() }
}

/// Has the user use the camera, or put it away: while it is used the phone reads no tags.
public struct Camera: Word {
    public let step: Step

    public init(_ change: Switch, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(.camera(change.isOn)), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "say which: Camera(.on) or Camera(.off)")
    public init() { fatalError() }
}

/// Has the user use Wallet or Apple Pay, or put it away: while it is used the phone reads no tags.
public struct Wallet: Word {
    public let step: Step

    public init(_ change: Switch, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(.wallet(change.isOn)), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "say which: Wallet(.on) or Wallet(.off)")
    public init() { fatalError() }
}

/// Begins or ends an app's own reader session of Core NFC: while it runs the system reads no tags.
public struct ReaderSession: Word {
    public let step: Step

    public init(_ change: Switch, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(.readerSession(change.isOn)), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "say which: ReaderSession(.on) or ReaderSession(.off)")
    public init() { fatalError() }
}

/// Starts the phone anew: it is locked, was never unlocked since, and its display is on.
public struct RestartPhone: Word {
    public let step: Step

    public init(file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(.restart), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "RestartPhone is done at once: leave the limit away")
    public init(within limit: Span) { fatalError() }
}
