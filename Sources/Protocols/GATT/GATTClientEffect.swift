public import Ground

/// The number of a procedure on its client, in the order of requests.
public struct ProcedureID: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
}

/// An output of a client.
public enum GATTClientEffect: Equatable, Sendable {
    /// A PDU to send over the link.
    case send([UInt8])
    /// A procedure ended; reported once per procedure.
    case completed(ProcedureID, GATTOutcome)
    case notified(AttributeHandle, [UInt8])
    /// An indication. Unless `confirmsIndications` is false, its confirmation is among the effects.
    case indicated(AttributeHandle, [UInt8])
    /// An MTU exchange by either side set the link's ATT_MTU.
    case settledMTU(UInt16)
    /// The peer used this side's own services.
    case served(GATTServerEvent)
    case finding(Finding)
    /// The link must be dropped.
    case dead(ATTBearerFailure)
}

/// The result of a procedure.
public enum GATTOutcome: Equatable, Sendable {
    /// The new ATT_MTU.
    case mtu(UInt16)
    case services([Service])
    case characteristics([Characteristic])
    case descriptors([Descriptor])
    case value([UInt8])
    case written
    case subscribed(Subscription)
    case failed(GATTFailure)
}

/// The reason why a procedure failed.
public enum GATTFailure: Equatable, Sendable {
    /// The server answered with an Error Response.
    case refused(ATTErrorCode, AttributeHandle)
    /// The server did not answer within 30 s.
    case timedOut
    /// The server violated the protocol; the finding is reported as an effect as well.
    case violation(Finding)
    /// The characteristic has no Client Characteristic Configuration descriptor.
    case noConfigurationDescriptor
    /// The value is longer than this limit and was not sent.
    case valueTooLong(limit: Int)
    /// The procedure was not started: the bearer is dead, or too many procedures are waiting.
    case notSent(ATTRefusal)
}

extension GATTFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .refused(let code, let handle): "the server refused it for handle \(handle): \(code)"
        case .timedOut: "the server did not answer within \(ATTBearer.transactionTimeout)"
        case .violation(let finding): "the server broke the protocol: \(finding)"
        case .noConfigurationDescriptor: "the characteristic has no Client Characteristic Configuration descriptor"
        case .valueTooLong(let limit): "the value is longer than \(limit) bytes, and was not sent"
        case .notSent(let refusal): "it was not begun: \(refusal)"
        }
    }
}
