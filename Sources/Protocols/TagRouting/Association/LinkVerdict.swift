/// What an association file says about one link and one app.
public enum LinkVerdict: Hashable, Sendable {
    /// The component that decided lets the app open the link.
    case match(ComponentPlace)
    /// The component that decided keeps the link from the app, and the search ends there.
    case exclude(ComponentPlace)
    case noMatch
    /// The file's patterns took more work for this link than the limit: what it says is not known.
    case undecided

    /// The component that decided.
    public var place: ComponentPlace? {
        switch self {
        case .match(let place), .exclude(let place): place
        case .noMatch, .undecided: nil
        }
    }
}

/// Where a component stands in its file: counted from 0, as the file's own order.
public struct ComponentPlace: Hashable, Sendable {
    /// Which of `applinks.details`.
    public let entry: Int
    /// Which of the entry's `components`, or of its `paths`.
    public let component: Int

    public init(entry: Int, component: Int) {
        self.entry = entry
        self.component = component
    }
}

extension ComponentPlace: CustomStringConvertible {
    public var description: String { "details[\(entry)], component \(component)" }
}

/// Where a setting of a component was written: the nearest counts (NFC fact sheet 5.3, `defaults`).
public enum SettingOrigin: Hashable, Sendable {
    case component
    /// `defaults` of the entry in `details`.
    case entryDefaults
    /// `defaults` of `applinks`.
    case fileDefaults
    /// Written nowhere.
    case builtIn

    /// Whether it was written in one of the two `defaults`.
    var isDefault: Bool { self == .entryDefaults || self == .fileDefaults }
}

/// What one object of an association file says of components: a component itself, or one of the two `defaults`.
struct ComponentSettings: Sendable {
    enum Query: Sendable {
        case text(String)
        case items([(name: String, pattern: String)])
        /// A dictionary that is void, for it holds something else than strings.
        case void
    }

    /// A setting and where it was written.
    struct Written<Value: Sendable>: Sendable {
        let value: Value
        let origin: SettingOrigin
    }

    var path: Written<String>?
    var query: Written<Query>?
    var fragment: Written<String>?
    var exclude: Written<Bool>?
    var caseSensitive: Written<Bool>?
    var percentEncoded: Written<Bool>?
    /// What is not known of fields that have the wrong type or are repeated.
    var doubts: [LinkComponent.Doubt] = []

    /// These settings, and where they say nothing those of the level above.
    func over(_ above: ComponentSettings) -> ComponentSettings {
        var result = self
        result.path = path ?? above.path
        result.query = query ?? above.query
        result.fragment = fragment ?? above.fragment
        result.exclude = exclude ?? above.exclude
        result.caseSensitive = caseSensitive ?? above.caseSensitive
        result.percentEncoded = percentEncoded ?? above.percentEncoded
        result.doubts = doubts + above.doubts
        return result
    }
}
