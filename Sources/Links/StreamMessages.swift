/// What the phone asks of one byte stream; the link names the service and the connection.
public enum StreamRequest: Hashable, Codable, Sendable {
    /// Answered by `opened` or `closed`.
    case open
    case bytes([UInt8])
    /// Answered by `closed`: nothing of the connection comes after that. Not answered where there is none.
    case close
    /// The same at once, by a reset behind what was sent, without waiting for the other side.
    case reset
}

/// What comes over one byte stream.
public enum StreamEvent: Hashable, Codable, Sendable {
    /// A DNS-SD event of the search for its service, before the stream is opened.
    case service(ServiceNotice)
    /// Both sides can send; the text names the peer.
    case opened(String)
    /// Bytes as they arrived: any part of a message, or several.
    case bytes([UInt8])
    /// Nothing comes any more, and nothing can be sent; the text says why.
    case closed(String)
    /// The same of a connection that was open, where it shows by whom and how it ended.
    case ended(DisconnectReason)
}
