/// The next step of a tag writer.
public enum TagWriteStep: Hashable, Sendable {
    /// Send this to the tag; the reader chip adds the checksum.
    case command([UInt8])
    case finished(TagWriteReport)
    case failed(TagWriteFailure)
}

/// The result of writing a tag.
public struct TagWriteReport: Hashable, Sendable {
    /// The tag before writing.
    public let before: TagContents?
    /// The tag as read back.
    public let after: TagContents
    /// The number of commands that changed the memory; 0 if the message was already present.
    public let writes: Int
}

/// The reason why a writer refuses to change a tag.
public enum TagWriteRefusal: Error, Hashable, Sendable {
    /// This rig has no writer for the platform.
    case platform(TagPlatform)
    /// The tag does not contain NDEF; this writer does not create capability containers.
    case notNDEF(String)
    case readOnly(String)
    /// Pages that must change are permanently locked.
    case locked(pages: [Range<Int>])
    case tooSmall(message: Int, capacity: Int)
    /// The tag contains data that the writer does not understand; `force` overwrites it.
    case notUnderstood(String)
    /// Pages that must change may refuse: a password protects them, or their lock bits were not read.
    ///
    /// With `force` they are written anyway; if one refuses, the failure reports the tag's resulting state.
    case guarded(String)
    /// Legal, but not supported by this writer.
    case unsupported(String)

    /// Whether `force` would override the refusal.
    public var canBeForced: Bool {
        switch self {
        case .notUnderstood, .guarded: true
        case .platform, .notNDEF, .readOnly, .locked, .tooSmall, .unsupported: false
        }
    }
}

/// The reason why a message could not be written, and the tag's state.
public enum TagWriteFailure: Error, Hashable, Sendable {
    /// The state of the tag after a failure.
    public enum State: Hashable, Sendable {
        /// Nothing was changed.
        case unchanged
        /// The length was set to 0 and not yet to the new value: the tag reads as blank.
        case blank
        /// The failed command may or may not have been executed.
        case unknown(String)
    }

    case refused(TagWriteRefusal)
    /// The tag could not be read before writing.
    case unreadable(TagReadFailure)
    /// A command failed; `place` is the page or the offset.
    case notWritten(place: String, reason: String, now: State)
    /// The data read back differs from the data written.
    case notVerified(place: String, reason: String)
}

extension TagWriteRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .platform(let platform): "this rig does not write \(platform) tags"
        case .notNDEF(let reason): "the tag holds no NDEF: \(reason)"
        case .readOnly(let reason): "the tag is read-only: \(reason)"
        case .locked(let pages): "lock bits protect \(Type2Layout.text(pages)) permanently, and they hold the message"
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
