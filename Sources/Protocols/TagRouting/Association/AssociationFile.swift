public import Ground
import JSON

/// An `apple-app-site-association` file: the apps that may open links of a site (nfc.md 5.1 and 5.3).
///
/// Both formats are supported, the one with `components` (iOS 13) and the one with `paths` (iOS 9). A file is
/// interpreted as by a phone: anything with a wrong type or an unknown name is ignored and reported as a finding with
/// its line; only problems that invalidate the entire file are errors. All patterns are compiled once, here.
///
/// Memory: every list made from a file is linear in its size, about 250 bytes per byte in the worst file tried
/// (nothing but empty components); findings end at `findingLimit`.
public struct AssociationFile: Sendable {
    /// The maximum size in bytes of a file that a phone accepts.
    public static let sizeLimit = 131_072
    /// The maximum nesting depth of objects and arrays.
    public static let depthLimit = JSONNode.depthLimit
    /// The maximum number of findings; one more reports that others were omitted.
    public static let findingLimit = 1_000

    /// `applinks.details`, in the file's order.
    public let entries: [AssociationEntry]
    /// The findings in order of discovery.
    public let findings: [AssociationFinding]
    /// The other services in the file, such as `webcredentials`, whose contents are not read.
    public let otherServices: [String]
    /// Doubts about the file as a whole, for any link.
    let doubts: [LinkComponent.Ambiguity]
    /// The indices in `entries` that list each app, by the bytes of its identifier.
    private let listings: [[UInt8]: [Int]]

    /// Reads a file as served, or the beginning of one that is too large together with its total size.
    public init(_ bytes: [UInt8], size: Int? = nil) throws(AssociationError) {
        guard max(bytes.count, size ?? 0) <= Self.sizeLimit else {
            throw AssociationError(
                .tooLarge, "an association file has at most \(Self.sizeLimit) bytes, this one \(size ?? bytes.count)",
                at: TextPosition(offset: Self.sizeLimit, in: bytes))
        }
        var reading = AssociationReading(bytes)
        try reading.read()
        (entries, findings, otherServices) = (reading.entries, reading.findings, reading.otherServices)
        doubts = reading.doubts
        var listings: [[UInt8]: [Int]] = [:]
        for (place, entry) in reading.entries.enumerated() {
            for application in entry.applications {
                let name = Array(application.utf8)
                if listings[name]?.last != place { listings[name, default: []].append(place) }
            }
        }
        self.listings = listings
    }

    /// All apps that the file lists, in order and without duplicates.
    public var applications: [String] {
        var seen: [[UInt8]: Bool] = [:]
        return entries.flatMap(\.applications).filter { seen.updateValue(true, forKey: Array($0.utf8)) == nil }
    }

    /// Returns whether any entry lists the app, by its full identifier `ABCDE12345.com.example.door`.
    public func lists(_ application: String) -> Bool { listings[Array(application.utf8)] != nil }

    /// Whether any listed app identifier is valid: a prefix, a dot and a bundle id.
    public var listsUsableApp: Bool { entries.contains { $0.applications.contains(where: AssociationEntry.isUsable) } }

    /// Returns the indices in `entries` that list an app, in order.
    func places(of application: String) -> [Int] { listings[Array(application.utf8)] ?? [] }
}

/// An element of `applinks.details`: apps, and the components that describe their links.
public struct AssociationEntry: Sendable {
    public enum Form: String, Hashable, Sendable {
        case components
        /// The older form, with paths only.
        case paths
        /// The entry does not describe links.
        case none
    }

    /// The index in `applinks.details`, from 0.
    public let index: Int
    /// The identifiers as in the file, with the prefix.
    public let applications: [String]
    public let form: Form
    public let components: [LinkComponent]
    public let position: TextPosition
    /// Doubts about the entry as a whole.
    let doubts: [LinkComponent.Ambiguity]

    /// The length of a team id in characters (nfc.md 5.3).
    static let teamLength = 10

    /// Returns whether an app identifier is valid: a prefix, a dot and a bundle id.
    static func isUsable(_ application: String) -> Bool {
        let parts = application.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count > 1 && !parts.contains(where: \.isEmpty)
    }
}
