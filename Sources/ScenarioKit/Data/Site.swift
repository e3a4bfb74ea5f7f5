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

extension Scenario {
    /// The same scenario with the text of every association file in it, so that it needs no files any more.
    ///
    /// `read` gets a path as it was written and gives the file's text; its first error is passed on.
    public func resolvingFiles<Failure: Error>(_ read: (String) throws(Failure) -> String) throws(Failure) -> Scenario {
        var sites: [Site] = []
        for site in phone.sites {
            if case .file(let path) = site.association {
                sites.append(Site(host: site.host, association: .text(try read(path))))
            } else {
                sites.append(site)
            }
        }
        guard sites != phone.sites else { return self }
        var resolved = self
        resolved.phone = phone.with(sites: sites)
        return resolved
    }
}
