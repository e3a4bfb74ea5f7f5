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
