import Ground
import Links
import NearbyInteraction
import Traces

/// Who the capturing host was connected to: one accessory for each peer's address, whatever its handles were.
struct PeerTable: Sendable {
    /// The most peers that are told apart; what is beyond counts as the last one.
    static let most = 1_000

    struct Peer: Sendable {
        var address: BluetoothAddress?
        let firstHandle: UInt16
        /// Whether the host was the accessory: then its own frames are those that the phone received.
        var hostIsAccessory: Bool?
        var channel: NearbyChannel = NearbyChannel()
        var pdus = 0
        var name: AccessoryName = ""
    }

    private struct LinkKey: Hashable, Sendable {
        let adapter: UInt16
        let handle: UInt16
    }

    private var peers: [Peer] = []
    /// Which peer is behind a handle now.
    private var links: [LinkKey: Int] = [:]
    private var known: [BluetoothAddress: Int] = [:]
    private var classicConnections = 0

    /// What an event is for a peer; nil when it is for none.
    mutating func receive(_ event: CapturedBluetoothEvent) -> (Int, HostSide.Act)? {
        switch event.kind {
        case .connected(let connection):
            guard connection.transport == .lowEnergy else {
                classicConnections += 1
                return nil
            }
            return (connect(connection), .connected(connection.peer))
        case .disconnected(let handle, let reason):
            let peer = links.removeValue(forKey: LinkKey(adapter: event.adapter, handle: handle))
            return peer.map { ($0, .disconnected(reason)) }
        case .encryption(let handle, status: 0, isOn: true):
            return links[LinkKey(adapter: event.adapter, handle: handle)].map { ($0, .encrypted) }
        case .att(let frame):
            // A frame that is there only in part is told as a finding; as a frame it would say what nobody sent.
            guard frame.isComplete else { return nil }
            let peer = links[LinkKey(adapter: frame.adapter, handle: frame.handle)] ?? stranger(frame)
            peers[peer].pdus += 1
            peers[peer].channel.receive(frame.payload, at: event.offset, frame.direction)
            return (peer, .pdu(frame.payload, frame.direction))
        case .encryption, .connectionFailed, .encryptionRefreshed, .security, .l2cap, .hci, .monitor, .finding:
            return nil
        }
    }

    private mutating func connect(_ connection: BluetoothConnection) -> Int {
        let key = LinkKey(adapter: connection.adapter, handle: connection.handle)
        if let peer = known[connection.peer] {
            links[key] = peer
            return peer
        }
        let peer = add(
            Peer(
                address: connection.peer, firstHandle: connection.handle,
                hostIsAccessory: connection.role.map { $0 == .peripheral }))
        if peers.count < Self.most { known[connection.peer] = peer }
        links[key] = peer
        return peer
    }

    private mutating func stranger(_ frame: L2CAPFrame) -> Int {
        let peer = add(Peer(address: nil, firstHandle: frame.handle, hostIsAccessory: nil))
        links[LinkKey(adapter: frame.adapter, handle: frame.handle)] = peer
        return peer
    }

    private mutating func add(_ peer: Peer) -> Int {
        guard peers.count < Self.most else { return peers.count - 1 }
        peers.append(peer)
        return peers.count - 1
    }

    /// The peers with their names, and on which side each capture was made.
    func settled(called names: [AccessoryName]) -> SettledPeers {
        SettledPeers(peers, classicConnections: classicConnections, called: names)
    }
}

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

/// What the capturing host saw of a connection: its own doing, or the peer's.
enum HostSide {
    enum Act: Sendable {
        case connected(BluetoothAddress)
        case disconnected(UInt8)
        case encrypted
        /// A PDU of ATT; the direction is the host's, nil where the capture does not tell.
        case pdu([UInt8], FrameDirection?)
    }

    enum Event {
        case inbound(Inbound)
        case outbound(Outbound)
    }
}
