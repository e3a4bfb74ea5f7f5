public import Ground

/// A check on an inspected tag, with its line.
public struct TagExpectation: Codable, Hashable, Sendable {
    /// The required property or content.
    public let what: TagCheck
    /// The place in the source.
    public let spot: SourceSpot
    /// The meaning of a failure, without a full stop.
    public let cause: Meaning?

    /// Creates an expectation from data; the words are those inside `Inspect { }`.
    public init(_ what: TagCheck, spot: SourceSpot, cause: Meaning? = nil) {
        self.what = what
        self.spot = spot
        self.cause = cause
    }

    func with(cause: Meaning) -> TagExpectation { TagExpectation(what, spot: spot, cause: cause) }
}

/// A property or content of a tag.
public enum TagCheck: Codable, Hashable, Sendable {
    case platform(platform: TagPlatformName)
    /// The chip by its maker's name: `NTAG215`.
    case chip(chip: String)
    /// The memory holds a message of this many bytes.
    case capacity(bytes: Int)
    /// This many bytes are left after the message; 0 means that the message fits.
    case free(bytes: Int)
    case state(state: TagLockState)
    /// The first record is a URI record, and its URI is exactly this one.
    case link(url: String)
    /// The first record is a URI record, and its URI has this host.
    case linkHost(host: String)
    case firstRecordIsLink
    /// The message has this many records.
    case records(count: Int)
    /// A phone in its owner's hand, with the display on, would go there.
    case opens(destination: Destination, path: String? = nil)
    /// Nothing worse than this was found on the tag.
    case noFindings(level: FindingLevel)
}

/// A tag's type, as phones and this bench read it.
public enum TagPlatformName: String, Codable, Hashable, Sendable, CaseIterable {
    /// Memory in pages of four bytes, such as NTAG and Ultralight.
    case type2
    /// Files behind ISO 7816 commands.
    case type4
}

/// Whether a tag can be written. A tag whose lock bits could not be read is neither writable nor locked.
public enum TagLockState: String, Codable, Hashable, Sendable, CaseIterable {
    /// Neither the container nor lock bits nor a password keep it from being written.
    case writable
    /// The capability container forbids writing; the tag may be locked as well.
    case readOnly
    /// Lock bits, or the access conditions of a Type 4 tag, keep all of it from being written. A password does not
    /// count.
    case locked
}

/// The greatest severity allowed for a finding.
public enum FindingLevel: String, Codable, Hashable, Sendable, CaseIterable {
    /// Not even a note.
    case nothing
    /// Legal, but worth knowing.
    case note
    /// A problem for some phones or readers.
    case warning
}

extension TagCheck: CustomStringConvertible {
    /// The check as a noun phrase: `a Type 2 tag`, `no findings beyond notes`.
    public var description: String {
        switch self {
        case .platform(.type2): "a Type 2 tag"
        case .platform(.type4): "a Type 4 tag"
        case .chip(let name): "a chip \(name.escapedForDisplay)"
        case .capacity(let bytes): "room for a message of \(bytes) bytes"
        case .free(0): "a message that fits"
        case .free(let bytes): "\(bytes) bytes free"
        case .state(.writable): "a writable tag"
        case .state(.readOnly): "a tag that says it is read-only"
        case .state(.locked): "a locked tag"
        case .link(let url): "the link \(url.escapedForDisplay) in front"
        case .linkHost(let host): "a link to \(host.escapedForDisplay) in front"
        case .firstRecordIsLink: "a link in front"
        case .records(1): "1 record"
        case .records(let count): "\(count) records"
        case .opens(let destination, nil): "a tag that opens \(destination)"
        case .opens(let destination, let path?): "a tag that opens \(destination) at \(path.escapedForDisplay)"
        case .noFindings(.nothing): "no findings at all"
        case .noFindings(.note): "no findings beyond notes"
        case .noFindings(.warning): "no findings beyond warnings"
        }
    }
}

extension TagExpectation: CustomStringConvertible {
    /// The description of the check.
    public var description: String { what.description }
}
