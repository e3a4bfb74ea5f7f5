/// A request of the phone to one byte stream; the link names the service and the connection.
public enum StreamRequest: Hashable, Codable, Sendable {
    /// Opens the stream. Answered by `opened` or `closed`.
    case open
    case bytes([UInt8])
    /// Closes the stream. Answered by `closed`, after which nothing of the connection arrives. Not answered if there
    /// is none.
    case close
    /// Closes the stream immediately, by a reset after the sent bytes, without waiting for the other side. Answered
    /// as for `close`.
    case reset
}

/// An event of one byte stream.
public enum StreamEvent: Hashable, Codable, Sendable {
    /// A DNS-SD event of the search for its service, before the stream is opened.
    case service(ServiceNotice)
    /// The stream is open for both sides; the text names the peer.
    case opened(String)
    /// Bytes as received: any part of a message, or several.
    case bytes([UInt8])
    /// The stream is closed in both directions; the text gives the reason.
    case closed(String)
    /// An open connection ended, with the known side and reason.
    case ended(DisconnectReason)
}
