/// Reads the NDEF message of a tag, one command at a time.
public protocol TagReading: Sendable {
    /// The first command; starts again from the beginning when a reading has begun.
    mutating func begin() -> TagReadStep
    /// Takes the tag's answer to the last command, without check sum, and gives the next step.
    mutating func receive(_ response: [UInt8]) -> TagReadStep
    /// Takes note that the last command stayed without an answer.
    mutating func receiveNoAnswer() -> TagReadStep
}

/// The reader that fits a tag, chosen by the platform that the tag announces.
public struct TagReader: TagReading {
    private var reader: any TagReading

    /// A reader for tags of the platform; nil when a phone does not read such tags in the background.
    public init?(for platform: TagPlatform) {
        switch platform {
        case .type2: reader = Type2Reader()
        case .type4, .type4AndNFCDEP: reader = Type4Reader()
        case .mifareClassic, .nfcDEP: return nil
        }
    }

    public mutating func begin() -> TagReadStep { reader.begin() }
    public mutating func receive(_ response: [UInt8]) -> TagReadStep { reader.receive(response) }
    public mutating func receiveNoAnswer() -> TagReadStep { reader.receiveNoAnswer() }
}
