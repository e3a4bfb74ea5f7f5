public import Ground

/// An output of a bearer.
public enum ATTBearerEffect: Equatable, Sendable {
    /// A PDU to send over the link.
    case send([UInt8])
    /// The answer to our request: its response or an Error Response.
    case response(ATTPDU, to: ATTPDU)
    /// The answer to our request was malformed; a finding has been reported.
    case malformedResponse(Finding, to: ATTPDU)
    /// Our indication was confirmed.
    case confirmed(AttributeHandle)
    /// A request from the peer, which expects the response through `send`.
    case request(ATTPDU)
    /// A malformed request from the peer, which expects an Error Response with `invalidPDU`; a finding has been
    /// reported.
    case malformedRequest(ATTOpcode)
    case command(ATTPDU)
    /// One notification, or several from one PDU.
    case notified([HandleValue])
    /// An indication from the peer, which expects a confirmation through `send`.
    case indicated(AttributeHandle, [UInt8])
    /// An MTU exchange set the link's ATT_MTU.
    case settledMTU(UInt16)
    case finding(Finding)
    /// A transaction exceeded 30 s; the link must be dropped.
    case dead(ATTBearerFailure)
}

/// The reason why a bearer is dead.
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

/// The reason why a bearer refuses to send a PDU.
public enum ATTRefusal: Error, Hashable, Sendable {
    case dead(ATTBearerFailure)
    /// The queue for this kind of PDU holds `ATTBearer.queueLimit` already.
    case queueFull
    /// The PDU is longer than this limit, the ATT_MTU.
    case tooLong(limit: Int)
    /// A response or confirmation with nothing to answer.
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
