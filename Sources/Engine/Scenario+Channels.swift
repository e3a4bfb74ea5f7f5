import Ground
import NearbyInteraction
import RigKit
import ScenarioKit
import Wording

extension Scenario {
    /// Why the data channel of an accessory's own cannot carry what the scenario writes past the app; nil when it can.
    ///
    /// To play it all the same would hold against the accessory what its channel is made like.
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

    /// The opcode and the handle in front of what is written (Core Specification, volume 3, part F, 3.4.5).
    private static let writeHeader = 3
}
