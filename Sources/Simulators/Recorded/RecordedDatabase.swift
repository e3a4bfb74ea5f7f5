import ATT
import GATT
import Ground
import NearbyInteraction

/// The attributes of a recorded accessory, as far as its answers told them.
///
/// They are what a GATT server can be made of that answers the requests for which the recording has no answer.
struct RecordedDatabase: Sendable {
    struct Known: Sendable {
        let declaration: UInt16
        let uuid: AttributeUUID
        let properties: CharacteristicProperties
        /// The handle of its value.
        var handle: UInt16 { declaration &+ 1 }
    }

    /// How many attributes a server is made of at most; recordings with more keep their answers.
    static let limit = 1024

    private(set) var services: [Service] = []
    private(set) var characteristics: [Known] = []
    private(set) var descriptors: [HandleType] = []
    /// What was read, from its beginning.
    private var values: [(handle: UInt16, bytes: [UInt8])] = []
    /// What was refused without encryption.
    private var guarded: [UInt16] = []

    // MARK: Learning

    /// Takes an answer of the accessory to a request of the phone.
    mutating func learn(_ response: ATTPDU, to request: ATTPDU) {
        switch (request, response) {
        case (.readByGroupTypeRequest(_, .primaryService), .readByGroupTypeResponse(let groups)):
            for group in groups {
                guard let uuid = try? AttributeUUID(decoding: group.value) else { continue }
                add(Service(uuid, group.range))
            }
        case (.findByTypeValueRequest(_, let type, let value), .findByTypeValueResponse(let ranges)):
            guard AttributeUUID(type) == .primaryService, let uuid = try? AttributeUUID(decoding: value) else { return }
            for range in ranges { add(Service(uuid, range)) }
        case (.readByTypeRequest(_, .characteristic), .readByTypeResponse(let items)):
            for item in items { learn(declaration: item) }
        case (.readByTypeRequest, .readByTypeResponse(let items)):
            for item in items { learn(item.value, of: item.handle) }
        case (.findInformationRequest, .findInformationResponse(let items)):
            for item in items where !descriptors.contains(where: { $0.handle == item.handle }) {
                descriptors.append(item)
            }
        case (.readRequest(let handle), .readResponse(let value)): learn(value, of: handle)
        case (.readBlobRequest(let handle, let offset), .readBlobResponse(let part)):
            guard let place = values.firstIndex(where: { $0.handle == handle.rawValue }),
                values[place].bytes.count == Int(offset), values[place].bytes.count + part.count <= attributeValueLimit
            else { return }
            values[place].bytes += part
        case (_, .errorResponse(_, let handle, let code)):
            if code.asksForPairing, !guarded.contains(handle.rawValue) { guarded.append(handle.rawValue) }
        default: return
        }
    }

    /// Adds the data channel where messages went over handles of which no discovery told.
    mutating func learnChannel(written: UInt16?, told: UInt16?, indicates: Bool, profile: DataChannelProfile) {
        var handles: [UInt16] = []
        for (handle, text, properties) in [
            (written, profile.rx, [.write, .writeWithoutResponse] as CharacteristicProperties),
            (told, profile.tx, indicates ? .indicate : .notify),
        ] {
            guard let handle, handle > 2, let uuid = AttributeUUID(text),
                !characteristics.contains(where: { $0.handle == handle || $0.declaration == handle })
            else { continue }
            add(Known(declaration: handle - 1, uuid: uuid, properties: properties))
            handles.append(handle)
        }
        guard let first = handles.min(), let last = handles.max(), let uuid = AttributeUUID(profile.service),
            !services.contains(where: { $0.range.contains(AttributeHandle(first)) })
        else { return }
        add(Service(uuid, HandleRange(AttributeHandle(first - 2), AttributeHandle(last == .max ? last : last + 1))))
    }

    private mutating func learn(declaration item: HandleValue) {
        var reader = ByteReader(item.value)
        guard let properties = try? reader.u8("the properties"), let handle = try? reader.u16("the value's handle"),
            let uuid = try? AttributeUUID(decoding: reader.rest()), handle == item.handle.rawValue &+ 1
        else { return }
        add(
            Known(
                declaration: item.handle.rawValue, uuid: uuid,
                properties: CharacteristicProperties(rawValue: properties)))
    }

    private mutating func learn(_ value: [UInt8], of handle: AttributeHandle) {
        guard !values.contains(where: { $0.handle == handle.rawValue }) else { return }
        values.append((handle.rawValue, Array(value.prefix(attributeValueLimit))))
    }

    private mutating func add(_ service: Service) {
        guard service.range.isValid, !services.contains(where: { $0.range.start == service.range.start }) else {
            return
        }
        services.append(service)
        services.sort { $0.range.start < $1.range.start }
    }

    private mutating func add(_ known: Known) {
        guard known.declaration > 0, !characteristics.contains(where: { $0.declaration == known.declaration }) else {
            return
        }
        characteristics.append(known)
        characteristics.sort { $0.declaration < $1.declaration }
    }

    // MARK: Telling

    /// The value's handle of the characteristic that a configuration descriptor belongs to.
    func characteristic(configuredAt handle: UInt16) -> AttributeHandle? {
        characteristics.last { $0.handle < handle && !$0.properties.isDisjoint(with: [.notify, .indicate]) }
            .map { AttributeHandle($0.handle) }
    }

    func value(of handle: UInt16) -> [UInt8] { values.first { $0.handle == handle }?.bytes ?? [] }

    func isGuarded(_ handle: UInt16) -> Bool { guarded.contains(handle) }
}
