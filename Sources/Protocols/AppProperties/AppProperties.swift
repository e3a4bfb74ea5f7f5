import Ground
public import PropertyLists

/// What an app's own property list says about sessions with accessories, tags and links, and what is wrong with it.
///
/// An app has two such files: `Info.plist`, and the entitlements that it is signed with. Which one a file is, its keys
/// tell. The rules are those of the fact sheets on Nearby Interaction (1.5, 5.4) and NFC (4, 5.2); each finding says
/// how well its rule is known. Keys of other frameworks are passed over.
public struct AppProperties: Hashable, Sendable {
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
        /// `Info.plist`.
        case information
        case entitlements
    }

    /// Findings that are kept; one more says that there were others.
    public static let findingLimit = 1_000

    public let kind: Kind
    /// Whether the prompt for permission has a purpose to show; `missing` for entitlements, which never have one.
    public let nearbyUsage: NearbyUsage
    /// Whether sessions may go on in the background.
    public let backgroundSessions: BackgroundSessions
    /// In the order of the file.
    public let findings: [PropertyFinding]
    /// What no file of this kind can show.
    public let unjudged: [UnjudgedProperty]

    public init(_ root: PropertyList) {
        let keys = root.dictionary?.members.map(\.key) ?? []
        let kind = Self.kind(of: keys)
        self.kind = kind
        nearbyUsage = kind == .information ? NearbyUsage(root) : .missing
        backgroundSessions = BackgroundSessions(root)
        unjudged = UnjudgedProperty.allCases.filter { $0.kind == kind }
        var reading = PropertyReading()
        reading.read(root, as: kind)
        findings = reading.findings.inOrderOfTheFile
    }

    /// The kind that more of the keys belong to; a list of which no key is known is taken for an `Info.plist`.
    private static func kind(of keys: [String]) -> Kind {
        let entitlements = keys.count(where: AppKey.isEntitlement)
        return entitlements > keys.count(where: AppKey.isInformation) ? .entitlements : .information
    }
}

/// Whether a prompt for the permission of Nearby Interaction has a purpose to show (fact sheet 5.4).
public enum NearbyUsage: Hashable, Codable, Sendable {
    /// There is none: every session ends with userDidNotAllow.
    case missing
    /// It has nothing that can be seen.
    case empty
    case wrongType(PropertyList.Kind)
    /// What the prompt shows.
    case purpose(String)

    /// Reads it from an `Info.plist`.
    public init(_ root: PropertyList) {
        guard let value = root.dictionary?[AppKey.nearbyUsage.rawValue] else {
            self = .missing
            return
        }
        guard let text = value.string else {
            self = .wrongType(value.kind)
            return
        }
        self = text.isBlank ? .empty : .purpose(text)
    }

    /// Whether a phone can ask for permission.
    public var isUsable: Bool { if case .purpose = self { true } else { false } }
}

/// Whether the background modes let sessions go on in the background (fact sheet 1.5).
public enum BackgroundSessions: Hashable, Codable, Sendable {
    case allowed
    /// Modes are missing; none of them is there when sessions in the background are not meant.
    case lacks([BackgroundMode])

    /// Reads them from an `Info.plist`.
    public init(_ root: PropertyList) {
        let modes = root.dictionary?[AppKey.backgroundModes.rawValue]?.array?.compactMap(\.string) ?? []
        let missing = BackgroundMode.allCases.filter { mode in
            !modes.contains { $0.utf8.elementsEqual(mode.rawValue.utf8) }
        }
        self = missing.isEmpty ? .allowed : .lacks(missing)
    }
}

/// A background mode that sessions in the background need.
public enum BackgroundMode: String, Hashable, Codable, Sendable, CaseIterable {
    case bluetoothCentral = "bluetooth-central"
    case nearbyInteraction = "nearby-interaction"
}

extension String {
    /// Whether it has nothing that can be seen.
    var isBlank: Bool { unicodeScalars.allSatisfy { $0.properties.isWhitespace || !$0.isSafeToShow } }

    /// Its letters and digits in small letters: what is left when case, blanks and hyphens do not count.
    var folded: String { String(lowercased().filter { $0.isLetter || $0.isNumber }) }
}
