/// What the phone is doing while a tag comes near; it decides whether tags are read at all (fact sheet 4.1, B2 and B8).
public struct PhoneConditions: Hashable, Codable, Sendable {
    public enum Display: String, Hashable, Codable, Sendable { case on, off }
    public enum Lock: String, Hashable, Codable, Sendable { case locked, unlocked }

    public var display = Display.on
    public var lock = Lock.unlocked
    /// Whether the phone was unlocked at least once since it started.
    public var everUnlocked = true
    public var airplane = false
    public var camera = false
    /// Whether Wallet or Apple Pay is in use.
    public var wallet = false
    /// Whether an app holds a Core NFC reader session.
    public var coreNFCSession = false

    /// A phone in its owner's hand: lit, unlocked, nothing in the way.
    public init() {}

    /// Why no tag is read now; nil when tags are read. Apple's list of reasons is not closed.
    public var reasonNotToRead: IgnoredReason? {
        if display == .off { return .displayOff }
        if !everUnlocked { return .neverUnlocked }
        if coreNFCSession { return .coreNFCSession }
        if wallet { return .walletInUse }
        if camera { return .cameraInUse }
        if airplane { return .airplaneMode }
        return nil
    }
}

/// Why the phone does not read tags in the background.
public enum IgnoredReason: String, Hashable, Codable, Sendable {
    case displayOff
    case neverUnlocked
    case coreNFCSession
    case walletInUse
    case cameraInUse
    case airplaneMode

    /// The rule that says so.
    public var rule: RoutingRule { self == .displayOff ? .b2 : .b8 }
}

extension IgnoredReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .displayOff: "the display is off"
        case .neverUnlocked: "the phone was not unlocked since it started"
        case .coreNFCSession: "an app holds a Core NFC reader session"
        case .walletInUse: "Wallet or Apple Pay is in use"
        case .cameraInUse: "the camera is in use"
        case .airplaneMode: "airplane mode is on"
        }
    }
}
