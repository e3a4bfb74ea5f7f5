public import ATT
public import Ground

/// An attribute of a server: its type and its handle.
public struct AttributeReference: Hashable, Codable, Sendable {
    /// The UUID of the characteristic or the descriptor.
    public let uuid: AttributeUUID
    public let handle: AttributeHandle

    public init(_ uuid: AttributeUUID, _ handle: AttributeHandle) {
        self.uuid = uuid
        self.handle = handle
    }
}

/// What a client did to a server's attributes.
public enum GATTServerEvent: Hashable, Sendable {
    /// A value was written, at once or by the execution of prepared writes; the new value as a whole.
    case written(AttributeReference, [UInt8], withResponse: Bool)
    /// The CCCD of this characteristic was written.
    case subscribed(AttributeReference, Subscription)
    /// A value was read, from its beginning.
    case read(AttributeReference)
    /// A request was refused.
    case refused(ATTOpcode, AttributeHandle, ATTErrorCode)
}

/// What a server wants done, or tells its owner.
public enum GATTServerEffect: Equatable, Sendable {
    /// Give this PDU to the link.
    case send([UInt8])
    case event(GATTServerEvent)
    /// The client confirmed an indication of this characteristic.
    case confirmed(AttributeHandle)
    /// The ATT_MTU of the link has been settled.
    case settledMTU(UInt16)
    case finding(Finding)
    /// The link must be dropped.
    case dead(ATTBearerFailure)
}

/// Why a server does not notify or indicate.
public enum GATTRefusal: Error, Hashable, Sendable {
    case noSuchCharacteristic
    /// The client has not asked for it in the CCCD.
    case notSubscribed
    /// The value has more bytes than this, ATT_MTU - 3.
    case tooLong(limit: Int)
    case bearer(ATTRefusal)
}

extension GATTRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noSuchCharacteristic: "there is no such characteristic that notifies or indicates"
        case .notSubscribed: "the client has not subscribed to it"
        case .tooLong(let limit): "the value is longer than the \(limit) bytes that fit one PDU"
        case .bearer(let refusal): "it was not sent: \(refusal)"
        }
    }
}
