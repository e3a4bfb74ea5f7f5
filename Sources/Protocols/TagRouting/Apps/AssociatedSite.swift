/// A host and the association file that a phone got from it, or why it has none.
///
/// A file counts for its own host, and for the subdomains of wildcard entries of that host (fact sheet 5.2); not for
/// where it redirects to (5.1).
public struct AssociatedSite: Sendable {
    public enum Association: Sendable {
        case file(AssociationFile)
        /// Why there is none, as a sentence without its full stop: not found, redirected, not readable.
        case missing(String)
    }

    /// As hosts are compared: in lower case, with A-labels.
    public let host: String
    public let association: Association

    public init(host: String, file: AssociationFile) { self.init(host: host, association: .file(file)) }

    /// A site from which no file could be had.
    public init(host: String, missing reason: String) { self.init(host: host, association: .missing(reason)) }

    /// A site that answers with these bytes, which may be the beginning of so many; when they are no association file,
    /// the reason is kept.
    public init(host: String, bytes: [UInt8], size: Int? = nil) {
        do throws(AssociationError) { self.init(host: host, file: try AssociationFile(bytes, size: size)) } catch {
            self.init(host: host, missing: "the association file is not usable: \(error)")
        }
    }

    private init(host: String, association: Association) {
        self.host = HostName(host).compared
        self.association = association
    }

    /// The file, where there is one.
    public var file: AssociationFile? {
        switch association {
        case .file(let file): file
        case .missing: nil
        }
    }
}

/// The links of one host below one path: the short form of an entitlement and an association file for them.
///
/// The host is written as in the entitlement: `example.com` alone, or `*.example.com` for any subdomain but not the
/// bare domain (fact sheet 5.2). The path is a prefix by whole segments, compared letter for letter: `/door` covers
/// `/door`, `/door/` and `/door/7`, not `/doors` (fact sheet 5.5, L18 to L28, says the same of `/door/*`). Query and
/// fragment are free.
public struct LinkPattern: Hashable, Codable, Sendable {
    public let host: String
    public let pathPrefix: String

    /// All links of a host, or those below a path.
    public init(host: String, pathPrefix: String = "/") {
        self.host = host
        self.pathPrefix = pathPrefix
    }

    public func matches(_ url: LinkURL) -> Bool {
        guard let host = url.host else { return false }
        return matchesHost(host) && matchesPath(url.path)
    }

    private func matchesHost(_ candidate: String) -> Bool {
        let found = Array(HostName(candidate).compared.utf8)
        let wanted = Array(HostName(host).compared.utf8)
        guard wanted.starts(with: "*.".utf8) else { return found == wanted }
        let suffix = wanted.dropFirst()
        return found.count > suffix.count && found.suffix(suffix.count) == suffix
    }

    private func matchesPath(_ path: String) -> Bool {
        let found = Array(path.utf8)
        var wanted = Array(pathPrefix.utf8)
        while wanted.last == UInt8(ascii: "/") { wanted.removeLast() }
        guard found.starts(with: wanted) else { return false }
        return wanted.isEmpty || found.count == wanted.count || found[wanted.count] == UInt8(ascii: "/")
    }
}
