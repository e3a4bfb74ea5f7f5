/// The kind of phone and its activity while a tag approaches (nfc.md 4.1, B1, B2 and B8).
///
/// They determine whether tags are read at all, and what a link opens if the owner has chosen.
public struct PhoneConditions: Hashable, Codable, Sendable {
    public enum Display: String, Hashable, Codable, Sendable { case on, off }
    public enum Lock: String, Hashable, Codable, Sendable { case locked, unlocked }

    public var model = PhoneModel.iPhone15
    /// The major version of iOS.
    public var systemVersion = 17
    public var display = Display.on
    public var lock = Lock.unlocked
    /// Whether the phone was unlocked at least once since it booted.
    public var everUnlocked = true
    public var airplane = false
    public var camera = false
    /// Whether Wallet or Apple Pay is in use.
    public var wallet = false
    /// Whether an app holds a Core NFC reader session.
    public var coreNFCSession = false
    /// Whether the phone is in a use that Apple does not list: its list begins with "such as" and is not exhaustive.
    public var otherUse = false
    /// The hosts of domains for whose links the owner chose the browser (nfc.md 5.6).
    public var browserDomains: [String] = []

    /// The first system version that reads tags in the background.
    public static let firstSystem = 12

    /// Creates a phone in its owner's hand: display on, unlocked, nothing in the way.
    public init() {}

    /// The reason why no tag is currently read; nil if tags are read. If there are several, the first one.
    public var reasonNotToRead: IgnoredReason? {
        switch model.tagReading {
        case .none, .sessionsOnly: return .model
        case .background: break
        }
        if systemVersion < Self.firstSystem { return .systemVersion }
        if display == .off { return .displayOff }
        if !everUnlocked { return .neverUnlocked }
        if coreNFCSession { return .coreNFCSession }
        if wallet { return .walletInUse }
        if camera { return .cameraInUse }
        if airplane { return .airplaneMode }
        if otherUse { return .otherUse }
        return nil
    }
}

/// The reason why the phone does not read tags in the background.
public enum IgnoredReason: String, Hashable, Codable, Sendable, CaseIterable {
    case model
    case systemVersion
    case displayOff
    case neverUnlocked
    case coreNFCSession
    case walletInUse
    case cameraInUse
    case airplaneMode
    case otherUse

    /// The rule behind the reason.
    public var rule: RoutingRule {
        switch self {
        case .model, .systemVersion: .b1
        case .displayOff: .b2
        case .neverUnlocked, .coreNFCSession, .walletInUse, .cameraInUse, .airplaneMode, .otherUse: .b8
        }
    }

    /// The certainty that this prevents a phone from reading.
    public var evidence: Evidence {
        switch self {
        case .model, .systemVersion, .displayOff, .neverUnlocked, .coreNFCSession, .walletInUse, .cameraInUse,
            .airplaneMode:
            .documented
        case .otherUse: .unverified
        }
    }
}

extension IgnoredReason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .model: "the model does not read tags in the background"
        case .systemVersion: "systems before iOS \(PhoneConditions.firstSystem) do not read tags in the background"
        case .displayOff: "the display is off"
        case .neverUnlocked: "the phone was not unlocked since it started"
        case .coreNFCSession: "an app holds a Core NFC reader session"
        case .walletInUse: "Wallet or Apple Pay is in use"
        case .cameraInUse: "the camera is in use"
        case .airplaneMode: "airplane mode is on"
        case .otherUse: "the phone is in another use that keeps it from reading"
        }
    }
}
