public import ATT
public import Ground

/// One procedure of one client, numbered in the order of asking.
public struct ProcedureID: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
}

/// What a client wants done, or tells its owner.
public enum GATTClientEffect: Equatable, Sendable {
    /// Give this PDU to the link.
    case send([UInt8])
    /// A procedure has ended; each ends once.
    case completed(ProcedureID, GATTOutcome)
    case notified(AttributeHandle, [UInt8])
    /// An indication; its confirmation is among the effects unless `confirmsIndications` is off.
    case indicated(AttributeHandle, [UInt8])
    /// The ATT_MTU of the link has been settled, by either side's asking.
    case settledMTU(UInt16)
    /// The peer has used this side's own services.
    case served(GATTServerEvent)
    case finding(Finding)
    /// The link must be dropped.
    case dead(ATTBearerFailure)
}

/// How a procedure ended.
public enum GATTOutcome: Equatable, Sendable {
    /// The ATT_MTU from now on.
    case mtu(UInt16)
    case services([Service])
    case characteristics([Characteristic])
    case descriptors([Descriptor])
    case value([UInt8])
    /// Values read by type, each with its handle.
    case values([HandleValue])
    case written
    case subscribed(Subscription)
    case failed(GATTFailure)
}

/// Why a procedure failed.
public enum GATTFailure: Equatable, Sendable {
    /// The server answered with an Error Response.
    case refused(ATTErrorCode, AttributeHandle)
    /// The server did not answer within 30 s.
    case timedOut
    /// The server broke the protocol; the finding has been given as an effect too.
    case violation(Finding)
    /// The characteristic has no Client Characteristic Configuration descriptor.
    case noConfigurationDescriptor
    /// The value has more bytes than this, and was not sent.
    case valueTooLong(limit: Int)
    /// The client did not begin it: the bearer is dead, or too many procedures wait.
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
