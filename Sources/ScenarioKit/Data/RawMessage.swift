/// What is written to the accessory past the app and its session: whole, cut, padded or made up.
public indirect enum RawMessage: Codable, Hashable, Sendable {
    case initialize
    /// The shareable configuration that the session generated last; one made up where it generated none.
    case shareableConfiguration
    /// Another shareable configuration, with its own session id, vector and address.
    case newShareableConfiguration
    case stop
    /// These bytes, with nothing added: the first is taken for the message's id.
    case bytes([UInt8])
    /// The first bytes of a message; what its fields say of its length stays as it is.
    case cut(RawMessage, to: Int)
    /// A message and so many zero bytes behind it.
    case padded(RawMessage, by: Int)
    /// A message with one byte, counted from 0 for its id, changed in the bits of a mask.
    case corrupted(RawMessage, byte: Int, xor: UInt8)
    /// One write for every length from 1 byte to all but one.
    case everyCut(of: RawMessage)
}
