public import Ground

/// An entry of an app's entitlement `com.apple.developer.associated-domains` (nfc.md 5.2).
public struct AssociatedDomain: Hashable, Sendable {
    public enum Service: String, Hashable, Codable, Sendable, CaseIterable {
        case applinks, webcredentials, appclips, activitycontinuation
    }

    /// The source of the association file other than Apple's network.
    public enum Mode: String, Hashable, Codable, Sendable, CaseIterable {
        case developer, managed
        case developerAndManaged = "developer+managed"
    }

    /// The entry as written.
    public let text: String
    public let service: Service
    /// The host in the form for comparison: lower case, with A-labels, and without `*.`.
    public let host: String
    /// Whether letters outside ASCII were converted; Apple does not document whether an entry may contain them.
    public let isConverted: Bool
    let isDisputed: Bool
    /// Whether the entry covers the subdomains of the host but not the host itself.
    public let isWildcard: Bool
    public let mode: Mode?

    /// The maximum number of domains that Apple recommends.
    public static let recommendedCount = 30

    /// Parses one entry; errors give the byte offset.
    public init(_ text: String) throws(Malformed) {
        self.text = text
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            throw Malformed(at: 0, "an associated domain is a service, a colon and a host, as in applinks:example.com")
        }
        let name = String(decoding: bytes[..<colon], as: UTF8.self)
        let services = Service.allCases
        guard let service = services.first(where: { Array($0.rawValue.utf8) == Array(bytes[..<colon]) }) else {
            throw Malformed(at: 0, Self.complaint(service: name))
        }
        self.service = service
        var host = bytes[(colon + 1)...]
        mode = try Self.cutMode(from: &host)
        isWildcard = host.starts(with: "*.".utf8)
        if isWildcard { host = host.dropFirst(2) }
        try Self.check(host)
        let read = HostName(String(decoding: host, as: UTF8.self))
        (self.host, isConverted, isDisputed) = (read.compared, read.isConverted, read.isDisputed)
    }

    /// Returns whether the entry covers a host, ignoring case and comparing internationalised labels as A-labels.
    public func covers(_ candidate: String) -> Bool { covers(HostName(candidate)) }

    func covers(_ candidate: HostName) -> Bool {
        let (found, wanted) = (candidate.compared.utf8, host.utf8)
        guard isWildcard else { return found.elementsEqual(wanted) }
        let rest = found.dropLast(wanted.count)
        return found.suffix(wanted.count).elementsEqual(wanted) && rest.count > 1 && rest.last == UInt8(ascii: ".")
    }

    private static func complaint(service: String) -> String {
        let names = Service.allCases.map(\.rawValue)
        if service == "http" || service == "https" {
            return "an associated domain has a service such as applinks in front, not the scheme \(service)"
        }
        return "\(service.shown()) is no service of associated domains"
            + suggestion(for: service, in: names)
    }

    private static func cutMode(from host: inout ArraySlice<UInt8>) throws(Malformed) -> Mode? {
        guard let mark = host.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        let query = host[mark...]
        host = host[..<mark]
        for mode in Mode.allCases where Array(query) == Array("?mode=\(mode.rawValue)".utf8) { return mode }
        throw Malformed(at: mark, "nothing but ?mode=developer, managed or developer+managed may follow the host")
    }

    private static func check(_ host: ArraySlice<UInt8>) throws(Malformed) {
        guard let first = host.first else { throw Malformed(at: host.startIndex, "the host is missing") }
        if host.starts(with: "//".utf8) { throw Malformed(at: host.startIndex, "the service is not followed by //") }
        for (place, byte) in zip(host.indices, host) {
            switch byte {
            case UInt8(ascii: "/"):
                throw Malformed(at: place, "an associated domain has no path and no slash at its end")
            case UInt8(ascii: ":"): throw Malformed(at: place, "an associated domain has no scheme and no port")
            case UInt8(ascii: "#"): throw Malformed(at: place, "an associated domain has no fragment")
            case UInt8(ascii: "*"): throw Malformed(at: place, "a wildcard stands only as *. in front of the host")
            case UInt8(ascii: "-"), UInt8(ascii: "."), 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: break
            default: throw Malformed(at: place, "a host has letters, digits, hyphens and dots only")
            }
        }
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if first == UInt8(ascii: ".") || labels.contains(where: \.isEmpty) {
            throw Malformed(at: host.startIndex, "between the dots of a host stands a name")
        }
    }
}

extension AssociatedDomain: CustomStringConvertible {
    public var description: String { text.escapedForDisplay }
}
