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
