import ATT
import GATT
import Ground

extension RecordedDatabase {
    /// Services with the recorded handles, as far as a server lays attributes out so, free of problems.
    ///
    /// What nobody asked about between two characteristics is filled with empty user descriptions. Where there is room
    /// in front, and no other service tells it, the accessory's name stands there as phones expect it.
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

    /// One service, and the last handle that it takes.
    private func definition(of service: Service, _ left: inout Int) -> (ServiceDefinition, UInt16) {
        let own = characteristics.filter { known in
            known.declaration > service.range.start.rawValue && known.handle <= service.range.end.rawValue
                && known.handle > known.declaration
        }
        // A server puts the first characteristic right behind the service's declaration.
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

    /// The last handle of the last characteristic of a service, as far as its descriptors are known.
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
