import ATT
import Ground

/// The longest value that an attribute may have.
public let attributeValueLimit = 512

/// Reads a value, with Read Blob for what does not fit one response (sheet, section 4.4).
struct ReadValue: ClientProcedure {
    let handle: AttributeHandle
    private var value: [UInt8] = []
    private var isReadingOn = false

    init(_ handle: AttributeHandle) { self.handle = handle }

    mutating func start(mtu: UInt16) -> ProcedureStep { .request(.readRequest(handle)) }

    mutating func receive(_ response: ATTPDU, mtu: UInt16) -> ProcedureStep {
        let part: [UInt8]
        switch response {
        case .readResponse(let bytes), .readBlobResponse(let bytes): part = bytes
        default: return unexpected(response)
        }
        value += part
        guard value.count <= attributeValueLimit else {
            return .fault("the value of \(handle) is longer than \(attributeValueLimit) bytes")
        }
        let isFull = part.count >= Int(mtu) - 1
        guard isFull, value.count < attributeValueLimit, let offset = UInt16(exactly: value.count) else {
            return .done(.value(value))
        }
        isReadingOn = true
        return .request(.readBlobRequest(handle, offset: offset))
    }

    mutating func receive(error code: ATTErrorCode, on handle: AttributeHandle) -> ProcedureStep {
        if isReadingOn, code == .attributeNotLong || code == .invalidOffset { return .done(.value(value)) }
        return .done(.failed(.refused(code, handle)))
    }
}

/// Reads the values of a type within a range, as many as fit one response.
struct ReadUsingUUID: ClientProcedure {
    let uuid: AttributeUUID
    let range: HandleRange

    mutating func start(mtu: UInt16) -> ProcedureStep { .request(.readByTypeRequest(range, type: uuid)) }

    mutating func receive(_ response: ATTPDU, mtu: UInt16) -> ProcedureStep {
        guard case .readByTypeResponse(let items) = response else { return unexpected(response) }
        var walk = HandleWalk(range)
        for item in items {
            if let wrong = walk.pass(item.handle, "a read using a UUID") { return .violation(wrong) }
        }
        return .done(.values(items))
    }
}
