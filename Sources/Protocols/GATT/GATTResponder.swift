import Ground

/// A server's attributes and its answers to requests, without a bearer.
///
/// It serves one client at a time: the CCCDs and the prepared writes belong to that client, and `forgetClient()`
/// resets them. Reads return stored values, which the owner may set at any time.
public struct GATTResponder: Sendable {
    /// The maximum number of prepared writes in the queue.
    public static let prepareQueueLimit = 128

    /// Whether the link is currently encrypted.
    public var isEncrypted = false
    /// Whether a key for this client exists. If so, unencrypted access is refused with 0x0F, otherwise with 0x05.
    public var isBonded = false

    var table: AttributeTable
    var prepared: [(handle: AttributeHandle, offset: Int, part: [UInt8])] = []

    /// Creates a server with these services, which must have no `ServiceDefinition.problems(in:)`.
    public init(services: [ServiceDefinition]) { table = AttributeTable(services) }

    /// The response to a request or command, with the events and findings for the owner.
    struct Reply {
        var response: ATTPDU?
        var events: [GATTServerEvent] = []
        var findings: [Finding] = []
    }

    /// Returns the value handle of the first characteristic with this UUID.
    public func handle(of characteristic: AttributeUUID) -> AttributeHandle? {
        table.attributes.first { $0.role == .value && $0.type == characteristic }?.handle
    }

    /// Returns the stored value of an attribute, or nil if there is none with this handle.
    public func value(at handle: AttributeHandle) -> [UInt8]? { table[handle]?.value }

    /// Stores a value of at most 512 bytes without notifying the client; returns false if there is no such attribute.
    public mutating func setValue(_ value: [UInt8], at handle: AttributeHandle) -> Bool {
        guard value.count <= attributeValueLimit, table[handle]?.role == .value else { return false }
        table.set(value, at: handle)
        return true
    }

    /// Returns the client's subscription to the characteristic with this value handle, or nil if it has no CCCD.
    public func subscription(to handle: AttributeHandle) -> Subscription? {
        for attribute in table.attributes {
            guard case .configuration(of: handle, _, _) = attribute.role else { continue }
            var reader = ByteReader(attribute.value)
            return (try? reader.u16("the CCCD")).map(Subscription.init)
        }
        return nil
    }

    /// Resets the state of one connection; a bonded client's subscriptions may be kept.
    public mutating func forgetClient(keepingSubscriptions: Bool = false) {
        prepared = []
        isEncrypted = false
        guard !keepingSubscriptions else { return }
        for attribute in table.attributes {
            if case .configuration = attribute.role { table.set([0, 0], at: attribute.handle) }
        }
    }

    /// Returns the notification or indication that carries a value.
    func telling(
        _ handle: AttributeHandle, _ value: [UInt8], as kind: Subscription, mtu: UInt16, truncates: Bool
    ) throws(GATTRefusal) -> ATTPDU {
        guard let subscription = subscription(to: handle) else { throw .noSuchCharacteristic }
        guard subscription.isSuperset(of: kind) else { throw .notSubscribed }
        let limit = Int(mtu) - 3
        guard value.count <= limit || truncates else { throw .tooLong(limit: limit) }
        let fitting = Array(value.prefix(limit))
        return kind == .indications ? .indication(handle, fitting) : .notification(handle, fitting)
    }

    /// Answers a request or executes a command; returns nil for other effects.
    mutating func react(to effect: ATTBearerEffect, mtu: UInt16, ownMTU: UInt16) -> Reply? {
        switch effect {
        case .request(let request):
            var reply = Reply()
            do {
                reply.response = try answer(request, mtu: Int(mtu), ownMTU: ownMTU, &reply)
            } catch {
                reply.response = .errorResponse(to: request.opcode, handle: error.handle, code: error.code)
                reply.events = [.refused(request.opcode, error.handle, error.code)]
            }
            return reply
        case .malformedRequest(let opcode):
            return Reply(
                response: .errorResponse(to: opcode, handle: 0, code: .invalidPDU),
                events: [.refused(opcode, 0, .invalidPDU)])
        case .command(let command): return take(command)
        default: return nil
        }
    }

    private mutating func answer(
        _ request: ATTPDU, mtu: Int, ownMTU: UInt16, _ reply: inout Reply
    ) throws(Rejection) -> ATTPDU {
        switch request {
        case .exchangeMTURequest: return .exchangeMTUResponse(ownMTU)
        case .findInformationRequest(let range): return try findInformation(range, mtu)
        case .findByTypeValueRequest(let range, let type, let value): return try find(type, value, range, mtu)
        case .readByTypeRequest(let range, let type): return try read(type, range, mtu, &reply)
        case .readByGroupTypeRequest(let range, let type): return try readGroups(type, range, mtu)
        case .readRequest(let handle): return .readResponse(try read(handle, mtu, &reply))
        case .readBlobRequest(let handle, let offset):
            return .readBlobResponse(try readOn(handle, Int(offset), mtu, &reply))
        case .readMultipleRequest(let handles):
            return .readMultipleResponse(try readAll(handles, mtu, &reply))
        case .readMultipleVariableRequest(let handles):
            return .readMultipleVariableResponse(try readAllVariable(handles, mtu, &reply))
        case .writeRequest(let handle, let value):
            reply.events.append(try write(value, at: handle, withResponse: true))
            return .writeResponse
        case .prepareWriteRequest(let handle, let offset, let part):
            try prepare(part, at: handle, Int(offset), mtu)
            return .prepareWriteResponse(handle, offset: offset, part)
        case .executeWriteRequest(let flags):
            reply.events += try execute(flags)
            return .executeWriteResponse
        default: throw Rejection(.requestNotSupported, 0)
        }
    }

    private mutating func take(_ command: ATTPDU) -> Reply {
        switch command {
        case .writeCommand(let handle, let value):
            do {
                return Reply(events: [try write(value, at: handle, withResponse: false)])
            } catch {
                let meaning = "a Write Command to \(error.handle) is ignored: \(error.code)"
                return Reply(findings: [Finding("gatt.request", .warning, meaning)])
            }
        case .signedWriteCommand(let handle, _, _):
            let meaning = "a Signed Write Command to \(handle) is ignored: there is no signing key"
            return Reply(findings: [Finding("gatt.request", .note, meaning)])
        default:
            return Reply(findings: [Finding("gatt.request", .note, "an unknown command is ignored: \(command.opcode)")])
        }
    }
}

/// The refusal of a request, with the handle for the Error Response.
struct Rejection: Error {
    let code: ATTErrorCode
    let handle: AttributeHandle

    init(_ code: ATTErrorCode, _ handle: AttributeHandle) {
        self.code = code
        self.handle = handle
    }
}
