import Ground

/// Discovers the characteristics of a service (bluez.md, section 4.4, step 3).
struct DiscoverCharacteristics: ClientProcedure {
    private struct Declared {
        let declaration: AttributeHandle
        let properties: CharacteristicProperties
        let valueHandle: AttributeHandle
        let uuid: AttributeUUID
    }

    private let range: HandleRange
    private var walk: HandleWalk
    private var found: [Declared] = []

    init(in service: Service) {
        range = service.range
        walk = HandleWalk(service.range)
    }

    mutating func start(mtu: UInt16) -> ProcedureStep { proceed() }

    private func proceed() -> ProcedureStep {
        guard let rest = walk.rest else { return .done(.characteristics(characteristics)) }
        return .request(.readByTypeRequest(rest, type: .characteristic))
    }

    private var characteristics: [Characteristic] {
        found.enumerated().map { index, item in
            let next = found.indices.contains(index + 1) ? found[index + 1].declaration : nil
            let end = next.map { AttributeHandle($0.rawValue - 1) } ?? range.end  // a later declaration is above 1
            return Characteristic(
                item.uuid, item.properties, declaration: item.declaration, valueHandle: item.valueHandle, end: end)
        }
    }

    mutating func receive(_ response: ATTPDU, mtu: UInt16) -> ProcedureStep {
        guard case .readByTypeResponse(let items) = response else { return unexpected(response) }
        var notes: [Finding] = []
        for item in items {
            if let previous = found.last, item.handle <= previous.valueHandle {
                let meaning = "characteristic discovery: handle \(item.handle) does not increase"
                return .violation(Finding("gatt.procedure", .fault, meaning))
            }
            if let wrong = walk.pass(item.handle, "characteristic discovery") { return .violation(wrong) }
            do { notes += try add(item) } catch {
                return .violation(Finding("gatt.procedure", error, in: "the characteristic declared at \(item.handle)"))
            }
        }
        return notes.isEmpty ? proceed() : .noted(notes, proceed())
    }

    private mutating func add(_ item: HandleValue) throws(Malformed) -> [Finding] {
        var reader = ByteReader(item.value)
        let properties = CharacteristicProperties(rawValue: try reader.u8("the properties"))
        let handle = AttributeHandle(try reader.u16("the value handle"))
        let uuid: AttributeUUID
        do { uuid = try AttributeUUID(decoding: reader.rest()) } catch { throw error.shifted(by: 3) }
        guard handle > item.handle, handle <= range.end else {
            throw Malformed(at: 1, "its value handle \(handle) is not between it and the service's end, \(range.end)")
        }
        found.append(
            Declared(declaration: item.handle, properties: properties, valueHandle: handle, uuid: uuid))
        guard item.handle.next == handle else {
            return [
                Finding("gatt.procedure", .warning, "the value of \(uuid) at \(handle) does not follow its declaration")
            ]
        }
        return []
    }

    mutating func receive(error code: ATTErrorCode, on handle: AttributeHandle) -> ProcedureStep {
        code == .attributeNotFound
            ? .done(.characteristics(characteristics)) : .done(.failed(.refused(code, handle)))
    }
}

/// Discovers the descriptors of a characteristic (bluez.md, section 4.4, step 4).
struct DiscoverDescriptors: ClientProcedure {
    private var walk: HandleWalk?
    private var found: [Descriptor] = []

    init(of characteristic: Characteristic) { walk = characteristic.descriptorRange.map(HandleWalk.init) }

    mutating func start(mtu: UInt16) -> ProcedureStep { proceed() }

    private func proceed() -> ProcedureStep {
        guard let rest = walk?.rest else { return .done(.descriptors(found)) }
        return .request(.findInformationRequest(rest))
    }

    mutating func receive(_ response: ATTPDU, mtu: UInt16) -> ProcedureStep {
        guard case .findInformationResponse(let items) = response else { return unexpected(response) }
        for item in items {
            if let wrong = walk?.pass(item.handle, "descriptor discovery") { return .violation(wrong) }
            found.append(Descriptor(item.type, item.handle))
        }
        return proceed()
    }

    mutating func receive(error code: ATTErrorCode, on handle: AttributeHandle) -> ProcedureStep {
        code == .attributeNotFound ? .done(.descriptors(found)) : .done(.failed(.refused(code, handle)))
    }
}
