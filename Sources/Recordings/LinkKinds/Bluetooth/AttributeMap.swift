public import GATT
import Ground
import NearbyInteraction

/// The identity of an attribute with a known handle.
public struct AttributeTarget: Hashable, Sendable {
    public enum Role: Hashable, Sendable {
        case service
        case declaration
        case value
        /// The descriptor that enables and disables notifications.
        case configuration
        case descriptor
        /// The data channel, known only by its traffic: the discovery was before the trace, or elsewhere.
        case dataChannel
    }

    public let role: Role
    /// The UUID of the service, characteristic or descriptor; for a configuration, that of its characteristic.
    public let uuid: AttributeUUID?
    /// The attribute's name on this accessory's own data channel; nil for any other attribute.
    let label: String?

    var name: String {
        switch role {
        case .service: "service " + uuidText
        case .declaration: "declaration of " + uuidText
        case .value, .descriptor: uuidText
        case .configuration: "CCCD of " + uuidText
        case .dataChannel: "data channel, by its content"
        }
    }

    private var uuidText: String {
        guard let uuid else { return "an unknown characteristic" }
        return label.map { AttributeNames.text(uuid, called: $0) } ?? AttributeNames.text(uuid)
    }
}

/// The attributes of one accessory, learnt from answers to the phone's discovery.
struct AttributeMap: Sendable {
    /// The greatest distance of a descriptor from its characteristic: a client may request other types, and
    /// characteristics have few descriptors (a named bound, not a rule).
    private static let furthestDescriptor: UInt16 = 32

    private var targets: [UInt16: AttributeTarget] = [:]
    private let labels: [AttributeUUID: String]

    /// Creates an empty map of an accessory with this data channel, or with one of the known ones for nil.
    init(_ own: DataChannelProfile?) {
        labels = own.map { AttributeNames.names(of: $0, called: $0.preset == nil ? "own channel" : $0.name) } ?? [:]
    }

    subscript(handle: AttributeHandle) -> AttributeTarget? { targets[handle.rawValue] }

    /// Learns from an accessory's answer to a request of the phone.
    mutating func learn(_ response: ATTPDU, to request: ATTPDU) {
        switch (response, request) {
        case (.readByGroupTypeResponse(let groups), .readByGroupTypeRequest(_, let type)):
            guard type == .primaryService || type == .secondaryService else { return }
            for group in groups {
                guard let uuid = try? AttributeUUID(decoding: group.value) else { continue }
                set(group.range.start, .service, uuid)
            }
        case (.findByTypeValueResponse(let ranges), .findByTypeValueRequest(_, let type, let value)):
            guard type == AttributeUUID.primaryService.assigned, let uuid = try? AttributeUUID(decoding: value)
            else { return }
            for range in ranges { set(range.start, .service, uuid) }
        case (.readByTypeResponse(let items), .readByTypeRequest(_, let type)):
            guard type == .characteristic else { return }
            for item in items { learn(declaration: item) }
        case (.findInformationResponse(let items), .findInformationRequest):
            for item in items { learn(descriptor: item) }
        default: return
        }
    }

    /// Records that data channel messages use a handle that is otherwise unknown.
    mutating func learnChannel(_ handle: AttributeHandle) {
        if targets[handle.rawValue] == nil { set(handle, .dataChannel, nil) }
    }

    /// Parses a characteristic declaration: properties, the value's handle, the UUID.
    private mutating func learn(declaration item: HandleValue) {
        var reader = ByteReader(item.value)
        guard (try? reader.u8("the properties")) != nil, let handle = try? reader.u16("the value's handle"),
            let uuid = try? AttributeUUID(decoding: reader.rest())
        else { return }
        set(item.handle, .declaration, uuid)
        set(AttributeHandle(handle), .value, uuid)
    }

    private mutating func learn(descriptor item: HandleType) {
        switch item.type {
        case .primaryService, .secondaryService, .include, .characteristic: return
        case .clientCharacteristicConfiguration: set(item.handle, .configuration, characteristic(before: item.handle))
        default: if targets[item.handle.rawValue]?.role != .value { set(item.handle, .descriptor, item.type) }
        }
    }

    private func characteristic(before handle: AttributeHandle) -> AttributeUUID? {
        for step in 1...Self.furthestDescriptor {
            let (place, isBelowZero) = handle.rawValue.subtractingReportingOverflow(step)
            guard !isBelowZero else { return nil }
            if let target = targets[place], target.role == .value { return target.uuid }
        }
        return nil
    }

    private mutating func set(_ handle: AttributeHandle, _ role: AttributeTarget.Role, _ uuid: AttributeUUID?) {
        targets[handle.rawValue] = AttributeTarget(role: role, uuid: uuid, label: uuid.flatMap { labels[$0] })
    }
}
