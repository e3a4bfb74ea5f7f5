public import NDEF
public import RigKit

extension NDEFMessage {
    /// The message that a rig's records describe.
    public init(modelled records: [TagRecord]) throws(UnwritableNDEF) {
        var made: [NDEFRecord] = []
        for record in records { made.append(try NDEFRecord(modelled: record)) }
        try self.init(checking: made)
    }
}

extension NDEFRecord {
    fileprivate init(modelled record: TagRecord) throws(UnwritableNDEF) {
        switch record {
        case .uri(let uri): self = try .link(uri)
        case .text(let words, let language): self = try .text(words, language: language)
        case .poster(let uri, let title):
            self = try .smartPoster(uri: uri, titles: title.map { [TextRecord($0)] } ?? [])
        case .media(let type, let bytes): self = try .data(ofType: type, bytes)
        case .external(let name, let bytes):
            let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            self = try .external(
                domain: parts.first.map(String.init) ?? "", type: parts.dropFirst().first.map(String.init) ?? "", bytes)
        case .application(let package): self = try .androidApplication(package)
        case .absolute(let uri): self = try NDEFRecord(checking: .absoluteURI, type: Array(uri.utf8), payload: [])
        case .empty: self = .empty
        }
    }
}
