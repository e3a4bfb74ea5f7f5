import Ground
import NearbyInteraction
import RigKit
import ScenarioKit
import Wording

extension Scenario {
    /// Returns the reason why an accessory's vendor-specific data channel cannot carry the scenario's raw messages;
    /// nil if it can.
    ///
    /// Playing the scenario anyway would blame the accessory for the design of its channel.
    func obstacle(to channel: DataChannelProfile, of name: AccessoryName) -> Sentence? {
        let writes = rawMessages(to: name).flatMap(\.longestWrites)
        let room = Int(phone.link.offeredMTU) - Self.writeHeader
        if channel.writeType == .withoutResponse, let longest = writes.map(\.count).max(), longest > room {
            return .channel(of: name, carries: room, not: longest)
        }
        let ids = channel.identifiers
        let ofPhone = [ids.initialize, ids.configureAndStart, ids.stop, ids.deviceStructure, ids.setDeviceStructure]
        for case .bytes(let bytes) in rawMessages(to: name) {
            guard let id = bytes.first, ofPhone.contains(id) else { continue }
            return .channel(of: name, gives: id)
        }
        return nil
    }

    /// The size of the opcode and the handle that precede a written value (Core Specification, volume 3, part F,
    /// 3.4.5).
    private static let writeHeader = 3
}
