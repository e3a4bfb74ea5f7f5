import GATT
import Ground
import NearbyInteraction
import Recordings
import Traces

/// Recognises Nearby Interaction on a connection from the content of its messages, without knowing any handle's UUID.
struct NearbyChannel: Sendable {
    /// The first occurrence of a message, and the number of occurrences.
    private struct Sight: Sendable {
        let handle: AttributeHandle
        let offset: Int
        var count = 1
    }

    /// The number of the accessory's values after Initialize among which its answer is searched.
    private static let mostAnswers = 4

    private let ids: MessageIdentifiers
    private var accessoryConfiguration: Sight?
    private var shareableConfiguration: Sight?
    /// Data that resemble accessory configuration data and cannot be used, as the answer to Initialize.
    private var unusable: (sight: Sight, finding: Finding)?
    /// The handle of the last Initialize, and of one that was answered by configuration data.
    private var initialize: AttributeHandle?
    private var answeredInitialize: AttributeHandle?
    /// Whether the channel's messages were seen on different handles, as after an update or with two channels.
    private var isAmbiguous = false
    /// The number of the accessory's further values in which the answer to the last Initialize may be.
    private var answersLeft = 0
    private var sawDiscovery = false
    /// Whether the capturing host itself sent messages that only an accessory sends.
    private(set) var hostIsAccessory: Bool?

    /// Creates a recogniser for a channel with these message ids.
    init(_ ids: MessageIdentifiers = .appleSample) { self.ids = ids }

    var isRecognised: Bool {
        accessoryConfiguration != nil || shareableConfiguration != nil || unusable != nil
    }

    /// The channel's attributes; nil if it was not recognised, or if they changed.
    var handles: ChannelHandles? {
        guard isRecognised, !isAmbiguous else { return nil }
        return ChannelHandles(
            write: shareableConfiguration?.handle ?? answeredInitialize,
            notify: (accessoryConfiguration ?? unusable?.sight)?.handle)
    }

    mutating func receive(_ bytes: [UInt8], at offset: Int, _ direction: FrameDirection?) {
        guard let pdu = try? ATTPDU(decoding: bytes) else { return }
        switch pdu {
        case .readByGroupTypeResponse, .readByTypeResponse, .findInformationResponse, .findByTypeValueResponse:
            sawDiscovery = true
        case .notification(let handle, let value), .indication(let handle, let value):
            receive(notified: value, on: handle, at: offset, direction)
        case .writeRequest(let handle, let value), .writeCommand(let handle, let value):
            receive(written: value, on: handle, at: offset, direction)
        default: break
        }
    }

    private mutating func receive(
        notified value: [UInt8], on handle: AttributeHandle, at offset: Int, _ direction: FrameDirection?
    ) {
        defer { answersLeft = max(0, answersLeft - 1) }
        let payload = Array(value.dropFirst())
        guard value.first == ids.accessoryConfigurationData else { return }
        let (data, findings) = AccessoryConfigurationData.judging(payload)
        if let data, data.extra.isEmpty {
            if answersLeft > 0 { answer(on: handle) }
            accessoryConfiguration = noting(handle, offset, after: accessoryConfiguration)
        } else if answersLeft > 0, AccessoryConfigurationData.isLikely(payload),
            let finding = findings.first(where: { $0.weight == .fault })
        {
            answer(on: handle)
            unusable = (noting(handle, offset, after: unusable?.sight), unusable?.finding ?? finding)
        } else {
            return
        }
        hostIsAccessory = hostIsAccessory ?? direction.map { $0 == .outbound }
    }

    private mutating func receive(
        written value: [UInt8], on handle: AttributeHandle, at offset: Int, _ direction: FrameDirection?
    ) {
        if value == [ids.initialize] {
            initialize = handle
            answersLeft = Self.mostAnswers
        }
        guard value.first == ids.configureAndStart,
            let data = try? ShareableConfigurationData(decoding: Array(value.dropFirst())),
            data.extra.isEmpty, !data.findings().contains(where: { $0.weight == .fault })
        else { return }
        shareableConfiguration = noting(handle, offset, after: shareableConfiguration)
        hostIsAccessory = hostIsAccessory ?? direction.map { $0 == .inbound }
    }

    /// Records that configuration data on this handle answered the last Initialize.
    private mutating func answer(on handle: AttributeHandle) {
        if let answeredInitialize, answeredInitialize != initialize { isAmbiguous = true }
        answeredInitialize = initialize
        if let known = accessoryConfiguration ?? unusable?.sight, known.handle != handle { isAmbiguous = true }
    }

    /// Returns the first occurrence of a message with its new number of occurrences.
    private mutating func noting(_ handle: AttributeHandle, _ offset: Int, after sight: Sight?) -> Sight {
        guard var sight else { return Sight(handle: handle, offset: offset) }
        if sight.handle != handle { isAmbiguous = true }
        sight.count += 1
        return sight
    }

    /// Remarks on what was recognised and what is missing, as sentences without full stops.
    var remarks: [String] {
        var texts: [String] = []
        if let sight = accessoryConfiguration { texts.append(Self.text("accessory configuration data", sight)) }
        if let (sight, finding) = unusable {
            texts.append(Self.text("unusable accessory configuration data", sight) + ": \(finding)")
        }
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
