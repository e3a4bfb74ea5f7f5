import Ground

// Answers to find and read requests; `mtu` is the ATT_MTU.
extension GATTResponder {
    func findInformation(_ range: HandleRange, _ mtu: Int) throws(Rejection) -> ATTPDU {
        let found = try search(range)
        guard let first = found.first else { throw Rejection(.attributeNotFound, range.start) }
        let size = first.type.isShort ? 4 : 18
        let items = found.prefix { $0.type.isShort == first.type.isShort }.prefix((mtu - 2) / size)
        return .findInformationResponse(items.map { HandleType($0.handle, $0.type) })
    }

    func find(_ type: UInt16, _ value: [UInt8], _ range: HandleRange, _ mtu: Int) throws(Rejection) -> ATTPDU {
        let type = AttributeUUID(type)
        let uuid = try? AttributeUUID(decoding: value)
        let found = try search(range).filter { attribute in
            guard attribute.type == type else { return false }
            if attribute.value == value { return true }
            guard type == .primaryService, let uuid else { return false }
            return (try? AttributeUUID(decoding: attribute.value)) == uuid
        }
        guard !found.isEmpty else { throw Rejection(.attributeNotFound, range.start) }
        return .findByTypeValueResponse(
            found.prefix((mtu - 1) / 4).map { HandleRange($0.handle, $0.groupEnd) })
    }

    func read(
        _ type: AttributeUUID, _ range: HandleRange, _ mtu: Int, _ reply: inout Reply
    ) throws(Rejection) -> ATTPDU {
        let limit = min(mtu - 4, 253)
        var items: [HandleValue] = []
        for attribute in try search(range) where attribute.type == type {
            if let code = refusal(reading: attribute) {
                guard items.isEmpty else { break }
                throw Rejection(code, attribute.handle)
            }
            let value = Array(attribute.value.prefix(limit))
            let size = value.count + 2
            guard items.first.map({ $0.value.count == value.count }) ?? true, size * (items.count + 1) <= mtu - 2
            else { break }
            items.append(HandleValue(attribute.handle, value))
            note(reading: attribute, &reply)
        }
        guard !items.isEmpty else { throw Rejection(.attributeNotFound, range.start) }
        return .readByTypeResponse(items)
    }

    func readGroups(_ type: AttributeUUID, _ range: HandleRange, _ mtu: Int) throws(Rejection) -> ATTPDU {
        let found = try search(range)
        guard type == .primaryService || type == .secondaryService else {
            throw Rejection(.unsupportedGroupType, range.start)
        }
        let groups = found.filter { $0.type == type }
        guard let first = groups.first else { throw Rejection(.attributeNotFound, range.start) }
        let size = first.value.count + 4
        let items = groups.prefix { $0.value.count == first.value.count }.prefix((mtu - 2) / size)
        guard !items.isEmpty else { throw Rejection(.unlikelyError, first.handle) }
        return .readByGroupTypeResponse(
            items.map { GroupValue(HandleRange($0.handle, $0.groupEnd), $0.value) })
    }

    func read(_ handle: AttributeHandle, _ mtu: Int, _ reply: inout Reply) throws(Rejection) -> [UInt8] {
        let attribute = try readable(handle)
        note(reading: attribute, &reply)
        return Array(attribute.value.prefix(mtu - 1))
    }

    func readOn(
        _ handle: AttributeHandle, _ offset: Int, _ mtu: Int, _ reply: inout Reply
    ) throws(Rejection) -> [UInt8] {
        let attribute = try readable(handle)
        guard offset <= attribute.value.count else { throw Rejection(.invalidOffset, handle) }
        if offset == 0 { note(reading: attribute, &reply) }
        return Array(attribute.value.dropFirst(offset).prefix(mtu - 1))
    }

    func readAll(
        _ handles: [AttributeHandle], _ mtu: Int, _ reply: inout Reply
    ) throws(Rejection) -> [UInt8] {
        var joined: [UInt8] = []
        for handle in handles {
            let attribute = try readable(handle)
            note(reading: attribute, &reply)
            if joined.count < mtu - 1 { joined += attribute.value }
        }
        return Array(joined.prefix(mtu - 1))
    }

    func readAllVariable(
        _ handles: [AttributeHandle], _ mtu: Int, _ reply: inout Reply
    ) throws(Rejection) -> [LengthValue] {
        var items: [LengthValue] = []
        var room = mtu - 1
        for handle in handles {
            let attribute = try readable(handle)
            note(reading: attribute, &reply)
            guard room >= 2 else { continue }
            let value = Array(attribute.value.prefix(room - 2))
            items.append(LengthValue(length: UInt16(clamping: attribute.value.count), value))
            room -= value.count + 2
        }
        return items
    }

    private func search(_ range: HandleRange) throws(Rejection) -> ArraySlice<AttributeTable.Attribute> {
        guard range.isValid else { throw Rejection(.invalidHandle, range.start) }
        return table.search(range)
    }

    private func readable(_ handle: AttributeHandle) throws(Rejection) -> AttributeTable.Attribute {
        guard let attribute = table[handle] else { throw Rejection(.invalidHandle, handle) }
        if let code = refusal(reading: attribute) { throw Rejection(code, handle) }
        return attribute
    }

    private func refusal(reading attribute: AttributeTable.Attribute) -> ATTErrorCode? {
        guard attribute.permissions.contains(.read) else { return .readNotPermitted }
        return attribute.permissions.contains(.encryptedRead) ? refusalUnencrypted : nil
    }

    /// The error for access that requires encryption; nil if the link is encrypted.
    var refusalUnencrypted: ATTErrorCode? {
        guard !isEncrypted else { return nil }
        return isBonded ? .insufficientEncryption : .insufficientAuthentication
    }

    private func note(reading attribute: AttributeTable.Attribute, _ reply: inout Reply) {
        guard attribute.role == .value else { return }
        reply.events.append(.read(AttributeReference(attribute.type, attribute.handle)))
    }
}
