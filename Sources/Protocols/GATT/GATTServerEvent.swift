public import Ground

/// The type and handle of a server's attribute.
public struct AttributeReference: Hashable, Codable, Sendable {
    /// The UUID of the characteristic or descriptor.
    public let uuid: AttributeUUID
    public let handle: AttributeHandle

    public init(_ uuid: AttributeUUID, _ handle: AttributeHandle) {
        self.uuid = uuid
        self.handle = handle
    }
}

/// An action of a client on a server's attributes.
public enum GATTServerEvent: Hashable, Sendable {
    /// A value was written, directly or by executing prepared writes; carries the complete new value.
    case written(AttributeReference, [UInt8], withResponse: Bool)
    /// The CCCD of this characteristic was written.
    case subscribed(AttributeReference, Subscription)
    /// A value was read from offset 0.
    case read(AttributeReference)
    /// A request was refused.
    case refused(ATTOpcode, AttributeHandle, ATTErrorCode)
}

/// An output of a server.
public enum GATTServerEffect: Equatable, Sendable {
    /// A PDU to send over the link.
    case send([UInt8])
    case event(GATTServerEvent)
    /// The client confirmed an indication of this characteristic.
    case confirmed(AttributeHandle)
    /// An MTU exchange set the link's ATT_MTU.
    case settledMTU(UInt16)
    case finding(Finding)
    /// The link must be dropped.
    case dead(ATTBearerFailure)
}

/// The reason why a server refuses to notify or indicate.
public enum GATTRefusal: Error, Hashable, Sendable {
    case noSuchCharacteristic
    /// The client has not subscribed in the CCCD.
    case notSubscribed
    /// The value is longer than this limit, ATT_MTU - 3.
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
