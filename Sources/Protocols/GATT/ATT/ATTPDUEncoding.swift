import Ground

extension ATTPDU {
    /// The PDU's bytes, starting with the opcode.
    public var encoded: [UInt8] { [opcode.rawValue] + body }

    private var body: [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .errorResponse(let request, let handle, let code):
            bytes.append(request.rawValue)
            bytes.append(handle: handle)
            bytes.append(code.rawValue)
        case .exchangeMTURequest(let mtu), .exchangeMTUResponse(let mtu): bytes.append(little: mtu)
        case .findInformationRequest(let range): bytes.append(range: range)
        case .findByTypeValueRequest(let range, let type, let value):
            bytes.append(range: range)
            bytes.append(little: type)
            bytes += value
        case .findByTypeValueResponse(let ranges): for range in ranges { bytes.append(range: range) }
        case .readByTypeRequest(let range, let type), .readByGroupTypeRequest(let range, let type):
            bytes.append(range: range)
            bytes += type.encoded
        case .readRequest(let handle): bytes.append(handle: handle)
        case .readBlobRequest(let handle, let offset):
            bytes.append(handle: handle)
            bytes.append(little: offset)
        case .readResponse(let value), .readBlobResponse(let value), .readMultipleResponse(let value): bytes = value
        case .readMultipleRequest(let handles), .readMultipleVariableRequest(let handles):
            for handle in handles { bytes.append(handle: handle) }
        case .writeRequest(let handle, let value), .writeCommand(let handle, let value),
            .notification(let handle, let value), .indication(let handle, let value):
            bytes.append(handle: handle)
            bytes += value
        case .prepareWriteRequest(let handle, let offset, let part),
            .prepareWriteResponse(let handle, let offset, let part):
            bytes.append(handle: handle)
            bytes.append(little: offset)
            bytes += part
        case .executeWriteRequest(let flags): bytes.append(flags.rawValue)
        case .signedWriteCommand(let handle, let value, let signature):
            precondition(signature.count == 12, "the signature of a Signed Write Command has 12 bytes")
            bytes.append(handle: handle)
            bytes += value + signature
        case .unknown(_, let rest): bytes = rest
        case .writeResponse, .executeWriteResponse, .confirmation: break
        case .findInformationResponse, .readByTypeResponse, .readByGroupTypeResponse,
            .readMultipleVariableResponse, .multipleNotifications:
            bytes = list
        }
        return bytes
    }

    /// The body of a PDU that is a list of items.
    private var list: [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .findInformationResponse(let items):
            bytes.append(items.first?.type.isShort == false ? 2 : 1)
            precondition(Set(items.map(\.type.isShort)).count < 2, "the types of one response have one length")
            for item in items {
                bytes.append(handle: item.handle)
                bytes += item.type.encoded
            }
        case .readByTypeResponse(let items):
            bytes.append(Self.itemLength(of: items.map(\.value), after: 2))
            for item in items {
                bytes.append(handle: item.handle)
                bytes += item.value
            }
        case .readByGroupTypeResponse(let items):
            bytes.append(Self.itemLength(of: items.map(\.value), after: 4))
            for item in items {
                bytes.append(range: item.range)
                bytes += item.value
            }
        case .readMultipleVariableResponse(let items):
            for item in items {
                bytes.append(little: item.length)
                bytes += item.value
            }
        case .multipleNotifications(let items):
            for item in items {
                precondition(item.value.count <= 0xFFFF, "a notified value has a length of 16 bits")
                bytes.append(handle: item.handle)
                bytes.append(little: UInt16(item.value.count))
                bytes += item.value
            }
        default: break
        }
        return bytes
    }

    private static func itemLength(of values: [[UInt8]], after fixed: Int) -> UInt8 {
        let length = fixed + (values.first?.count ?? 0)
        precondition(length <= 255, "an item of a response has at most 255 bytes")
        precondition(values.allSatisfy { $0.count + fixed == length }, "the values of one response have one length")
        return UInt8(length)
    }
}

extension ATTPDU: CustomStringConvertible {
    /// The name and the bytes after the opcode, for example `Read Request 03 00`.
    public var description: String {
        let rest = encoded.dropFirst().hex
        return rest.isEmpty ? "\(opcode)" : "\(opcode) \(rest)"
    }
}

extension [UInt8] {
    fileprivate mutating func append(handle: AttributeHandle) { append(little: handle.rawValue) }

    fileprivate mutating func append(range: HandleRange) {
        append(handle: range.start)
        append(handle: range.end)
    }
}
