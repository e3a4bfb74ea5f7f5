import ATT
import Ground

/// Discovers all primary services, or those with one UUID (sheet, section 4.4, steps 1 and 1b).
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

/// Discovers the services that a service includes (sheet, section 4.4, step 2).
///
/// A declaration names an included service's UUID only when it has 16 bits; a longer one is read from the
/// service itself.
struct DiscoverIncludedServices: ClientProcedure {
    private var walk: HandleWalk
    private var found: [(declaration: AttributeHandle, range: HandleRange, uuid: AttributeUUID?)] = []
    private var reading: Int?

    init(in service: Service) { walk = HandleWalk(service.range) }

    mutating func start(mtu: UInt16) -> ProcedureStep { proceed() }

    private mutating func proceed() -> ProcedureStep {
        if let rest = walk.rest { return .request(.readByTypeRequest(rest, type: .include)) }
        return readNext()
    }

    private mutating func readNext() -> ProcedureStep {
        reading = found.firstIndex { $0.uuid == nil }
        if let reading { return .request(.readRequest(found[reading].range.start)) }
        let services = found.compactMap { item in
            item.uuid.map { IncludedService(declaration: item.declaration, service: Service($0, item.range)) }
        }
        return .done(.includedServices(services))
    }

    mutating func receive(_ response: ATTPDU, mtu: UInt16) -> ProcedureStep {
        switch response {
        case .readByTypeResponse(let items):
            for item in items {
                if let wrong = walk.pass(item.handle, "discovery of included services") { return .violation(wrong) }
                do { try add(item) } catch {
                    return .violation(Finding("gatt.procedure", error, in: "an include declaration"))
                }
            }
            return proceed()
        case .readResponse(let value):
            guard let reading, found.indices.contains(reading), let uuid = try? AttributeUUID(decoding: value) else {
                return .fault("a service's declaration has \(value.count) bytes, a UUID has 2 or 16")
            }
            found[reading].uuid = uuid
            return readNext()
        default: return unexpected(response)
        }
    }

    private mutating func add(_ item: HandleValue) throws(Malformed) {
        var reader = ByteReader(item.value)
        let start = AttributeHandle(try reader.u16("the included service's start"))
        let end = AttributeHandle(try reader.u16("the included service's end"))
        let uuid: AttributeUUID? = reader.isAtEnd ? nil : AttributeUUID(try reader.u16("the included service's UUID"))
        try reader.finish("the declaration")
        guard HandleRange(start, end).isValid else { throw Malformed(at: 0, "it covers no handles: \(start)...\(end)") }
        found.append((item.handle, HandleRange(start, end), uuid))
    }

    mutating func receive(error code: ATTErrorCode, on handle: AttributeHandle) -> ProcedureStep {
        reading == nil && code == .attributeNotFound ? readNext() : .done(.failed(.refused(code, handle)))
    }
}
