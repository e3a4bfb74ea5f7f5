/// Writes the NDEF message of a Type 4 tag.
public struct Type4Writer: TagWriting {
    public init(message: [UInt8], force: Bool = false) {}
    public mutating func begin() -> TagWriteStep { .failed(.refused(.platform(.type4))) }
    public mutating func receive(_ response: [UInt8]) -> TagWriteStep { begin() }
    public mutating func receiveNoAnswer() -> TagWriteStep { begin() }
}
