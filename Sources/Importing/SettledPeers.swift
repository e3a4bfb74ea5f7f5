import Ground
import Links
import Traces

/// The peers of a capture once all of it was read: those with Nearby Interaction first, each with a name.
struct SettledPeers: Sendable {
    static let none = SettledPeers([], classicConnections: 0)

    private var peers: [PeerTable.Peer]
    private let classicConnections: Int
    /// The names, in their order.
    private(set) var names: [AccessoryName] = []

    /// `called` are names for the first of them, in their order.
    init(_ table: [PeerTable.Peer], classicConnections: Int, called given: [AccessoryName] = []) {
        peers = table
        self.classicConnections = classicConnections
        let order = peers.indices.sorted { left, right in
            let (a, b) = (peers[left].channel.isRecognised, peers[right].channel.isRecognised)
            return a == b ? left < right : a
        }
        var number = 0
        for (place, peer) in order.enumerated() {
            // The number of its place, or the next one that is nobody's name.
            number = max(number, place) + 1
            while place >= given.count, given.contains(AccessoryName("accessory\(number)")) { number += 1 }
            peers[peer].name = place < given.count ? given[place] : AccessoryName("accessory\(number)")
            names.append(peers[peer].name)
            // What the accessory alone says decides where no event of the connection does.
            if peers[peer].hostIsAccessory == nil {
                peers[peer].hostIsAccessory = peers[peer].channel.hostIsAccessory ?? false
            }
        }
    }

    /// What is to be said about the peers, once they are settled.
    var remarks: [String] {
        var texts: [String] = []
        for name in names {
            guard let peer = peers.first(where: { $0.name == name }) else { continue }
            let who =
                peer.address.map { "\($0)" } ?? "handle \(peer.firstHandle), whose address the capture does not have"
            texts.append("\(name) is \(who), \(peer.pdus) \(peer.pdus == 1 ? "PDU" : "PDUs") of ATT")
            if peer.hostIsAccessory == true {
                texts.append("\(name): the capture was made on the accessory's side; an address in it is the phone's")
            }
            texts += peer.channel.remarks.map { "\(name): \($0)" }
        }
        if classicConnections > 0 {
            texts.append("\(classicConnections) connections of classic Bluetooth are left out")
        }
        return texts
    }

    /// The event of the trace, seen from the phone; nil for a peer that the first reading did not meet.
    func event(_ act: HostSide.Act, of peer: Int) -> HostSide.Event? {
        guard peers.indices.contains(peer) else { return nil }
        let hostIsAccessory = peers[peer].hostIsAccessory ?? false
        let name = peers[peer].name
        switch act {
        case .connected(let address): return .inbound(.bluetooth(name, .connected(address)))
        case .encrypted:
            // HCI tells neither the kind of pairing nor whether the key was stored: the least is assumed.
            let security = LinkSecurity(isSecureConnections: false, isBonded: false)
            return .inbound(.bluetooth(name, .encrypted(security)))
        case .disconnected(let code):
            let reason = DisconnectReason(hci: code)
            return .inbound(.bluetooth(name, .disconnected(hostIsAccessory ? reason.fromTheOtherSide : reason)))
        case .pdu(let bytes, let direction):
            let isFromHost = direction.map { $0 == .outbound } ?? Self.isOfClient(bytes)
            return isFromHost != hostIsAccessory
                ? .outbound(.bluetooth(name, .frame(bytes))) : .inbound(.bluetooth(name, .frame(bytes)))
        }
    }

    /// Whether a PDU is of the kind that the phone sends, where nothing tells who sent it: all but answers and news.
    private static func isOfClient(_ pdu: [UInt8]) -> Bool {
        guard let opcode = pdu.first else { return true }
        // Commands have bit 6; requests have even numbers; a confirmation, 0x1E, has one too. 0x1D is an indication.
        return opcode & 0x40 != 0 || opcode % 2 == 0
    }
}
