import GATT
import Ground
import NearbyInteraction

/// The attributes of a recorded accessory, as far as its answers show them.
///
/// They form a GATT server that answers requests for which the recording has no answer.
struct RecordedDatabase: Sendable {
    struct Known: Sendable {
        let declaration: UInt16
        let uuid: AttributeUUID
        let properties: CharacteristicProperties
        /// The handle of its value.
        var handle: UInt16 { declaration &+ 1 }
    }

    /// The most attributes in the server; recordings with more keep their answers.
    static let limit = 1024

    private(set) var services: [Service] = []
    private(set) var characteristics: [Known] = []
    private(set) var descriptors: [HandleType] = []
    /// The values that were read, from their beginning.
    private var values: [(handle: UInt16, bytes: [UInt8])] = []
    /// The handles refused without encryption.
    private var guarded: [UInt16] = []

    // MARK: Learning

    /// Learns from the accessory's answer to a request of the phone.
    mutating func learn(_ response: ATTPDU, to request: ATTPDU) {
        switch (request, response) {
        case (.readByGroupTypeRequest(_, .primaryService), .readByGroupTypeResponse(let groups)):
            for group in groups {
                guard let uuid = try? AttributeUUID(decoding: group.value) else { continue }
                add(Service(uuid, group.range))
            }
        case (.findByTypeValueRequest(_, let type, let value), .findByTypeValueResponse(let ranges)):
            guard AttributeUUID(type) == .primaryService, let uuid = try? AttributeUUID(decoding: value) else { return }
            for range in ranges { add(Service(uuid, range)) }
        case (.readByTypeRequest(_, .characteristic), .readByTypeResponse(let items)):
            for item in items { learn(declaration: item) }
        case (.readByTypeRequest, .readByTypeResponse(let items)):
            for item in items { learn(item.value, of: item.handle) }
        case (.findInformationRequest, .findInformationResponse(let items)):
            for item in items where !descriptors.contains(where: { $0.handle == item.handle }) {
                descriptors.append(item)
            }
        case (.readRequest(let handle), .readResponse(let value)): learn(value, of: handle)
        case (.readBlobRequest(let handle, let offset), .readBlobResponse(let part)):
            guard let place = values.firstIndex(where: { $0.handle == handle.rawValue }),
                values[place].bytes.count == Int(offset), values[place].bytes.count + part.count <= attributeValueLimit
            else { return }
            values[place].bytes += part
        case (_, .errorResponse(_, let handle, let code)):
            if code.asksForPairing, !guarded.contains(handle.rawValue) { guarded.append(handle.rawValue) }
        default: return
        }
    }

    /// Adds the data channel if messages used handles that no discovery showed.
    mutating func learnChannel(written: UInt16?, told: UInt16?, indicates: Bool, profile: DataChannelProfile) {
        var handles: [UInt16] = []
        for (handle, text, properties) in [
            (written, profile.rx, [.write, .writeWithoutResponse] as CharacteristicProperties),
            (told, profile.tx, indicates ? .indicate : .notify),
        ] {
            guard let handle, handle > 2, let uuid = AttributeUUID(text),
                !characteristics.contains(where: { $0.handle == handle || $0.declaration == handle })
            else { continue }
            add(Known(declaration: handle - 1, uuid: uuid, properties: properties))
            handles.append(handle)
        }
        guard let first = handles.min(), let last = handles.max(), let uuid = AttributeUUID(profile.service),
            !services.contains(where: { $0.range.contains(AttributeHandle(first)) })
        else { return }
        add(Service(uuid, HandleRange(AttributeHandle(first - 2), AttributeHandle(last == .max ? last : last + 1))))
    }

    private mutating func learn(declaration item: HandleValue) {
        var reader = ByteReader(item.value)
        guard let properties = try? reader.u8("the properties"), let handle = try? reader.u16("the value's handle"),
            let uuid = try? AttributeUUID(decoding: reader.rest()), handle == item.handle.rawValue &+ 1
        else { return }
        add(
            Known(
                declaration: item.handle.rawValue, uuid: uuid,
                properties: CharacteristicProperties(rawValue: properties)))
    }

    private mutating func learn(_ value: [UInt8], of handle: AttributeHandle) {
        guard !values.contains(where: { $0.handle == handle.rawValue }) else { return }
        values.append((handle.rawValue, Array(value.prefix(attributeValueLimit))))
    }

    private mutating func add(_ service: Service) {
        guard service.range.isValid, !services.contains(where: { $0.range.start == service.range.start }) else {
            return
        }
        services.append(service)
        services.sort { $0.range.start < $1.range.start }
    }

    private mutating func add(_ known: Known) {
        guard known.declaration > 0, !characteristics.contains(where: { $0.declaration == known.declaration }) else {
            return
        }
        characteristics.append(known)
        characteristics.sort { $0.declaration < $1.declaration }
    }

    // MARK: Telling

    /// Returns the value handle of the characteristic that a configuration descriptor belongs to.
    func characteristic(configuredAt handle: UInt16) -> AttributeHandle? {
        characteristics.last { $0.handle < handle && !$0.properties.isDisjoint(with: [.notify, .indicate]) }
            .map { AttributeHandle($0.handle) }
    }

    func value(of handle: UInt16) -> [UInt8] { values.first { $0.handle == handle }?.bytes ?? [] }

    func isGuarded(_ handle: UInt16) -> Bool { guarded.contains(handle) }
}

extension RecordedDatabase {
    /// Returns services with the recorded handles, to the extent that a server can reproduce them without conflicts.
    ///
    /// Unknown handles between two characteristics are filled with empty user descriptions. If there is room in
    /// front, and no other service has it, the accessory's name is added where phones expect it.
    func definitions(named name: String) -> [ServiceDefinition] {
        var definitions: [ServiceDefinition] = []
        var next: UInt16 = 1
        var left = Self.limit
        for service in services where service.range.start.rawValue >= next && left > 0 {
            let (definition, end) = definition(of: service, &left)
            definitions.append(definition)
            guard end < .max else { break }
            next = end + 1
        }
        let isNamed = services.contains { $0.uuid == .genericAccess }
        if !isNamed, (definitions.first?.start?.rawValue ?? .max) > 3 {
            definitions.insert(Self.access(named: name, at: 1), at: 0)
        }
        while !definitions.isEmpty, !ServiceDefinition.problems(in: definitions).isEmpty { definitions.removeLast() }
        return definitions
    }

    private static func access(named name: String, at start: UInt16) -> ServiceDefinition {
        let value = Array(Array(name.utf8).prefix(attributeValueLimit))
        return ServiceDefinition(
            .genericAccess, start: AttributeHandle(start),
            characteristics: [CharacteristicDefinition(.deviceName, .read, value: value)])
    }

    /// Returns one service, and the last handle that it takes.
    private func definition(of service: Service, _ left: inout Int) -> (ServiceDefinition, UInt16) {
        let own = characteristics.filter { known in
            known.declaration > service.range.start.rawValue && known.handle <= service.range.end.rawValue
                && known.handle > known.declaration
        }
        // A server puts the first characteristic directly after the service's declaration.
        let start = own.first.map { $0.declaration - 1 } ?? service.range.start.rawValue
        var definition = ServiceDefinition(service.uuid, start: AttributeHandle(start), characteristics: [])
        var end = start
        left -= 1
        for (place, known) in own.enumerated() where known.declaration == end + 1 {
            let isLast = place == own.count - 1
            let limit = isLast ? lastDescriptor(behind: known, in: service) : own[place + 1].declaration - 1
            let configured = known.properties.isDisjoint(with: [.notify, .indicate]) ? 0 : 1
            let extra = Int(limit) - Int(known.handle) - configured
            guard extra >= 0, left >= 2 + configured + extra else { break }
            definition.characteristics.append(self.definition(of: known, configured: configured, extra: extra))
            left -= 2 + configured + extra
            end = limit
        }
        return (definition, end)
    }

    /// Returns the last handle of the last characteristic of a service, as far as its descriptors are known.
    private func lastDescriptor(behind known: Known, in service: Service) -> UInt16 {
        let behind = descriptors.filter {
            $0.handle.rawValue > known.handle && $0.handle <= service.range.end
        }
        let configured: UInt16 = known.properties.isDisjoint(with: [.notify, .indicate]) ? 0 : 1
        let least = known.handle.addingReportingOverflow(configured)
        return max(behind.map(\.handle.rawValue).max() ?? 0, least.overflow ? .max : least.partialValue)
    }

    private func definition(of known: Known, configured: Int, extra: Int) -> CharacteristicDefinition {
        var permissions = AttributePermissions(following: known.properties)
        if isGuarded(known.handle) {
            if permissions.contains(.read) { permissions.insert(.encryptedRead) }
            if permissions.contains(.write) { permissions.insert(.encryptedWrite) }
        }
        if configured > 0, known.handle < .max, isGuarded(known.handle + 1) { permissions.insert(.encryptedSubscribe) }
        let first = Int(known.handle) + configured + 1
        let descriptors = (first..<first + extra).map { handle in
            let uuid = self.descriptors.first { Int($0.handle.rawValue) == handle }?.type
            let isOwn = uuid == nil || uuid == .clientCharacteristicConfiguration
            return DescriptorDefinition(
                isOwn ? .characteristicUserDescription : uuid ?? .characteristicUserDescription,
                value: value(of: UInt16(clamping: handle)))
        }
        return CharacteristicDefinition(
            known.uuid, known.properties, permissions: permissions, value: value(of: known.handle),
            descriptors: descriptors)
    }
}
