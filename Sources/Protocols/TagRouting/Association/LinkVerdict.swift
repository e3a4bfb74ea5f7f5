/// An association file's verdict on one link and one app.
public enum LinkVerdict: Hashable, Sendable {
    /// The deciding component lets the app open the link.
    case match(ComponentPlace)
    /// The deciding component keeps the link from the app and ends the search.
    case exclude(ComponentPlace)
    case noMatch
    /// The file's patterns exceeded the work limit for this link, so the result is unknown.
    case undecided
}

/// The location of a component in its file, by indices from 0 in file order.
public struct ComponentPlace: Hashable, Sendable {
    /// The index in `applinks.details`.
    public let entry: Int
    /// The index in the entry's `components` or `paths`.
    public let component: Int

    public init(entry: Int, component: Int) {
        self.entry = entry
        self.component = component
    }
}

extension ComponentPlace: CustomStringConvertible {
    public var description: String { "details[\(entry)], component \(component)" }
}

/// The place where a component's setting was written; the nearest one counts (nfc.md 5.3, `defaults`).
public enum SettingOrigin: Hashable, Sendable {
    case component
    /// `defaults` of the entry in `details`.
    case entryDefaults
    /// `defaults` of `applinks`.
    case fileDefaults
    /// Not written; the built-in default.
    case builtIn

    /// Whether it was written in either of the two `defaults`.
    var isDefault: Bool { self == .entryDefaults || self == .fileDefaults }
}

/// The component settings in one object of an association file: a component itself, or one of the two `defaults`.
struct ComponentSettings: Sendable {
    enum Query: Sendable {
        case text(String)
        case items([(name: String, pattern: String)])
        /// A dictionary that is void because it contains something other than strings.
        case void
    }

    /// A setting and its origin.
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
    /// Doubts about fields with a wrong type or repeated names.
    var doubts: [LinkComponent.Ambiguity] = []

    /// Returns these settings, with missing ones taken from the level above.
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
