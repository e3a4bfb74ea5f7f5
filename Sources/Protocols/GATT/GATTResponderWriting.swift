import Ground

// Answers to write requests and commands.
extension GATTResponder {
    mutating func write(
        _ value: [UInt8], at handle: AttributeHandle, withResponse: Bool
    ) throws(Rejection) -> GATTServerEvent {
        let attribute = try writable(handle)
        try check(value, for: attribute)
        return store(value, in: attribute, withResponse: withResponse)
    }

    /// Queues a part. A part is refused if the response, which echoes it, would exceed the ATT_MTU.
    mutating func prepare(
        _ part: [UInt8], at handle: AttributeHandle, _ offset: Int, _ mtu: Int
    ) throws(Rejection) {
        guard part.count <= mtu - 5 else { throw Rejection(.invalidPDU, handle) }
        _ = try writable(handle)
        guard prepared.count < Self.prepareQueueLimit else { throw Rejection(.prepareQueueFull, handle) }
        prepared.append((handle, offset, part))
    }

    /// Executes all prepared writes or none: every part is checked before the first is stored.
    mutating func execute(_ flags: ExecuteWriteFlags) throws(Rejection) -> [GATTServerEvent] {
        let parts = prepared
        prepared = []
        guard flags == .write || flags == .cancel else { throw Rejection(.invalidPDU, 0) }
        guard flags == .write else { return [] }
        var values: [(attribute: AttributeTable.Attribute, value: [UInt8])] = []
        for item in parts {
            let attribute = try writable(item.handle)
            let index = values.firstIndex { $0.attribute.handle == item.handle }
            let old = index.map { values[$0].value } ?? attribute.value
            guard item.offset <= old.count else { throw Rejection(.invalidOffset, item.handle) }
            let value = old.prefix(item.offset) + item.part
            guard value.count <= attribute.maximumLength else {
                throw Rejection(.invalidAttributeValueLength, item.handle)
            }
            if let index { values[index].value = Array(value) } else { values.append((attribute, Array(value))) }
        }
        for item in values { try check(item.value, for: item.attribute) }
        return values.map { store($0.value, in: $0.attribute, withResponse: true) }
    }

    private func writable(_ handle: AttributeHandle) throws(Rejection) -> AttributeTable.Attribute {
        guard let attribute = table[handle] else { throw Rejection(.invalidHandle, handle) }
        guard attribute.permissions.contains(.write) else { throw Rejection(.writeNotPermitted, handle) }
        if attribute.permissions.contains(.encryptedWrite), let code = refusalUnencrypted {
            throw Rejection(code, handle)
        }
        return attribute
    }

    private func check(_ value: [UInt8], for attribute: AttributeTable.Attribute) throws(Rejection) {
        guard value.count <= attribute.maximumLength else {
            throw Rejection(.invalidAttributeValueLength, attribute.handle)
        }
        guard case .configuration(_, _, let properties) = attribute.role else { return }
        guard value.count == 2 else { throw Rejection(.invalidAttributeValueLength, attribute.handle) }
        var allowed: Subscription = []
        if properties.contains(.notify) { allowed.insert(.notifications) }
        if properties.contains(.indicate) { allowed.insert(.indications) }
        guard subscription(in: value).isSubset(of: allowed) else {
            throw Rejection(.valueNotAllowed, attribute.handle)
        }
    }

    private mutating func store(
        _ value: [UInt8], in attribute: AttributeTable.Attribute, withResponse: Bool
    ) -> GATTServerEvent {
        table.set(value, at: attribute.handle)
        if case .configuration(let handle, let uuid, _) = attribute.role {
            return .subscribed(AttributeReference(uuid, handle), subscription(in: value))
        }
        return .written(AttributeReference(attribute.type, attribute.handle), value, withResponse: withResponse)
    }

    private func subscription(in value: [UInt8]) -> Subscription {
        var reader = ByteReader(value)
        return Subscription(rawValue: (try? reader.u16("the CCCD")) ?? 0)
    }
}
