import Ground

/// Data of a Type 4 tag other than the message: its capability container and the length field.
public struct Type4Image: Hashable, Codable, Sendable {
    /// A file that the container lists.
    public struct File: Hashable, Codable, Sendable {
        /// The kind of file in a control TLV; codes that are not in the fact sheet are preserved.
        public struct Kind: RawRepresentable, Hashable, Codable, Sendable {
            public let rawValue: UInt8
            public init(rawValue: UInt8) { self.rawValue = rawValue }

            public static let ndef = Kind(rawValue: 0x04)
            public static let proprietary = Kind(rawValue: 0x05)
            public static let extendedNDEF = Kind(rawValue: 0x06)
        }

        public let kind: Kind
        /// The offset of its control TLV in the container.
        public let offset: Int
        public let identifier: UInt16
        /// The maximum size in bytes, including the length field.
        public let maximumSize: Int
        public let readAccess: UInt8
        public let writeAccess: UInt8
    }

    /// The part of the container that was read.
    public internal(set) var container: [UInt8] = []
    /// CCLEN: the container's length, as it declares itself.
    public internal(set) var announcedLength = 0
    /// The files whose control TLVs were read, in order.
    public internal(set) var files: [File] = []
    /// NLEN or ENLEN: the length of the message; nil if it was not read.
    public internal(set) var messageLength: Int?
    /// Whether the tag has only the application of mapping version 1.
    public internal(set) var isVersion1Application = false

    init() {}
}

extension Type4Image.File.Kind: CustomStringConvertible {
    public var description: String {
        switch self {
        case .ndef: "NDEF file"
        case .proprietary: "proprietary file"
        case .extendedNDEF: "extended NDEF file"
        default: "file of the unknown kind \(rawValue.hexadecimal)"
        }
    }
}

/// A Type 4 tag's description of its NDEF file in the capability container (nfc.md 2.3).
public struct Type4Capability: Hashable, Codable, Sendable {
    /// The file with the capability container.
    static let containerFile: UInt16 = 0xE103

    /// The major version is in the high half.
    public let mappingVersion: UInt8
    /// MLe: the maximum number of bytes in one answer.
    public let maximumRead: Int
    /// MLc: the maximum number of bytes in one command.
    public let maximumWrite: Int
    public let fileIdentifier: UInt16
    /// The size of the NDEF file in bytes, including its length field.
    public let maximumFileSize: Int
    /// 00 writable, FF never; others are proprietary.
    public let writeAccess: UInt8
    /// Whether the file has a length field of four bytes (mapping version 3; not exercised on hardware).
    public let isExtended: Bool

    public var isWritable: Bool { writeAccess == 0 }
    var lengthFieldSize: Int { isExtended ? 4 : 2 }

    /// Creates the capability from the first NDEF file's control TLV.
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
