public import Ground

extension ATTPDU {
    /// Decodes one complete PDU; an opcode outside the table is kept as `unknown`.
    public init(decoding bytes: [UInt8]) throws(Malformed) {
        var reader = ByteReader(bytes)
        let opcode = ATTOpcode(rawValue: try reader.u8("an ATT PDU"))
        self =
            if let found = try Self.discovery(opcode, &reader) {
                found
            } else if let found = try Self.reading(opcode, &reader) {
                found
            } else if let found = try Self.writing(opcode, &reader) {
                found
            } else if let found = try Self.telling(opcode, &reader) {
                found
            } else {
                .unknown(opcode, reader.rest())
            }
        try reader.finish("the PDU")
    }

    private static func discovery(_ opcode: ATTOpcode, _ reader: inout ByteReader) throws(Malformed) -> ATTPDU? {
        switch opcode {
        case .errorResponse:
            .errorResponse(
                to: ATTOpcode(rawValue: try reader.u8("the refused opcode")), handle: try reader.handle(),
                code: ATTErrorCode(rawValue: try reader.u8("the error code")))
        case .exchangeMTURequest: .exchangeMTURequest(try reader.u16("the client's MTU"))
        case .exchangeMTUResponse: .exchangeMTUResponse(try reader.u16("the server's MTU"))
        case .findInformationRequest: .findInformationRequest(try reader.range())
        case .findInformationResponse: .findInformationResponse(try reader.types())
        case .findByTypeValueRequest:
            .findByTypeValueRequest(
                try reader.range(), type: try reader.u16("the attribute type"), value: reader.rest())
        case .findByTypeValueResponse:
            .findByTypeValueResponse(
                try reader.list("the handles found") { reader throws(Malformed) in try reader.range() })
        case .readByTypeRequest: .readByTypeRequest(try reader.range(), type: try reader.uuid())
        case .readByTypeResponse:
            .readByTypeResponse(
                try reader.items(fixed: 2) { reader, size throws(Malformed) in
                    HandleValue(try reader.handle(), try reader.take(size, "the value"))
                })
        case .readByGroupTypeRequest: .readByGroupTypeRequest(try reader.range(), type: try reader.uuid())
        case .readByGroupTypeResponse:
            .readByGroupTypeResponse(
                try reader.items(fixed: 4) { reader, size throws(Malformed) in
                    GroupValue(try reader.range(), try reader.take(size, "the value"))
                })
        default: nil
        }
    }

    private static func reading(_ opcode: ATTOpcode, _ reader: inout ByteReader) throws(Malformed) -> ATTPDU? {
        switch opcode {
        case .readRequest: .readRequest(try reader.handle())
        case .readResponse: .readResponse(reader.rest())
        case .readBlobRequest: .readBlobRequest(try reader.handle(), offset: try reader.u16("the offset"))
        case .readBlobResponse: .readBlobResponse(reader.rest())
        case .readMultipleRequest: .readMultipleRequest(try reader.handles())
        case .readMultipleResponse: .readMultipleResponse(reader.rest())
        case .readMultipleVariableRequest: .readMultipleVariableRequest(try reader.handles())
        case .readMultipleVariableResponse:
            .readMultipleVariableResponse(
                try reader.list("the values") { reader throws(Malformed) in
                    let length = try reader.u16("the length of a value")
                    return LengthValue(length: length, try reader.take(min(Int(length), reader.remaining), "a value"))
                })
        default: nil
        }
    }

    private static func writing(_ opcode: ATTOpcode, _ reader: inout ByteReader) throws(Malformed) -> ATTPDU? {
        switch opcode {
        case .writeRequest: .writeRequest(try reader.handle(), reader.rest())
        case .writeResponse: .writeResponse
        case .prepareWriteRequest:
            .prepareWriteRequest(try reader.handle(), offset: try reader.u16("the offset"), reader.rest())
        case .prepareWriteResponse:
            .prepareWriteResponse(try reader.handle(), offset: try reader.u16("the offset"), reader.rest())
        case .executeWriteRequest: .executeWriteRequest(ExecuteWriteFlags(rawValue: try reader.u8("the flags")))
        case .executeWriteResponse: .executeWriteResponse
        case .writeCommand: .writeCommand(try reader.handle(), reader.rest())
        case .signedWriteCommand:
            .signedWriteCommand(
                try reader.handle(), try reader.take(max(0, reader.remaining - 12), "the value"),
                signature: try reader.take(12, "the signature"))
        default: nil
        }
    }

    private static func telling(_ opcode: ATTOpcode, _ reader: inout ByteReader) throws(Malformed) -> ATTPDU? {
        switch opcode {
        case .notification: .notification(try reader.handle(), reader.rest())
        case .indication: .indication(try reader.handle(), reader.rest())
        case .confirmation: .confirmation
        case .multipleNotifications:
            .multipleNotifications(
                try reader.list("the values") { reader throws(Malformed) in
                    let handle = try reader.handle()
                    let length = try reader.u16("the length of a value")
                    return HandleValue(handle, try reader.take(Int(length), "a value"))
                })
        default: nil
        }
    }
}

extension ByteReader {
    fileprivate mutating func handle() throws(Malformed) -> AttributeHandle { AttributeHandle(try u16("a handle")) }

    fileprivate mutating func range() throws(Malformed) -> HandleRange { HandleRange(try handle(), try handle()) }

    fileprivate mutating func uuid() throws(Malformed) -> AttributeUUID {
        let start = offset
        do { return try AttributeUUID(decoding: rest()) } catch { throw error.shifted(by: start) }
    }

    /// Reads items up to the end of the PDU; at least one.
    fileprivate mutating func list<Item>(
        _ what: StaticString, _ item: (inout ByteReader) throws(Malformed) -> Item
    ) throws(Malformed) -> [Item] {
        guard !isAtEnd else { throw Malformed(at: offset, "\(what) are missing") }
        var items: [Item] = []
        while !isAtEnd { items.append(try item(&self)) }
        return items
    }

    fileprivate mutating func handles() throws(Malformed) -> [AttributeHandle] {
        let handles = try list("the handles") { reader throws(Malformed) in try reader.handle() }
        guard handles.count >= 2 else { throw Malformed(at: offset, "a multiple read names two handles or more") }
        return handles
    }

    fileprivate mutating func types() throws(Malformed) -> [HandleType] {
        let start = offset
        let size =
            switch try u8("the format") {
            case 1: 2
            case 2: 16
            default: 0
            }
        guard size > 0 else { throw Malformed(at: start, "the format of a Find Information Response is 1 or 2") }
        return try list("the handles and types") { reader throws(Malformed) in
            let handle = try reader.handle()
            return HandleType(handle, try AttributeUUID(decoding: try reader.take(size, "a type")))
        }
    }

    /// Reads items whose length is given by the first octet; `size` is the remainder of it after `fixed` bytes.
    fileprivate mutating func items<Item>(
        fixed: Int, _ item: (inout ByteReader, _ size: Int) throws(Malformed) -> Item
    ) throws(Malformed) -> [Item] {
        let start = offset
        let length = Int(try u8("the item length"))
        guard length >= fixed else { throw Malformed(at: start, "an item length of \(length) is below \(fixed)") }
        return try list("the items") { reader throws(Malformed) in try item(&reader, length - fixed) }
    }
}
