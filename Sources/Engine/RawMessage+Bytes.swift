import Ground
import NearbyInteraction
import Phone
import ScenarioKit

extension RawMessage {
    /// Returns the writes that the message consists of: one, or one per length to which a message is truncated.
    func bytes(for name: AccessoryName, on phone: inout Phone) -> [[UInt8]] {
        let ids = phone.identifiers(of: name)
        let shareable = phone.shareableMessage(for: name) ?? Self.madeUp(nil, session: 0x0102, ids)
        let other = Self.madeUp(phone.lastConfiguration(of: name), session: 0x0304, ids)
        return writes { whole in
            switch whole {
            case .initialize: PhoneMessage.initialize.encoded(using: ids)
            case .shareableConfiguration: shareable
            case .newShareableConfiguration: other
            case .stop: PhoneMessage.stop.encoded(using: ids)
            }
        }
    }

    /// The maximum number of writes, in any version of UWB.
    var writesAtMost: Int { longestWrites.count }

    /// Zeros in place of the writes, each of the maximum length in any version of UWB.
    var longestWrites: [[UInt8]] {
        writes { whole in
            let longest = whole == .initialize || whole == .stop ? 1 : MessageKind.shareableConfiguration.longest ?? 1
            return [UInt8](repeating: 0, count: longest)
        }
    }

    /// Returns shareable configuration data that no session generated, for an accessory of UWB 1.1 if none is known.
    private static func madeUp(_ configuration: [UInt8]?, session: UInt64, _ ids: MessageIdentifiers) -> [UInt8] {
        let known = configuration.flatMap { try? AccessoryConfigurationData(decoding: $0) }
        let accessory = known ?? AccessoryConfigurationData(role: .responder, address: ShortAddress(rawValue: 0x1122))
        var generator = SeededGenerator(seed: session)
        let shareable = ShareableConfigurationData.generate(for: accessory, using: &generator)
        return PhoneMessage.configureAndStart(shareable.encoded).encoded(using: ids)
    }
}
