import GATT
import Ground
import NearbyInteraction
import Traces

/// Recognises Nearby Interaction on a connection from the content of its messages, without knowing any handle's UUID.
struct NearbyChannel: Sendable {
    /// The first occurrence of a message, and the number of occurrences.
    private struct Sight: Sendable {
        let handle: AttributeHandle
        let offset: Int
        var count = 1
    }

    private let ids = MessageIdentifiers.appleSample
    private var accessoryConfiguration: Sight?
    private var shareableConfiguration: Sight?
    private var sawDiscovery = false
    /// Whether the capturing host itself sent messages that only an accessory sends.
    private(set) var hostIsAccessory: Bool?

    var isRecognised: Bool { accessoryConfiguration != nil || shareableConfiguration != nil }

    mutating func receive(_ bytes: [UInt8], at offset: Int, _ direction: FrameDirection?) {
        guard let pdu = try? ATTPDU(decoding: bytes) else { return }
        switch pdu {
        case .readByGroupTypeResponse, .readByTypeResponse, .findInformationResponse, .findByTypeValueResponse:
            sawDiscovery = true
        case .notification(let handle, let value), .indication(let handle, let value):
            guard value.first == ids.accessoryConfigurationData,
                let data = try? AccessoryConfigurationData(decoding: Array(value.dropFirst())),
                data.isAcceptable, data.extra.isEmpty
            else { return }
            Self.note(handle, offset, in: &accessoryConfiguration)
            hostIsAccessory = hostIsAccessory ?? direction.map { $0 == .outbound }
        case .writeRequest(let handle, let value), .writeCommand(let handle, let value):
            guard value.first == ids.configureAndStart,
                let data = try? ShareableConfigurationData(decoding: Array(value.dropFirst())),
                data.extra.isEmpty, !data.findings().contains(where: { $0.weight == .fault })
            else { return }
            Self.note(handle, offset, in: &shareableConfiguration)
            hostIsAccessory = hostIsAccessory ?? direction.map { $0 == .inbound }
        default: break
        }
    }

    private static func note(_ handle: AttributeHandle, _ offset: Int, in sight: inout Sight?) {
        if sight == nil { sight = Sight(handle: handle, offset: offset) } else { sight?.count += 1 }
    }

    /// Remarks on what was recognised and what is missing, as sentences without full stops.
    var remarks: [String] {
        var texts: [String] = []
        if let sight = accessoryConfiguration { texts.append(Self.text("accessory configuration data", sight)) }
        if let sight = shareableConfiguration { texts.append(Self.text("shareable configuration data", sight)) }
        if !isRecognised { texts.append("no Nearby Interaction was recognised") }
        if !sawDiscovery { texts.append("the discovery is not in the capture: handles have no names") }
        return texts
    }

    private static func text(_ what: String, _ sight: Sight) -> String {
        let times = sight.count == 1 ? "once" : "\(sight.count) times"
        let place = "handle \(sight.handle), \(times), first in the packet at byte \(sight.offset)"
        return "Nearby Interaction: \(what) on \(place)"
    }
}
