public import Ground
public import PropertyLists
public import TagRouting

/// Something worth knowing about an app's property list: where it stands, and how well the rule is known.
public struct PropertyFinding: Hashable, Sendable {
    public let code: FailureCode
    public let weight: Finding.Weight
    public let evidence: Evidence
    /// The key, as in `CFBundleURLTypes[0].CFBundleURLSchemes[1]`; what stands in the file is escaped for display.
    public let path: String
    /// What was found, as a sentence without its full stop.
    public let meaning: String
    /// What follows from it; nil when nothing does.
    public let effect: String?
    public let place: PropertyListPlace
}

extension PropertyFinding: CustomStringConvertible {
    public var description: String {
        "\(path): \(meaning)" + (effect.map { "; \($0)" } ?? "") + " [\(code), \(evidence.rawValue)]"
    }
}

/// What a file of one kind cannot show, however it is written.
public enum UnjudgedProperty: String, Hashable, Codable, Sendable, CaseIterable {
    /// They stand in a file of their own.
    case entitlements
    case buildSettings
    case translations
    /// When the app asks, and what it does after a refusal.
    case behaviour
    /// Usage descriptions and background modes stand in `Info.plist`.
    case information
    case associationFiles
    case signature

    public var kind: AppProperties.Kind {
        switch self {
        case .entitlements, .buildSettings, .translations, .behaviour: .information
        case .information, .associationFiles, .signature: .entitlements
        }
    }
}

extension UnjudgedProperty: CustomStringConvertible {
    public var description: String {
        switch self {
        case .entitlements:
            "associated domains and the formats of tag readers stand in the entitlements: check that file too"
        case .buildSettings: "what the build adds or replaces: check the Info.plist of the built app"
        case .translations: "the translations of usage descriptions stand in InfoPlist.strings"
        case .behaviour: "when the app asks for permission, and what it does without"
        case .information: "usage descriptions and background modes stand in Info.plist: check that file too"
        case .associationFiles: "whether each site lists the app in its association file"
        case .signature: "whether the built app is signed with these entitlements"
        }
    }
}
