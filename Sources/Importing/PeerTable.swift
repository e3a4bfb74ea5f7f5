import Ground
import Links
import NearbyInteraction
import Traces

/// Who the capturing host was connected to: one accessory for each peer's address, whatever its handles were.
struct PeerTable: Sendable {
    /// The most peers that are told apart; what is beyond counts as the last one.
    static let most = 1_000

    private struct Peer: Sendable {
        var address: BluetoothAddress?
        let firstHandle: UInt16
        /// Whether the host was the accessory: then its own frames are those that the phone received.
        var hostIsAccessory: Bool?
        var channel: NearbyChannel = NearbyChannel()
        var pdus = 0
        var name: AccessoryName = ""
    }

    private struct Link: Sendable {
        let adapter: UInt16
        let handle: UInt16
        let peer: Int
    }

    private var peers: [Peer] = []
    private var links: [Link] = []
    private var classicConnections = 0

    var isEmpty: Bool { peers.isEmpty }
    private(set) var names: [AccessoryName] = []

    /// What an event is for a peer; nil when it is for none.
    mutating func receive(_ event: Traces.BluetoothEvent) -> (Int, HostSide.Act)? {
        switch event.kind {
        case .connected(let connection):
            guard connection.transport == .lowEnergy else {
                classicConnections += 1
                return nil
            }
            return (connect(connection), .connected(connection.peer))
        case .disconnected(let handle, let reason):
            guard let link = link(event.adapter, handle) else { return nil }
            links.removeAll { $0.adapter == event.adapter && $0.handle == handle }
            return (link.peer, .disconnected(reason))
        case .encryption(let handle, status: 0, isOn: true):
            return link(event.adapter, handle).map { ($0.peer, .encrypted) }
        case .att(let frame):
            // A frame that is there only in part is told as a finding; as a frame it would say what nobody sent.
            guard frame.isComplete else { return nil }
            let peer = link(frame.adapter, frame.handle)?.peer ?? stranger(frame)
            peers[peer].pdus += 1
            peers[peer].channel.receive(frame.payload, at: event.offset, frame.direction)
            return (peer, .pdu(frame.payload, frame.direction))
        case .encryption, .connectionFailed, .encryptionRefreshed, .security, .l2cap, .hci, .monitor, .finding:
            return nil
        }
    }

    private func link(_ adapter: UInt16, _ handle: UInt16) -> Link? {
        links.last { $0.adapter == adapter && $0.handle == handle }
    }

    private mutating func connect(_ connection: BluetoothConnection) -> Int {
        let known = peers.firstIndex { $0.address == connection.peer }
        let peer =
            known
            ?? add(
                Peer(
                    address: connection.peer, firstHandle: connection.handle,
                    hostIsAccessory: connection.role.map { $0 == .peripheral }))
        links.removeAll { $0.adapter == connection.adapter && $0.handle == connection.handle }
        links.append(Link(adapter: connection.adapter, handle: connection.handle, peer: peer))
        return peer
    }

    private mutating func stranger(_ frame: L2CAPFrame) -> Int {
        let peer = add(Peer(address: nil, firstHandle: frame.handle, hostIsAccessory: nil))
        links.append(Link(adapter: frame.adapter, handle: frame.handle, peer: peer))
        return peer
    }

    private mutating func add(_ peer: Peer) -> Int {
        guard peers.count < Self.most else { return peers.count - 1 }
        peers.append(peer)
        return peers.count - 1
    }

    // MARK: The end

    /// Names the peers, those with Nearby Interaction first, and decides on which side each capture was made.
    mutating func settle() {
        let order = peers.indices.sorted { left, right in
            let (a, b) = (peers[left].channel.isRecognised, peers[right].channel.isRecognised)
            return a == b ? left < right : a
        }
        for (place, peer) in order.enumerated() {
            peers[peer].name = AccessoryName("accessory\(place + 1)")
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
            texts.append("\(name) is \(who), \(peer.pdus) PDUs of ATT")
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

    /// The event of the trace, seen from the phone.
    func event(_ act: HostSide.Act, of peer: Int) -> HostSide.Event {
        let hostIsAccessory = peers[peer].hostIsAccessory ?? false
        let name = peers[peer].name
        switch act {
        case .connected(let address): return .inbound(.bluetooth(name, .connected(address)))
        case .encrypted:
            // HCI tells neither the kind of pairing nor whether the key was stored: the least is assumed.
            let security = LinkSecurity(isSecureConnections: false, isBonded: false)
            return .inbound(.bluetooth(name, .encrypted(security)))
        case .disconnected(let reason): return .inbound(.bluetooth(name, .disconnected(.init(hci: reason))))
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

extension DisconnectReason {
    /// HCI's code for the end of a connection.
    init(hci code: UInt8) {
        switch code {
        case 0x13, 0x14, 0x15: self = .remote
        case 0x08: self = .supervisionTimeout
        case 0x16: self = .local
        case 0x05, 0x3D: self = .authentication
        default: self = .other("HCI reason \(code.hexadecimal)")
        }
    }
}
