import Ground

/// Writes a value and waits for the response; a long value is prepared in parts and then executed (bluez.md,
/// section 4.4).
///
/// A server echoes each prepared part. A wrong echo or a refusal cancels the prepared writes.
struct WriteValue: ClientProcedure {
    private enum Phase {
        case whole
        case preparing(offset: Int, part: [UInt8])
        case executing
        case cancelling(GATTFailure)
    }

    let handle: AttributeHandle
    let value: [UInt8]
    private var phase = Phase.whole

    init(_ value: [UInt8], to handle: AttributeHandle) {
        self.value = value
        self.handle = handle
    }

    mutating func start(mtu: UInt16) -> ProcedureStep {
        guard value.count <= attributeValueLimit else {
            return .done(.failed(.valueTooLong(limit: attributeValueLimit)))
        }
        if value.count <= Int(mtu) - 3 { return .request(.writeRequest(handle, value)) }
        return prepare(from: 0, mtu: mtu)
    }

    private mutating func prepare(from offset: Int, mtu: UInt16) -> ProcedureStep {
        guard offset < value.count, let wireOffset = UInt16(exactly: offset) else {
            phase = .executing
            return .request(.executeWriteRequest(.write))
        }
        let part = Array(value[offset...].prefix(Int(mtu) - 5))
        phase = .preparing(offset: offset, part: part)
        return .request(.prepareWriteRequest(handle, offset: wireOffset, part))
    }

    mutating func receive(_ response: ATTPDU, mtu: UInt16) -> ProcedureStep {
        switch (phase, response) {
        case (.whole, .writeResponse), (.executing, .executeWriteResponse): return .done(.written)
        case (.preparing(let offset, let part), .prepareWriteResponse(let echoed, let echoedOffset, let echo)):
            guard echoed == handle, Int(echoedOffset) == offset, echo == part else {
                let meaning = "Prepare Write Response at offset \(offset) does not repeat the prepared value"
                return cancel(Finding("gatt.procedure", .fault, meaning))
            }
            return prepare(from: offset + part.count, mtu: mtu)
        case (.cancelling(let failure), .executeWriteResponse): return .done(.failed(failure))
        default: return unexpected(response)
        }
    }

    private mutating func cancel(_ wrong: Finding) -> ProcedureStep {
        phase = .cancelling(.violation(wrong))
        return .noted([wrong], .request(.executeWriteRequest(.cancel)))
    }

    mutating func receive(error code: ATTErrorCode, on handle: AttributeHandle) -> ProcedureStep {
        switch phase {
        case .whole, .executing: return .done(.failed(.refused(code, handle)))
        case .preparing:
            phase = .cancelling(.refused(code, handle))
            return .request(.executeWriteRequest(.cancel))
        case .cancelling(let failure): return .done(.failed(failure))
        }
    }
}

/// Writes a value with a Write Command, which has no response.
struct WriteWithoutResponse: ClientProcedure {
    let handle: AttributeHandle
    let value: [UInt8]

    mutating func start(mtu: UInt16) -> ProcedureStep {
        let limit = Int(mtu) - 3
        guard value.count <= limit else { return .done(.failed(.valueTooLong(limit: limit))) }
        return .command(.writeCommand(handle, value), .written)
    }

    mutating func receive(_ response: ATTPDU, mtu: UInt16) -> ProcedureStep { unexpected(response) }
}

/// Writes a characteristic's CCCD, which it discovers first if its handle is unknown.
struct Subscribe: ClientProcedure {
    let subscription: Subscription
    private var descriptor: AttributeHandle?
    private var search: DiscoverDescriptors

    init(_ subscription: Subscription, to characteristic: Characteristic, descriptor: AttributeHandle?) {
        self.subscription = subscription
        self.descriptor = descriptor
        search = DiscoverDescriptors(of: characteristic)
    }

    mutating func start(mtu: UInt16) -> ProcedureStep {
        descriptor == nil ? proceed(search.start(mtu: mtu)) : write()
    }

    private func write() -> ProcedureStep {
        guard let descriptor else { return .done(.failed(.noConfigurationDescriptor)) }
        var value: [UInt8] = []
        value.append(little: subscription.rawValue)
        return .request(.writeRequest(descriptor, value))
    }

    /// Continues with the write once the search has ended.
    private mutating func proceed(_ step: ProcedureStep) -> ProcedureStep {
        guard case .done(.descriptors(let found)) = step else { return step }
        descriptor = found.first { $0.uuid == .clientCharacteristicConfiguration }?.handle
        return write()
    }

    mutating func receive(_ response: ATTPDU, mtu: UInt16) -> ProcedureStep {
        if case .writeResponse = response { return .done(.subscribed(subscription)) }
        return proceed(search.receive(response, mtu: mtu))
    }

    mutating func receive(error code: ATTErrorCode, on handle: AttributeHandle) -> ProcedureStep {
        guard descriptor == nil else { return .done(.failed(.refused(code, handle))) }
        return proceed(search.receive(error: code, on: handle))
    }
}
