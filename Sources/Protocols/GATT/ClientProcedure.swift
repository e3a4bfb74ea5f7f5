import Ground

/// The next action of a procedure.
enum ProcedureStep {
    case request(ATTPDU)
    /// Send a PDU that has no response, then end.
    case command(ATTPDU, GATTOutcome)
    case done(GATTOutcome)
    /// The server violated the protocol: report it, then end.
    case violation(Finding)
    /// Report questionable behaviour, then continue.
    indirect case noted([Finding], ProcedureStep)

    static func fault(_ meaning: String) -> ProcedureStep { .violation(Finding("gatt.procedure", .fault, meaning)) }
}

/// A GATT procedure, which sends one request at a time until it completes (Core Specification, volume 3, part G,
/// section 4).
protocol ClientProcedure: Sendable {
    mutating func start(mtu: UInt16) -> ProcedureStep
    /// Takes the response to the last request; the bearer has already matched the two.
    mutating func receive(_ response: ATTPDU, mtu: UInt16) -> ProcedureStep
    mutating func receive(error code: ATTErrorCode, on handle: AttributeHandle) -> ProcedureStep
}

extension ClientProcedure {
    mutating func receive(error code: ATTErrorCode, on handle: AttributeHandle) -> ProcedureStep {
        .done(.failed(.refused(code, handle)))
    }

    func unexpected(_ response: ATTPDU) -> ProcedureStep { .fault("\(response.opcode) answers nothing that was asked") }
}

/// An iteration over a range of handles that stops at a server which would keep the client iterating forever.
///
/// Handles must increase, so an iteration ends after at most 65,535 items.
struct HandleWalk {
    /// The range still to search; nil at the end.
    private(set) var rest: HandleRange?
    private let end: AttributeHandle

    init(_ range: HandleRange) {
        rest = range.isValid ? range : nil
        end = range.end
    }

    /// Advances past the next item's handles; returns a finding if they are invalid.
    mutating func pass(_ first: AttributeHandle, _ last: AttributeHandle, _ what: String) -> Finding? {
        guard let rest, first >= rest.start else {
            return Finding("gatt.procedure", .fault, "\(what): handle \(first) does not increase")
        }
        guard last >= first else {
            return Finding("gatt.procedure", .fault, "\(what): the group ends at \(last), before \(first)")
        }
        guard last <= end else {
            return Finding("gatt.procedure", .fault, "\(what): handle \(last) is beyond the end, \(end)")
        }
        self.rest = last == end ? nil : last.next.map { HandleRange($0, end) }
        return nil
    }

    mutating func pass(_ handle: AttributeHandle, _ what: String) -> Finding? { pass(handle, handle, what) }
}

/// Exchange MTU, which runs once per connection and before anything else.
struct ExchangeMTU: ClientProcedure {
    let ownMTU: UInt16

    mutating func start(mtu: UInt16) -> ProcedureStep { .request(.exchangeMTURequest(ownMTU)) }

    mutating func receive(_ response: ATTPDU, mtu: UInt16) -> ProcedureStep { .done(.mtu(mtu)) }
}

/// Discovers all primary services, or those with a given UUID (bluez.md, section 4.4, steps 1 and 1b).
struct DiscoverServices: ClientProcedure {
    let uuid: AttributeUUID?
    private var walk = HandleWalk(.all)
    private var services: [Service] = []

    init(uuid: AttributeUUID? = nil) { self.uuid = uuid }

    mutating func start(mtu: UInt16) -> ProcedureStep { proceed() }

    private func proceed() -> ProcedureStep {
        guard let rest = walk.rest else { return .done(.services(services)) }
        guard let uuid else { return .request(.readByGroupTypeRequest(rest, type: .primaryService)) }
        return .request(.findByTypeValueRequest(rest, type: 0x2800, value: uuid.encoded))
    }

    mutating func receive(_ response: ATTPDU, mtu: UInt16) -> ProcedureStep {
        switch response {
        case .readByGroupTypeResponse(let items):
            for item in items {
                guard let uuid = try? AttributeUUID(decoding: item.value) else {
                    return .fault("a service's declaration has \(item.value.count) bytes, a UUID has 2 or 16")
                }
                if let wrong = add(uuid, item.range) { return .violation(wrong) }
            }
        case .findByTypeValueResponse(let ranges):
            for range in ranges {
                if let uuid, let wrong = add(uuid, range) { return .violation(wrong) }
            }
        default: return unexpected(response)
        }
        return proceed()
    }

    private mutating func add(_ uuid: AttributeUUID, _ range: HandleRange) -> Finding? {
        if let wrong = walk.pass(range.start, range.end, "service discovery") { return wrong }
        services.append(Service(uuid, range))
        return nil
    }

    mutating func receive(error code: ATTErrorCode, on handle: AttributeHandle) -> ProcedureStep {
        code == .attributeNotFound ? .done(.services(services)) : .done(.failed(.refused(code, handle)))
    }
}

/// The maximum length of an attribute's value in bytes.
public let attributeValueLimit = 512

/// Reads a value, using Read Blob for the part beyond the first response (bluez.md, section 4.4).
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
