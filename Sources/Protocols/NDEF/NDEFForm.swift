import Ground

/// The choices that the specification leaves in a message's byte layout (nfc.md 1.1 and 1.2).
public struct NDEFForm: Hashable, Sendable {
    /// Whether the payload length takes four bytes even where one is enough.
    public var usesLongForm: Bool
    /// Whether records without an id have an ID LENGTH field.
    public var writesEmptyIdentifier: Bool
    /// The maximum payload of a chunk in bytes, at least 1; nil leaves records unchunked.
    public var chunkSize: Int?

    /// Unchunked records in their shortest form.
    public static let shortest = NDEFForm()

    public init(usesLongForm: Bool = false, writesEmptyIdentifier: Bool = false, chunkSize: Int? = nil) {
        precondition(chunkSize.map { $0 >= 1 } ?? true, "a chunk has at least one byte")
        self.usesLongForm = usesLongForm
        self.writesEmptyIdentifier = writesEmptyIdentifier
        self.chunkSize = chunkSize
    }
}

extension NDEFMessage {
    /// Returns the message's bytes in a form; throws if there are more than `limit`.
    public func encoded(as form: NDEFForm, atMost limit: Int = .max) throws(UnwritableNDEF) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, record) in records.enumerated() {
            bytes += record.encoded(as: form, isFirst: index == 0, isLast: index == records.count - 1)
        }
        guard bytes.count <= limit else { throw .messageTooLong(bytes.count, limit: limit) }
        return bytes
    }
}

extension NDEFRecord {
    func encoded(as form: NDEFForm, isFirst: Bool, isLast: Bool) -> [UInt8] {
        // An empty record cannot be chunked because its continuation would be empty.
        guard let size = form.chunkSize, payload.count > size, typeNameFormat != .empty else {
            return piece(payload[...], format: typeNameFormat, form, isFirst: isFirst, isLast: isLast, goesOn: false)
        }
        var bytes: [UInt8] = []
        var start = 0
        while start < payload.count {
            let end = min(start + size, payload.count)
            let isEnd = end == payload.count
            bytes += piece(
                payload[start..<end], format: start == 0 ? typeNameFormat : .unchanged, form,
                isFirst: isFirst && start == 0, isLast: isLast && isEnd, goesOn: !isEnd)
            start = end
        }
        return bytes
    }

    /// Returns an unchunked record or one chunk; only the first chunk contains type and id.
    private func piece(
        _ payload: ArraySlice<UInt8>, format: TypeNameFormat, _ form: NDEFForm, isFirst: Bool, isLast: Bool,
        goesOn: Bool
    ) -> [UInt8] {
        let isHead = format != .unchanged
        let type = isHead ? self.type : []
        let identifier = isHead ? self.identifier : []
        let isShort = payload.count <= 255 && !form.usesLongForm
        let hasIdentifierLength = isHead && (form.writesEmptyIdentifier || !identifier.isEmpty)
        var flags = format.rawValue
        if isFirst { flags |= RecordHeader.messageBegin }
        if isLast { flags |= RecordHeader.messageEnd }
        if goesOn { flags |= RecordHeader.chunkFlag }
        if isShort { flags |= RecordHeader.shortRecord }
        if hasIdentifierLength { flags |= RecordHeader.identifierLengthPresent }
        var bytes = [flags, UInt8(clamping: type.count)]
        if isShort {
            bytes.append(UInt8(clamping: payload.count))
        } else {
            bytes.append(big: UInt32(clamping: payload.count))
        }
        if hasIdentifierLength { bytes.append(UInt8(clamping: identifier.count)) }
        return bytes + type + identifier + payload
    }
}
