public import Ground

/// What a bearer wants done, or tells its owner.
public enum ATTBearerEffect: Equatable, Sendable {
    /// Give this PDU to the link.
    case send([UInt8])
    /// Our request was answered, by its response or by an Error Response.
    case response(ATTPDU, to: ATTPDU)
    /// Our request was answered by something that cannot be read; the fault has been reported as a finding.
    case malformedResponse(Finding, to: ATTPDU)
    /// Our indication was confirmed.
    case confirmed(AttributeHandle)
    /// The peer waits for a response: `send` it.
    case request(ATTPDU)
    /// The peer waits for an Error Response with `invalidPDU`; the fault has been reported as a finding.
    case malformedRequest(ATTOpcode)
    case command(ATTPDU)
    /// One notification, or several in one PDU.
    case notified([HandleValue])
    /// The peer waits for a confirmation: `send` it.
    case indicated(AttributeHandle, [UInt8])
    /// An exchange has settled the ATT_MTU of the link.
    case settledMTU(UInt16)
    case finding(Finding)
    /// A transaction took 30 s; the link must be dropped.
    case dead(ATTBearerFailure)
}

/// Why a bearer may not be used any more.
public enum ATTBearerFailure: Hashable, Sendable {
    /// The peer did not answer this request within 30 s.
    case requestTimedOut(ATTOpcode)
    /// The peer did not confirm an indication of this handle within 30 s.
    case indicationTimedOut(AttributeHandle)
}

extension ATTBearerFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .requestTimedOut(let opcode): "\(opcode) was not answered within \(ATTBearer.transactionTimeout)"
        case .indicationTimedOut(let handle):
            "an indication of \(handle) was not confirmed within \(ATTBearer.transactionTimeout)"
        }
    }
}

/// Why a bearer does not send a PDU of ours.
public enum ATTRefusal: Error, Hashable, Sendable {
    case dead(ATTBearerFailure)
    /// As many PDUs of this kind are waiting as `ATTBearer.queueLimit` allows.
    case queueFull
    /// The PDU has more bytes than this, the ATT_MTU.
    case tooLong(limit: Int)
    /// A response or a confirmation that answers nothing.
    case answersNothing
}

extension ATTRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .dead(let death): "the bearer is dead: \(death)"
        case .queueFull: "\(ATTBearer.queueLimit) PDUs are waiting already"
        case .tooLong(let limit): "the PDU is longer than the ATT_MTU of \(limit) bytes"
        case .answersNothing: "the peer waits for no such answer"
        }
    }
}
