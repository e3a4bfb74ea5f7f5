import Ground

/// Records from what a person or a file gives: each throws where the content cannot be written.
extension NDEFRecord {
    /// A record of any format, with its rules checked (fact sheet 1.1).
    public init(
        checking format: TypeNameFormat, type: [UInt8], identifier: [UInt8] = [], payload: [UInt8] = []
    ) throws(UnwritableNDEF) {
        guard type.count <= 255 else { throw .typeTooLong(type.count) }
        guard identifier.count <= 255 else { throw .identifierTooLong(identifier.count) }
        guard payload.count <= UInt32.max else { throw .payloadTooLong(payload.count) }
        switch format {
        case .empty:
            guard identifier.isEmpty, payload.isEmpty else { throw .emptyRecordWithContent }
            guard type.isEmpty else { throw .typeNotAllowed(format) }
        case .unknown: guard type.isEmpty else { throw .typeNotAllowed(format) }
        case .wellKnown, .media, .absoluteURI, .external: guard !type.isEmpty else { throw .typeMissing(format) }
        case .unchanged, .reserved: throw .typeNotAllowed(format)
        }
        self.init(format, type: type, identifier: identifier, payload: payload)
    }

    /// A link, with the longest prefix code that fits.
    public static func link(_ uri: String, identifier: [UInt8] = []) throws(UnwritableNDEF) -> NDEFRecord {
        guard !uri.isEmpty else { throw .emptyURI }
        return try NDEFRecord(
            checking: .wellKnown, type: Array(URIRecord.type.utf8), identifier: identifier,
            payload: URIRecord(uri: uri).payload)
    }

    /// A text in a language.
    public static func text(
        _ text: String, language: String = "en", encoding: TextRecord.Encoding = .utf8, identifier: [UInt8] = []
    ) throws(UnwritableNDEF) -> NDEFRecord {
        guard language.utf8.count <= 63, language.utf8.allSatisfy({ $0 < 0x80 }) else { throw .language(language) }
        return try NDEFRecord(
            checking: .wellKnown, type: Array(TextRecord.type.utf8), identifier: identifier,
            payload: TextRecord(text, language: language, encoding: encoding).payload)
    }

    /// Data of a media type, which is written `a/b`.
    public static func data(
        ofType type: String, _ payload: [UInt8], identifier: [UInt8] = []
    ) throws(UnwritableNDEF) -> NDEFRecord {
        guard type.utf8.count(where: { $0 == 0x2F }) == 1, !type.hasPrefix("/"), !type.hasSuffix("/") else {
            throw .typeName(type, wanted: "text/plain")
        }
        return try NDEFRecord(checking: .media, type: Array(type.utf8), identifier: identifier, payload: payload)
    }

    /// A record of somebody's own type, which is written `domain:name` and in lower case.
    public static func external(
        domain: String, type: String, _ payload: [UInt8], identifier: [UInt8] = []
    ) throws(UnwritableNDEF) -> NDEFRecord {
        let name = "\(domain):\(type)"
        guard !domain.isEmpty, !type.isEmpty, !domain.contains(":") else {
            throw .typeName(name, wanted: "example.com:door")
        }
        return try NDEFRecord(
            checking: .external, type: Array(name.lowercased().utf8), identifier: identifier, payload: payload)
    }

    /// An Android Application Record; by convention the last of its message.
    public static func androidApplication(_ package: String) throws(UnwritableNDEF) -> NDEFRecord {
        guard !package.isEmpty else { throw .typeName(package, wanted: "com.example.app") }
        return try NDEFRecord(
            checking: .external, type: Array(androidApplicationType.utf8), payload: Array(package.utf8))
    }

    /// A Smart Poster with all that the sheet names (1.6).
    public static func smartPoster(
        uri: String, titles: [TextRecord] = [], action: SmartPoster.Action? = nil, size: UInt32? = nil,
        mediaType: String? = nil, icons: [NDEFRecord] = []
    ) throws(UnwritableNDEF) -> NDEFRecord {
        var records = [try NDEFRecord.link(uri)] + titles.map(\.record)
        if let action { records.append(.wellKnown("act", payload: [action.rawValue])) }
        if let size {
            var bytes: [UInt8] = []
            bytes.append(big: size)
            records.append(.wellKnown("s", payload: bytes))
        }
        if let mediaType { records.append(.wellKnown("t", payload: Array(mediaType.utf8))) }
        for icon in icons where icon.typeNameFormat != .media { throw .typeName(icon.typeName, wanted: "image/png") }
        return try NDEFRecord(
            checking: .wellKnown, type: Array(SmartPoster.type.utf8), payload: NDEFMessage(records + icons).encoded)
    }
}

extension NDEFMessage {
    /// A message from records that a person gave; there must be one.
    public init(checking records: [NDEFRecord]) throws(UnwritableNDEF) {
        guard !records.isEmpty else { throw .noRecords }
        self.init(records)
    }
}
