// Former spellings of words. Each of these exists only for its message.

@available(*, unavailable, message: "write TurnOn(.display) or TurnOff(.display)")
public typealias Display = TurnOn

@available(*, unavailable, message: "write TurnOn(.airplaneMode) or TurnOff(.airplaneMode)")
public typealias AirplaneMode = TurnOn

@available(*, unavailable, message: "write TurnOn(.camera) or TurnOff(.camera)")
public typealias Camera = TurnOn

@available(*, unavailable, message: "write TurnOn(.wallet) or TurnOff(.wallet)")
public typealias Wallet = TurnOn

@available(*, unavailable, message: "write TurnOn(.readerSession) or TurnOff(.readerSession)")
public typealias ReaderSession = TurnOn

/// The former argument of `Display(.off)`.
public enum FormerSwitch: Sendable {
    case on
    case off
}

extension TurnOn {
    @available(*, unavailable, message: "say what is turned on or off: TurnOn(.display), TurnOff(.display)")
    public init(_ change: FormerSwitch) { fatalError() }
}

@available(*, unavailable, message: "write EnterBackground()")
public typealias Background = EnterBackground

@available(*, unavailable, message: "write EnterForeground()")
public typealias Foreground = EnterForeground

@available(*, unavailable, message: "write HasChip(\"NTAG215\")")
public typealias Chip = HasChip

@available(*, unavailable, message: "write HasFree(atLeast: 40)")
public typealias Free = HasFree

@available(*, unavailable, message: "write Is(.locked)")
public typealias State = Is

@available(*, unavailable, message: "write HasRecords(2)")
public typealias Records = HasRecords

@available(*, unavailable, message: "write StartsWithLink()")
public typealias FirstRecordIsLink = StartsWithLink

@available(*, unavailable, message: "write LinksTo(\"https://example.com/door\")")
public typealias LinkIs = LinksTo

@available(*, unavailable, message: "write LinksTo(host: \"example.com\")")
public typealias LinkHost = LinksTo

@available(*, unavailable, message: "write IsClean()")
public typealias Clean = IsClean
