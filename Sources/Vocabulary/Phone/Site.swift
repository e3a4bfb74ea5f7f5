public import TagRouting

/// A web host known to the phone, and the source of its association file.
public struct Site: Codable, Hashable, Sendable {
    /// The bare host: `example.com`.
    public let host: String
    public let association: AssociationSource

    public init(host: String, association: AssociationSource) {
        self.host = host
        self.association = association
    }
}

/// The source of a site's association file, which maps links to apps.
public enum AssociationSource: Codable, Hashable, Sendable {
    /// A plain JSON file as on the site, by its path below the folder of scenarios; read before the run.
    case file(String)
    /// The file's text.
    case text(String)
    /// There is no file, for this reason: `the server answers 404`.
    case none(String)
}

extension AssociationSource {
    enum FileCodingKeys: String, CodingKey { case _0 = "path" }
    enum TextCodingKeys: String, CodingKey { case _0 = "json" }
    enum NoneCodingKeys: String, CodingKey { case _0 = "reason" }
}

extension AssociatedSite {
    /// Creates the phone's copy of a site's associations.
    public init(_ site: Site) {
        switch site.association {
        case .text(let text): self.init(host: site.host, bytes: Array(text.utf8))
        case .none(let reason): self.init(host: site.host, missing: reason)
        case .file(let path): self.init(host: site.host, missing: "the file \(path) was not read")
        }
    }
}
