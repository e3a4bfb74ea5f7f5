/// A host and the association file that a phone received from it, or the reason why there is none.
///
/// A file applies to its own host, and to subdomains matched by wildcard entries of that host (nfc.md 5.2), but
/// not to the targets of redirects (5.1).
public struct AssociatedSite: Sendable {
    public enum Association: Sendable {
        case file(AssociationFile)
        /// The reason as a sentence without a full stop: not found, redirected, not readable.
        case missing(String)
    }

    /// The host in the form for comparison: lower case, with A-labels.
    public let host: String
    public let association: Association

    public init(host: String, file: AssociationFile) { self.init(host: host, association: .file(file)) }

    /// Creates a site whose file could not be obtained.
    public init(host: String, missing reason: String) { self.init(host: host, association: .missing(reason)) }

    /// Creates a site that serves these bytes, which may be the beginning of a file of `size` bytes. If they are not
    /// an association file, the reason is kept.
    public init(host: String, bytes: [UInt8], size: Int? = nil) {
        do throws(AssociationError) { self.init(host: host, file: try AssociationFile(bytes, size: size)) } catch {
            self.init(host: host, missing: "the association file is not usable: \(error)")
        }
    }

    private init(host: String, association: Association) {
        self.host = HostName(host).compared
        self.association = association
    }

    /// The file; nil if there is none.
    public var file: AssociationFile? {
        switch association {
        case .file(let file): file
        case .missing: nil
        }
    }
}
