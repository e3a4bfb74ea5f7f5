import Ground

/// What was read of a Type 4 tag beside the message: its capability container and the length field.
public struct Type4Image: Hashable, Codable, Sendable {
    /// A file that the container names.
    public struct File: Hashable, Codable, Sendable {
        /// What kind of file a control TLV names; codes that the sheet does not name are kept.
        public struct Kind: RawRepresentable, Hashable, Codable, Sendable {
            public let rawValue: UInt8
            public init(rawValue: UInt8) { self.rawValue = rawValue }

            public static let ndef = Kind(rawValue: 0x04)
            public static let proprietary = Kind(rawValue: 0x05)
            public static let extendedNDEF = Kind(rawValue: 0x06)
        }

        public let kind: Kind
        /// Where its control TLV begins in the container.
        public let offset: Int
        public let identifier: UInt16
        /// In bytes, the length field included.
        public let maximumSize: Int
        public let readAccess: UInt8
        public let writeAccess: UInt8
    }

    /// The container as far as it was read.
    public internal(set) var container: [UInt8] = []
    /// CCLEN: how long the container says it is.
    public internal(set) var announcedLength = 0
    /// The files whose control TLVs were read, in their order.
    public internal(set) var files: [File] = []
    /// NLEN or ENLEN: how long the message is; nil when it was not read.
    public internal(set) var messageLength: Int?
    /// Whether the tag has the application of mapping version 1 only.
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
