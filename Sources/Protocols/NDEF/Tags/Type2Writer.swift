/// Writes the NDEF message of a Type 2 tag.
public struct Type2Writer: TagWriting {
    public init(message: [UInt8], force: Bool = false, uid: [UInt8]? = nil) {}
    public mutating func begin() -> TagWriteStep { .failed(.refused(.platform(.type2))) }
    public mutating func receive(_ response: [UInt8]) -> TagWriteStep { begin() }
    public mutating func receiveNoAnswer() -> TagWriteStep { begin() }
}
