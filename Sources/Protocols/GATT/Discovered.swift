public import ATT

/// A service as a server declares it.
public struct Service: Hashable, Codable, Sendable {
    public let uuid: AttributeUUID
    /// From the service's declaration to its last attribute.
    public let range: HandleRange

    public init(_ uuid: AttributeUUID, _ range: HandleRange) {
        self.uuid = uuid
        self.range = range
    }
}

/// A characteristic as a server declares it.
public struct Characteristic: Hashable, Codable, Sendable {
    public let uuid: AttributeUUID
    public let properties: CharacteristicProperties
    /// The handle of the declaration.
    public let declaration: AttributeHandle
    /// The handle to read, write and be notified of.
    public let valueHandle: AttributeHandle
    /// The last handle that may belong to it: before the next declaration, or the service's last.
    public let end: AttributeHandle

    public init(
        _ uuid: AttributeUUID, _ properties: CharacteristicProperties, declaration: AttributeHandle,
        valueHandle: AttributeHandle, end: AttributeHandle
    ) {
        self.uuid = uuid
        self.properties = properties
        self.declaration = declaration
        self.valueHandle = valueHandle
        self.end = end
    }

    /// Where its descriptors are; nil when there is no room for any.
    public var descriptorRange: HandleRange? {
        guard let start = valueHandle.next, start <= end else { return nil }
        return HandleRange(start, end)
    }
}

/// A descriptor of a characteristic.
public struct Descriptor: Hashable, Codable, Sendable {
    public let uuid: AttributeUUID
    public let handle: AttributeHandle

    public init(_ uuid: AttributeUUID, _ handle: AttributeHandle) {
        self.uuid = uuid
        self.handle = handle
    }
}
