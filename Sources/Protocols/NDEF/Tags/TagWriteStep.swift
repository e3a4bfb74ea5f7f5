/// What a tag writer wants next.
public enum TagWriteStep: Hashable, Sendable {
    /// Send this to the tag; the check sum is the reader chip's business.
    case command([UInt8])
    case finished(TagWriteReport)
    case failed(TagWriteFailure)
}

/// What was done to a tag.
public struct TagWriteReport: Hashable, Sendable {
    /// The tag as it was before.
    public let before: TagContents?
    /// The tag as it was read back.
    public let after: TagContents
    /// How many commands changed the memory; 0 when the message stood there already.
    public let writes: Int
}

/// Why a writer does not touch a tag.
public enum TagWriteRefusal: Error, Hashable, Sendable {
    /// This rig has no writer for the platform.
    case platform(TagPlatform)
    /// Not a tag with NDEF; writing a capability container is not what this writer is for.
    case notNDEF(String)
    case readOnly(String)
    /// Pages that must change are locked for ever.
    case locked(pages: [Range<Int>])
    case tooSmall(message: Int, capacity: Int)
    /// The tag holds what the writer does not understand; with `force` it is overwritten.
    case notUnderstood(String)
    /// Pages that must change may refuse it: a password guards them, or their lock bits were not read.
    ///
    /// With `force` they are written all the same; when one refuses, what the tag holds then is told.
    case guarded(String)
    /// Legal, but more than this writer can do.
    case unsupported(String)

    /// Whether the same with `force` would be written.
    public var canBeForced: Bool {
        switch self {
        case .notUnderstood, .guarded: true
        case .platform, .notNDEF, .readOnly, .locked, .tooSmall, .unsupported: false
        }
    }
}

/// Why a message could not be written, and what the tag holds now.
public enum TagWriteFailure: Error, Hashable, Sendable {
    /// What is known of the tag after a failure.
    public enum State: Hashable, Sendable {
        /// Nothing was changed.
        case unchanged
        /// The length was set to 0 and not yet to the new one: the tag reads as blank.
        case blank
        /// The command that did not succeed may have been carried out or not.
        case unknown(String)
    }

    case refused(TagWriteRefusal)
    /// The tag could not be read before writing.
    case unreadable(TagReadFailure)
    /// A command did not succeed; `place` names the page or the offset.
    case notWritten(place: String, reason: String, now: State)
    /// What was read back is not what was written.
    case notVerified(place: String, reason: String)
}

extension TagWriteRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .platform(let platform): "this rig does not write \(platform) tags"
        case .notNDEF(let reason): "the tag holds no NDEF: \(reason)"
        case .readOnly(let reason): "the tag is read-only: \(reason)"
        case .locked(let pages): "lock bits protect \(Type2Layout.text(pages)) for ever, and the message stands there"
        case .tooSmall(let message, let capacity):
            "the message has \(message) bytes, the tag has room for \(capacity)"
        case .notUnderstood(let reason): "the tag holds what this writer does not understand: \(reason)"
        case .guarded(let reason): "the tag may refuse it half-way: \(reason)"
        case .unsupported(let reason): reason
        }
    }
}

extension TagWriteFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .refused(let refusal): "nothing was written: \(refusal)"
        case .unreadable(let failure): "nothing was written: the tag could not be read: \(failure)"
        case .notWritten(let place, let reason, let state): "\(place) was not written: \(reason); \(state)"
        case .notVerified(let place, let reason): "the tag was written but does not read back, \(place): \(reason)"
        }
    }
}

extension TagWriteFailure.State: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unchanged: "the tag holds what it held before"
        case .blank: "the tag now reads as blank"
        case .unknown(let text): text
        }
    }
}
