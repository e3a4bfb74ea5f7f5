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
