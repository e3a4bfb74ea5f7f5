public import TagRouting

/// A web host that the phone knows, and where its association file is.
public struct Site: Codable, Hashable, Sendable {
    /// The bare host: `example.com`.
    public let host: String
    public let association: AssociationSource

    public init(host: String, association: AssociationSource) {
        self.host = host
        self.association = association
    }
}

/// Where a site's association file is: which links open which apps.
public enum AssociationSource: Codable, Hashable, Sendable {
    /// A plain JSON file as on the site, by its path below the folder of scenarios; read before the run.
    case file(String)
    /// The file's text.
    case text(String)
    /// There is none, for this reason: `the server answers 404`.
    case none(String)
}

extension AssociationSource {
    enum FileCodingKeys: String, CodingKey { case _0 = "path" }
    enum TextCodingKeys: String, CodingKey { case _0 = "json" }
    enum NoneCodingKeys: String, CodingKey { case _0 = "reason" }
}

extension AssociatedSite {
    /// What a phone has read of a site.
    public init(_ site: Site) {
        switch site.association {
        case .text(let text): self.init(host: site.host, bytes: Array(text.utf8))
        case .none(let reason): self.init(host: site.host, missing: reason)
        case .file(let path): self.init(host: site.host, missing: "the file \(path) was not read")
        }
    }
}
