import Ground

/// A server's attributes in the order of their handles.
struct AttributeTable: Sendable {
    enum Role: Hashable, Sendable {
        case declaration
        /// A characteristic's value or a descriptor.
        case value
        /// The CCCD of the characteristic whose value has this handle.
        case configuration(of: AttributeHandle, AttributeUUID, CharacteristicProperties)
    }

    struct Attribute: Sendable {
        let handle: AttributeHandle
        let type: AttributeUUID
        let role: Role
        let permissions: AttributePermissions
        let maximumLength: Int
        var value: [UInt8]
        /// The last handle of the group if this is a service's declaration; otherwise the attribute's own handle.
        let groupEnd: AttributeHandle
    }

    private(set) var attributes: [Attribute] = []

    init(_ services: [ServiceDefinition]) {
        let (ranges, problems) = Self.layOut(services)
        precondition(problems.isEmpty, "no attribute table: \(problems.joined(separator: "; "))")
        for (service, range) in zip(services, ranges) {
            append(
                service, range,
                included: service.includes.compactMap { uuid in
                    services.firstIndex { $0.uuid == uuid }.map { (uuid, ranges[$0]) }
                })
        }
    }

    subscript(handle: AttributeHandle) -> Attribute? { index(of: handle).map { attributes[$0] } }

    mutating func set(_ value: [UInt8], at handle: AttributeHandle) {
        if let index = index(of: handle) { attributes[index].value = value }
    }

    func search(_ range: HandleRange) -> ArraySlice<Attribute> {
        let start = attributes.firstIndex { $0.handle >= range.start } ?? attributes.endIndex
        let end = attributes[start...].firstIndex { $0.handle > range.end } ?? attributes.endIndex
        return attributes[start..<end]
    }

    private func index(of handle: AttributeHandle) -> Int? { attributes.firstIndex { $0.handle == handle } }

    // MARK: Making

    /// Assigns handles to services; returns each service's range, and the problems found in the definitions.
    static func layOut(_ services: [ServiceDefinition]) -> (ranges: [HandleRange], problems: [String]) {
        var ranges: [HandleRange] = []
        var problems: [String] = []
        var next = 1
        for service in services {
            let start = service.start.map { Int($0.rawValue) } ?? next
            if start < next {
                problems.append("\(service.uuid) cannot start at \(start): \(next) is the next free handle")
            }
            let end = start + size(of: service) - 1
            guard let first = UInt16(exactly: start), let last = UInt16(exactly: end) else {
                return (ranges, problems + ["\(service.uuid) does not fit: its last handle would be \(end)"])
            }
            ranges.append(HandleRange(AttributeHandle(first), AttributeHandle(last)))
            next = end + 1
            problems += Self.problems(of: service, among: services)
        }
        return (ranges, problems)
    }

    private static func problems(of service: ServiceDefinition, among services: [ServiceDefinition]) -> [String] {
        var problems: [String] = []
        for uuid in service.includes where !services.contains(where: { $0.uuid == uuid }) {
            problems.append("\(service.uuid) includes \(uuid), which is not in the table")
        }
        for characteristic in service.characteristics {
            let limit = characteristic.maximumLength
            if !(0...attributeValueLimit).contains(limit) || characteristic.value.count > limit {
                problems.append("the value of \(characteristic.uuid) or its limit of \(limit) bytes is too long")
            }
            for descriptor in characteristic.descriptors
            where descriptor.uuid == .clientCharacteristicConfiguration || descriptor.value.count > attributeValueLimit
            {
                problems.append("descriptor \(descriptor.uuid) of \(characteristic.uuid) is a CCCD or too long")
            }
        }
        return problems
    }

    private static func size(of service: ServiceDefinition) -> Int {
        service.characteristics.reduce(1 + service.includes.count) { sum, characteristic in
            sum + 2 + (characteristic.hasConfiguration ? 1 : 0) + characteristic.descriptors.count
        }
    }

    private mutating func append(
        _ service: ServiceDefinition, _ range: HandleRange, included: [(uuid: AttributeUUID, range: HandleRange)]
    ) {
        var handle = range.start
        func declaration(_ type: AttributeUUID, _ value: [UInt8], end: AttributeHandle? = nil) -> Attribute {
            Attribute(
                handle: handle, type: type, role: .declaration, permissions: .read, maximumLength: value.count,
                value: value, groupEnd: end ?? handle)
        }
        func advance() { handle = handle.next ?? .last }

        attributes.append(
            declaration(service.isPrimary ? .primaryService : .secondaryService, service.uuid.encoded, end: range.end))
        for item in included {
            advance()
            var value: [UInt8] = []
            value.append(little: item.range.start.rawValue)
            value.append(little: item.range.end.rawValue)
            if item.uuid.isShort { value += item.uuid.encoded }
            attributes.append(declaration(.include, value))
        }
        for characteristic in service.characteristics {
            advance()
            var value = [characteristic.properties.rawValue]
            value.append(little: (handle.next ?? .last).rawValue)
            attributes.append(declaration(.characteristic, value + characteristic.uuid.encoded))
            advance()
            append(characteristic, at: &handle)
        }
    }

    /// Appends the value, the CCCD and the other descriptors; leaves `handle` at the last of them.
    private mutating func append(_ characteristic: CharacteristicDefinition, at handle: inout AttributeHandle) {
        func attribute(
            _ type: AttributeUUID, _ role: Role, _ permissions: AttributePermissions, _ limit: Int, _ value: [UInt8]
        ) -> Attribute {
            Attribute(
                handle: handle, type: type, role: role, permissions: permissions, maximumLength: limit, value: value,
                groupEnd: handle)
        }
        let valueHandle = handle
        attributes.append(
            attribute(
                characteristic.uuid, .value, characteristic.permissions, characteristic.maximumLength,
                characteristic.value))
        if characteristic.hasConfiguration {
            handle = handle.next ?? .last
            let isGuarded = characteristic.permissions.contains(.encryptedSubscribe)
            attributes.append(
                attribute(
                    .clientCharacteristicConfiguration,
                    .configuration(of: valueHandle, characteristic.uuid, characteristic.properties),
                    isGuarded ? [.read, .write, .encryptedWrite] : [.read, .write], 2, [0, 0]))
        }
        for descriptor in characteristic.descriptors {
            handle = handle.next ?? .last
            attributes.append(
                attribute(descriptor.uuid, .value, descriptor.permissions, attributeValueLimit, descriptor.value))
        }
    }
}

extension CharacteristicDefinition {
    fileprivate var hasConfiguration: Bool { !properties.isDisjoint(with: [.notify, .indicate]) }
}
