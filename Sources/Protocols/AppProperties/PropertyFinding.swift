public import Ground
public import TagRouting

/// A finding about an app's property list, with its location and how well the rule is established.
public struct PropertyFinding: Hashable, Sendable {
    public let code: FailureCode
    public let weight: Finding.Weight
    public let evidence: Evidence
    /// The key path, for example `CFBundleURLTypes[0].CFBundleURLSchemes[1]`; text from the file is escaped for
    /// display.
    public let path: String
    /// The finding as a sentence without a full stop.
    public let meaning: String
    /// The consequence; nil if there is none.
    public let effect: String?
    public let place: PropertyListPlace
}

extension PropertyFinding: CustomStringConvertible {
    public var description: String {
        "\(path): \(meaning)" + (effect.map { "; \($0)" } ?? "") + " [\(code), \(evidence.rawValue)]"
    }
}

/// A property that files of one kind cannot show, whatever their contents.
public enum UnjudgedProperty: String, Hashable, Codable, Sendable, CaseIterable {
    /// Entitlements are in a separate file.
    case entitlements
    case buildSettings
    case translations
    /// The moment when the app asks, and its reaction to a refusal.
    case behaviour
    /// Usage descriptions and background modes are in `Info.plist`.
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
            "associated domains and the formats of tag readers are in the entitlements: check that file too"
        case .buildSettings: "what the build adds or replaces: check the Info.plist of the built app"
        case .translations: "the translations of usage descriptions are in InfoPlist.strings"
        case .behaviour: "when the app asks for permission, and what it does without"
        case .information: "usage descriptions and background modes are in Info.plist: check that file too"
        case .associationFiles: "whether each site lists the app in its association file"
        case .signature: "whether the built app is signed with these entitlements"
        }
    }
}
