import Ground

/// An app's declarations about accessory sessions, tags and links in a property list, and the problems in it.
///
/// An app has two such files: `Info.plist`, and the entitlements it is signed with. The keys reveal which one a file
/// is. The rules are those of the fact sheets on Nearby Interaction (1.5, 5.4) and NFC (4, 5.2); each finding states
/// how well its rule is established. Keys of other frameworks are ignored.
public struct AppProperties: Hashable, Sendable {
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
        /// `Info.plist`.
        case information
        case entitlements
    }

    /// The maximum number of findings; one more reports that others were omitted.
    public static let findingLimit = 1_000

    public let kind: Kind
    /// Whether the permission prompt has a purpose to show; `missing` for entitlements, which never contain one.
    public let nearbyUsage: NearbyUsage
    /// Whether sessions may continue in the background.
    public let backgroundSessions: BackgroundSessions
    /// The findings in the order of the file.
    public let findings: [PropertyFinding]
    /// The properties that no file of this kind can show.
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

    /// Returns the kind to which more of the keys belong; a list without known keys counts as an `Info.plist`.
    private static func kind(of keys: [String]) -> Kind {
        let entitlements = keys.count(where: AppKey.isEntitlement)
        return entitlements > keys.count(where: AppKey.isInformation) ? .entitlements : .information
    }
}

/// Whether the permission prompt of Nearby Interaction has a purpose to show (nearby-interaction.md 5.4).
public enum NearbyUsage: Hashable, Codable, Sendable {
    /// There is no purpose: every session ends with userDidNotAllow.
    case missing
    /// The text contains nothing visible.
    case empty
    case wrongType(PropertyList.Kind)
    /// The text that the prompt shows.
    case purpose(String)

    /// Reads the usage from an `Info.plist`.
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

/// Whether the background modes let sessions continue in the background (nearby-interaction.md 1.5).
public enum BackgroundSessions: Hashable, Codable, Sendable {
    case allowed
    /// Modes are missing; an app without background sessions needs none of them.
    case lacks([BackgroundMode])

    /// Reads the modes from an `Info.plist`.
    public init(_ root: PropertyList) {
        let modes = root.dictionary?[AppKey.backgroundModes.rawValue]?.array?.compactMap(\.string) ?? []
        let missing = BackgroundMode.allCases.filter { mode in
            !modes.contains { $0.utf8.elementsEqual(mode.rawValue.utf8) }
        }
        self = missing.isEmpty ? .allowed : .lacks(missing)
    }
}

/// A background mode required for background sessions.
public enum BackgroundMode: String, Hashable, Codable, Sendable, CaseIterable {
    case bluetoothCentral = "bluetooth-central"
    case nearbyInteraction = "nearby-interaction"
}

extension String {
    /// Whether the text contains nothing visible.
    var isBlank: Bool { unicodeScalars.allSatisfy { $0.properties.isWhitespace || !$0.isSafeToShow } }

    /// The letters and digits in lower case, which ignores case, blanks and hyphens.
    var folded: String { String(lowercased().filter { $0.isLetter || $0.isNumber }) }
}
