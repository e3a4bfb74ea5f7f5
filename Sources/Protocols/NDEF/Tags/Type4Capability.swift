import Ground

/// What a Type 4 tag's capability container says (fact sheet 2.3).
public struct Type4Capability: Hashable, Sendable {
    /// The file that holds the capability container.
    static let containerFile: UInt16 = 0xE103
    /// The container with one NDEF file control TLV, which is all that this reader wants of it.
    static let length = 15
    /// The same with the control TLV of an extended NDEF file, as mapping version 3 has it.
    static let extendedLength = 17

    /// Major version in the high half.
    public let mappingVersion: UInt8
    /// MLe: how many bytes one answer carries at most.
    public let maximumRead: Int
    /// MLc: how many bytes one command carries at most.
    public let maximumWrite: Int
    public let fileIdentifier: UInt16
    /// The size of the NDEF file in bytes, its length field included.
    public let maximumFileSize: Int
    /// 00 writable, FF never; others are proprietary.
    public let writeAccess: UInt8
    /// Whether the file has a length field of four bytes (mapping version 3; not exercised on hardware).
    public let isExtended: Bool

    public var isWritable: Bool { writeAccess == 0 }
    var lengthFieldSize: Int { isExtended ? 4 : 2 }

    /// Whether the front of a container announces an extended file, for which two more bytes must be read.
    static func announcesExtendedFile(_ container: [UInt8]) -> Bool {
        container.count == length && container[7] == 0x06
    }

    /// Reads the first 15 bytes of the container, or 17 for an extended file.
    init(decoding container: [UInt8]) throws(TagReadFailure) {
        let readAccess: UInt8
        do throws(Malformed) {
            var reader = ByteReader(container)
            let ccLength: UInt16 = try reader.big("CCLEN")
            mappingVersion = try reader.u8("the mapping version")
            maximumRead = Int(try reader.big("MLe") as UInt16)
            maximumWrite = Int(try reader.big("MLc") as UInt16)
            let type = try reader.u8("the first TLV's type")
            let length = try reader.u8("the first TLV's length")
            fileIdentifier = try reader.big("the file identifier")
            isExtended = type == 0x06
            maximumFileSize =
                isExtended
                ? Int(try reader.big("the file's size") as UInt32) : Int(try reader.big("the file's size") as UInt16)
            readAccess = try reader.u8("the read access")
            writeAccess = try reader.u8("the write access")
            guard ccLength >= 15 else { throw Malformed(at: 0, "CCLEN is \(ccLength), at least 15 are needed") }
            guard type == 0x04 || type == 0x06 else {
                throw Malformed(at: 7, "the first TLV has the type \(type.hexadecimal), not that of an NDEF file")
            }
            guard length == (isExtended ? 8 : 6) else {
                throw Malformed(at: 8, "the NDEF file's TLV has the length \(length)")
            }
        } catch {
            throw .malformed(error, part: "capability container")
        }
        // The version first: the other rules are those of the versions that are known.
        guard mappingVersion >> 4 <= 3 else { throw .unsupportedVersion(mappingVersion) }
        if let complaint { throw .malformed(complaint, part: "capability container") }
        guard readAccess == 0 else {
            throw .accessDenied("the read access of its NDEF file is \(readAccess.hexadecimal)")
        }
    }

    /// The first value that is out of the range which the specification gives.
    private var complaint: Malformed? {
        let forbidden: [UInt16] = [0x0000, 0xE102, 0xE103, 0x3F00, 0x3FFF, 0xFFFF]
        if mappingVersion >> 4 == 0 { return Malformed(at: 2, "the mapping version is \(mappingVersion.hexadecimal)") }
        if maximumRead < 15 { return Malformed(at: 3, "MLe is \(maximumRead), at least 15 are needed") }
        if maximumWrite < 1 { return Malformed(at: 5, "MLc is 0") }
        if forbidden.contains(fileIdentifier) {
            return Malformed(at: 9, "the file identifier \(fileIdentifier.hexadecimal) is not for an NDEF file")
        }
        let largest = isExtended ? 0xFFFF_FFFE : 0xFFFE
        if maximumFileSize < 5 || maximumFileSize > largest {
            return Malformed(at: 11, "the NDEF file's size is \(maximumFileSize)")
        }
        return nil
    }
}
