public import Ground

/// A request of the phone to the NFC reader. There is one request at a time, each answered by exactly one event.
public enum ReaderRequest: Hashable, Codable, Sendable {
    /// Opens the reader. Answered by `opened`, or by `lost` if the reader is still away after a loss.
    case open
    /// Looks once for type A tags. Answered by `tagFound`, `tagsFound` or `noTag`.
    ///
    /// Each look starts afresh: the field is switched off first.
    case poll
    /// Sends one command to the selected tag. Answered by `response`, `exchangeFailed` or `readerFailed`.
    case exchange([UInt8], within: Lapse)
    /// Checks that the selected tag is still present. Answered by `tagPresent` or `tagAbsent`.
    case checkPresence
    /// Not answered.
    case close
}

/// An event of the NFC reader.
///
/// A reader that never opened, or cannot be opened at all, is a `RigFault`; one that disappears later is `lost`, and
/// may return. `lost` replaces any outstanding answer, and also arrives unsolicited.
public enum ReaderEvent: Hashable, Codable, Sendable {
    /// The reader is open; the text names it.
    case opened(String)
    indirect case tagFound(TagIdentity)
    /// More than one tag answered, in the order in which the reader found them; the first is selected.
    case tagsFound([TagIdentity])
    case noTag
    case response([UInt8])
    /// The tag did not answer, or not properly: it was removed, or the transmission failed.
    case exchangeFailed(String)
    /// The reader, not the tag, failed during the exchange: this shows nothing about the tag. The reader is still
    /// present.
    case readerFailed(String)
    case tagPresent
    case tagAbsent
    /// The reader is gone, for the reason in the text. Until it is opened again, only `open` is answered.
    case lost(String)

    /// The event as a noun phrase.
    public var meaning: String {
        switch self {
        case .opened: "that it is open"
        case .tagFound, .tagsFound: "a tag"
        case .noTag: "that there is no tag"
        case .response(let bytes): "an answer of \(counted(bytes.count, "byte"))"
        case .exchangeFailed: "a failed exchange"
        case .readerFailed: "a failure of its own"
        case .tagPresent: "that the tag is present"
        case .tagAbsent: "that the tag is gone"
        case .lost: "that it is gone"
        }
    }
}
