public import Ground

/// A function of the phone that a person or an app turns on and off.
public enum PhoneSwitch: Hashable, Sendable, CaseIterable {
    case display
    case airplaneMode
    case camera
    /// Wallet or Apple Pay is in use.
    case wallet
    /// An app's own reader session of Core NFC is running.
    case readerSession

    fileprivate func act(isOn: Bool) -> SystemAct {
        switch self {
        case .display: .display(on: isOn)
        case .airplaneMode: .airplane(on: isOn)
        case .camera: .camera(on: isOn)
        case .wallet: .wallet(on: isOn)
        case .readerSession: .readerSession(on: isOn)
        }
    }
}

/// Turns something on: `TurnOn(.airplaneMode)`. The phone reads no tags while it is on, except for the display.
public struct TurnOn: Word {
    /// The `Action.system` step.
    public let step: Step

    /// Turns on a function that is off, which takes no time.
    public init(_ what: PhoneSwitch, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: what.act(isOn: true)), spot: SourceSpot(file, line))
    }
}

/// Turns something off: `TurnOff(.display)`, after which the phone reads no tags.
public struct TurnOff: Word {
    /// The `Action.system` step.
    public let step: Step

    /// Turns off a function that is on, which takes no time.
    public init(_ what: PhoneSwitch, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: what.act(isOn: false)), spot: SourceSpot(file, line))
    }
}

/// Restarts the phone: it is locked, not yet unlocked since, and its display is on.
public struct RestartPhone: Word {
    /// The `Action.system` step with `SystemAct.restart`.
    public let step: Step

    /// Restarts the phone, which takes no time. Its apps are quit, and airplane mode stays as it is.
    public init(file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .restart), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension RestartPhone {
    @available(*, unavailable, message: "RestartPhone takes no time: omit the limit")
    public init(within limit: Lapse) { fatalError() }
}
