import Ground

/// Records from the input of a person or a file; each throws if the content cannot be written.
extension NDEFRecord {
    /// Creates a record of any format, checking its rules (nfc.md 1.1).
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

    /// Creates a link with the longest matching prefix code.
    public static func link(_ uri: String, identifier: [UInt8] = []) throws(UnwritableNDEF) -> NDEFRecord {
        guard !uri.isEmpty else { throw .emptyURI }
        return try NDEFRecord(
            checking: .wellKnown, type: Array(URIRecord.type.utf8), identifier: identifier,
            payload: URIRecord(uri: uri).payload)
    }

    /// Creates a text in a language.
    public static func text(
        _ text: String, language: String = "en", encoding: TextRecord.Encoding = .utf8, identifier: [UInt8] = []
    ) throws(UnwritableNDEF) -> NDEFRecord {
        guard language.utf8.count <= 63, language.utf8.allSatisfy({ $0 < 0x80 }) else { throw .language(language) }
        return try NDEFRecord(
            checking: .wellKnown, type: Array(TextRecord.type.utf8), identifier: identifier,
            payload: TextRecord(text, language: language, encoding: encoding).payload)
    }

    /// Creates data of a media type, which has the form `a/b`.
    public static func data(
        ofType type: String, _ payload: [UInt8], identifier: [UInt8] = []
    ) throws(UnwritableNDEF) -> NDEFRecord {
        guard type.utf8.count(where: { $0 == 0x2F }) == 1, !type.hasPrefix("/"), !type.hasSuffix("/") else {
            throw .typeName(type, wanted: "text/plain")
        }
        return try NDEFRecord(checking: .media, type: Array(type.utf8), identifier: identifier, payload: payload)
    }

    /// Creates a record of an external type, which has the form `domain:name` in lower case.
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

    /// Creates an Android Application Record, by convention the last in its message.
    public static func androidApplication(_ package: String) throws(UnwritableNDEF) -> NDEFRecord {
        guard !package.isEmpty else { throw .typeName(package, wanted: "com.example.app") }
        return try NDEFRecord(
            checking: .external, type: Array(androidApplicationType.utf8), payload: Array(package.utf8))
    }

    /// Creates a Smart Poster with all the fields in the fact sheet (1.6).
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
    /// Creates a message from a person's records; throws if there are none.
    public init(checking records: [NDEFRecord]) throws(UnwritableNDEF) {
        guard !records.isEmpty else { throw .noRecords }
        self.init(records)
    }
}
