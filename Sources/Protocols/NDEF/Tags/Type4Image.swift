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
