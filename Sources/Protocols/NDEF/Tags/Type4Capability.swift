import Ground

/// What a Type 4 tag's capability container says of its NDEF file (fact sheet 2.3).
public struct Type4Capability: Hashable, Codable, Sendable {
    /// The file that holds the capability container.
    static let containerFile: UInt16 = 0xE103

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

    /// The capability that the first NDEF file's control TLV gives.
    init(version: UInt8, maximumRead: Int, maximumWrite: Int, file: Type4Image.File) throws(TagReadFailure) {
        mappingVersion = version
        self.maximumRead = maximumRead
        self.maximumWrite = maximumWrite
        fileIdentifier = file.identifier
        maximumFileSize = file.maximumSize
        writeAccess = file.writeAccess
        isExtended = file.kind == .extendedNDEF
        let forbidden: [UInt16] = [0x0000, 0xE102, 0xE103, 0x3F00, 0x3FFF, 0xFFFF]
        if forbidden.contains(fileIdentifier) {
            throw Self.malformed(
                at: file.offset + 2, "the file identifier \(fileIdentifier.hexadecimal) is not for an NDEF file")
        }
        if maximumFileSize < 5 || maximumFileSize > (isExtended ? 0xFFFF_FFFE : 0xFFFE) {
            throw Self.malformed(at: file.offset + 4, "the NDEF file's size is \(maximumFileSize)")
        }
        guard file.readAccess == 0 else {
            throw .accessDenied("the read access of its NDEF file is \(file.readAccess.hexadecimal)")
        }
    }

    static func malformed(at offset: Int, _ meaning: String) -> TagReadFailure {
        .malformed(Malformed(at: offset, meaning), part: .capabilityContainer)
    }
}
