public import Ground

/// What the phone asks of the NFC reader: one request at a time, each answered by exactly one event.
public enum ReaderRequest: Hashable, Codable, Sendable {
    /// Answered by `opened`, or by `lost` when the reader is still away after it was lost.
    case open
    /// Look once for type A tags: `tagFound`, `tagsFound` or `noTag`.
    ///
    /// Each look begins afresh: the field goes off first.
    case poll
    /// Send one command to the selected tag: `response`, `exchangeFailed` or `readerFailed`.
    case exchange([UInt8], within: Span)
    /// Is the selected tag still there: `tagPresent` or `tagAbsent`.
    case checkPresence
    /// Not answered.
    case close
}

/// What the NFC reader answers.
///
/// A reader that never opened, or cannot be opened at all, is a `RigFault`; one that goes away later is `lost`, and may
/// come back. `lost` takes the place of whatever answer is due, and comes unasked too.
public enum ReaderEvent: Hashable, Codable, Sendable {
    /// The reader is open; the text names it.
    case opened(String)
    indirect case tagFound(TagIdentity)
    /// More than one tag answered, in the order in which the reader met them; the first is the one that is selected.
    case tagsFound([TagIdentity])
    case noTag
    case response([UInt8])
    /// The tag did not answer, or not properly: torn away, or a transmission error.
    case exchangeFailed(String)
    /// The reader failed at the exchange, and not the tag: it says nothing about the tag. The reader is still there.
    case readerFailed(String)
    case tagPresent
    case tagAbsent
    /// The reader is gone; the text says how. Until it was opened again, nothing is answered but `open`.
    case lost(String)
}
