public import Ground

/// Takes a capture file apart that arrives in pieces of any size.
///
/// How the bytes are cut into pieces makes no difference to what comes out. Memory is bounded by the format's largest
/// record and the largest piece. After an error the reader stays where it is and repeats the error.
public protocol CaptureReader: Sendable {
    init()

    /// Takes the next bytes of the file and appends what they complete.
    mutating func receive(_ piece: ArraySlice<UInt8>, into items: inout [CaptureItem]) throws(CaptureError)

    /// Ends the file; fails when it ends inside a record.
    mutating func finish() throws(CaptureError)
}

extension CaptureReader {
    /// Reads a file that is in memory as a whole: what it holds, and the error that ended it.
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

/// Why the reading of a capture file ended, and where; everything before that place was handed over.
public struct CaptureError: Error, Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        /// The bytes contradict the format.
        case damaged
        /// The file ends inside a record, as after a crash of the program that wrote it.
        case truncated
        /// The format or its version is not one that is read here.
        case unsupported
    }

    public let kind: Kind
    /// The offset in the file.
    public let offset: Int
    /// What is wrong there, as a sentence without its full stop.
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

/// What a capture file holds, in the file's order.
public enum CaptureItem: Hashable, Sendable {
    case packet(CapturedPacket)
    /// A pcapng block that is no packet.
    case block(PcapngBlock, offset: Int)
    /// A record that is no packet: a note, a mark, something of the vendor's.
    case note(CaptureNote)
    /// Something doubtful that did not end the reading; its offset is the file's.
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

    /// The bytes as text without the zeros at its end; it must be escaped before it is shown.
    public var text: String {
        let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
