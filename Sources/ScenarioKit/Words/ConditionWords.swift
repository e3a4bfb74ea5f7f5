public import Ground

/// What a person, or an app, turns on and off.
public enum PhoneSwitch: Hashable, Sendable, CaseIterable {
    case display
    case airplaneMode
    case camera
    /// Wallet or Apple Pay is used.
    case wallet
    /// An app's own reader session of Core NFC runs.
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

/// Turns something on: `TurnOn(.airplaneMode)`. But for the display, the phone reads no tags while it is on.
public struct TurnOn: Word {
    public let step: Step

    public init(_ what: PhoneSwitch, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: what.act(isOn: true)), spot: SourceSpot(file, line))
    }
}

/// Turns something off: `TurnOff(.display)`, and the phone reads no tags.
public struct TurnOff: Word {
    public let step: Step

    public init(_ what: PhoneSwitch, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: what.act(isOn: false)), spot: SourceSpot(file, line))
    }
}

/// Starts the phone anew: it is locked, was never unlocked since, and its display is on.
public struct RestartPhone: Word {
    public let step: Step

    public init(file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .restart), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "RestartPhone is done at once: leave the limit away")
    public init(within limit: Span) { fatalError() }
}
