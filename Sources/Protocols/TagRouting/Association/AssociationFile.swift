public import Ground

/// An `apple-app-site-association` file: which app may open which links of a site (NFC fact sheet 5.1 and 5.3).
///
/// Both forms are read, the one with `components` (iOS 13) and the one with `paths` (iOS 9). A file is taken as a
/// phone takes it: what has the wrong type or an unknown name counts for nothing and is a finding with its line, and
/// only what makes the whole file worthless is an error. All patterns are compiled once, here.
///
/// Memory: every list made from a file is linear in its bytes, some 250 bytes for each of them in the worst file tried
/// (nothing but empty components); findings end at `findingLimit`.
public struct AssociationFile: Sendable {
    /// Bytes of the largest file that a phone takes.
    public static let sizeLimit = 131_072
    /// Objects and arrays within each other that this reader goes down.
    public static let depthLimit = JSONReader.depthLimit
    /// Findings that are kept; one more says that there were others.
    public static let findingLimit = 1_000

    /// `applinks.details`, in the file's order.
    public let entries: [AssociationEntry]
    /// In the order in which they were found.
    public let findings: [AssociationFinding]
    /// The other services that the file is for, such as `webcredentials`; nothing more is read of them.
    public let otherServices: [String]
    /// What is not known of the file as a whole, whatever the link.
    let doubts: [LinkComponent.Doubt]
    /// Where in `entries` each app is listed, by the bytes of its identifier.
    private let listings: [[UInt8]: [Int]]

    /// Reads a file as it was served, or the beginning of one that is too large, with the size that all of it has.
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

    /// All apps that the file lists, in its order and each once.
    public var applications: [String] {
        var seen: [[UInt8]: Bool] = [:]
        return entries.flatMap(\.applications).filter { seen.updateValue(true, forKey: Array($0.utf8)) == nil }
    }

    /// Whether any entry is for the app, by its full identifier `ABCDE12345.com.example.door`.
    public func lists(_ application: String) -> Bool { listings[Array(application.utf8)] != nil }

    /// Whether any app that it lists can exist: a prefix, a dot and a bundle id.
    public var listsUsableApp: Bool { entries.contains { $0.applications.contains(where: AssociationEntry.isUsable) } }

    /// Where in `entries` an app is listed, in their order.
    func places(of application: String) -> [Int] { listings[Array(application.utf8)] ?? [] }

    /// What decides quickly, and many times, about the links of one app.
    public func matcher(for application: String) -> LinkMatcher {
        LinkMatcher(places(of: application).flatMap { entries[$0].components })
    }

    /// Decides about one link of one app; the URL's host is not looked at.
    public func decide(_ url: LinkURL, for application: String) -> LinkVerdict {
        matcher(for: application).decide(url)
    }
}

/// One element of `applinks.details`: apps, and the components that say which links are theirs.
public struct AssociationEntry: Sendable {
    public enum Form: String, Hashable, Sendable {
        case components
        /// The older form: paths only.
        case paths
        /// The entry says nothing about links.
        case none
    }

    /// Which of `applinks.details`, from 0.
    public let index: Int
    /// As they stand in the file, with the prefix.
    public let applications: [String]
    public let form: Form
    public let components: [LinkComponent]
    public let position: TextPosition
    /// What is not known of the entry as a whole.
    let doubts: [LinkComponent.Doubt]

    /// Characters of a team id (NFC fact sheet 5.3).
    static let teamLength = 10

    /// Whether an app can have this identifier: a prefix, a dot and a bundle id.
    static func isUsable(_ application: String) -> Bool {
        let parts = application.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count > 1 && !parts.contains(where: \.isEmpty)
    }
}
