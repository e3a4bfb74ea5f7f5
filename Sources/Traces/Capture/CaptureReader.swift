public import Ground

/// Parses a capture file that arrives in pieces of any size.
///
/// The output does not depend on how the bytes are split. Memory is bounded by the format's largest record and the
/// largest piece. After an error the reader stays at that position and repeats the error.
public protocol CaptureReader: Sendable {
    init()

    /// Receives the next bytes of the file and appends the items that they complete.
    mutating func receive(_ piece: ArraySlice<UInt8>, into items: inout [CaptureItem]) throws(CaptureError)

    /// Ends the file; throws if it ends inside a record.
    mutating func finish() throws(CaptureError)
}

extension CaptureReader {
    /// Reads a file held in memory, and returns its items and the error that ended it.
    public static func read(_ file: [UInt8]) -> (items: [CaptureItem], error: CaptureError?) {
        var reader = Self()
        var items: [CaptureItem] = []
        do throws(CaptureError) {
            try reader.receive(file[...], into: &items)
            try reader.finish()
        } catch {
            return (items, error)
        }
        return (items, nil)
    }
}

/// The error that ended the reading of a capture file; everything before its offset was delivered.
public struct CaptureError: Error, Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        /// The bytes contradict the format.
        case damaged
        /// The file ends inside a record, as after a crash of the program that wrote it.
        case truncated
        /// The format or its version is unsupported.
        case unsupported
    }

    public let kind: Kind
    /// The offset in the file.
    public let offset: Int
    /// The defect, as a sentence without a full stop.
    public let meaning: String

    public init(_ kind: Kind, at offset: Int, _ meaning: String) {
        self.kind = kind
        self.offset = offset
        self.meaning = meaning
    }
}

extension CaptureError: CustomStringConvertible {
    public var description: String { "byte \(offset): \(meaning)" }
}

/// An item of a capture file, in the file's order.
public enum CaptureItem: Hashable, Sendable {
    case packet(CapturedPacket)
    /// A pcapng block other than a packet.
    case block(PcapngBlock, offset: Int)
    /// A record other than a packet: a note, a mark, or vendor-specific data.
    case note(CaptureNote)
    /// A defect that did not end the reading; its offset is the file's.
    case finding(Finding)
}

/// A record without a frame, such as PacketLogger's notes.
public struct CaptureNote: Hashable, Sendable {
    public let instant: WallInstant?
    /// The format's own number for this kind of record.
    public let kind: UInt32
    public let bytes: [UInt8]
    /// The offset of the record in the file.
    public let offset: Int

    public init(instant: WallInstant?, kind: UInt32, bytes: [UInt8], offset: Int) {
        self.instant = instant
        self.kind = kind
        self.bytes = bytes
        self.offset = offset
    }
}
