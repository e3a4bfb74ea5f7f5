import Ground
import Links
import NearbyInteraction
import Recordings
import Traces

/// The peers of the capturing host: one accessory for each peer's address, regardless of its handles.
struct PeerTable: Sendable {
    /// The maximum number of distinct peers; any more count as the last one.
    static let most = 1_000

    struct Peer: Sendable {
        var address: BluetoothAddress?
        let firstHandle: UInt16
        /// Whether the host was the accessory, so that its own frames are those that the phone received.
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
    /// The peer currently behind each handle.
    private var links: [LinkKey: Int] = [:]
    private var known: [BluetoothAddress: Int] = [:]
    private var classicConnections = 0
    private let ids: MessageIdentifiers

    /// Creates a table of peers whose data channel has these message ids.
    init(_ ids: MessageIdentifiers = .appleSample) { self.ids = ids }

    /// The action of a peer in an event; nil if it has none.
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
            // A truncated frame is reported as a finding, because as a frame it would show something that was never
            // sent.
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
        peers[peers.count - 1].channel = NearbyChannel(ids)
        return peers.count - 1
    }

    /// The peers with their names, and the side on which each capture was made.
    func settled(called names: [AccessoryName]) -> SettledPeers {
        SettledPeers(peers, classicConnections: classicConnections, called: names)
    }
}

/// The peers of a capture after all of it was read: those with Nearby Interaction first, each with a name.
struct SettledPeers: Sendable {
    static let none = SettledPeers([], classicConnections: 0)

    private var peers: [PeerTable.Peer]
    private let classicConnections: Int
    /// The names, in order.
    private(set) var names: [AccessoryName] = []

    /// Creates the settled peers; `called` are names for the first of them, in order.
    init(_ table: [PeerTable.Peer], classicConnections: Int, called given: [AccessoryName] = []) {
        peers = table
        self.classicConnections = classicConnections
        let order = peers.indices.sorted { left, right in
            let (a, b) = (peers[left].channel.isRecognised, peers[right].channel.isRecognised)
            return a == b ? left < right : a
        }
        var number = 0
        for (place, peer) in order.enumerated() {
            // The number of its position, or the next one that is not taken.
            number = max(number, place) + 1
            while place >= given.count, given.contains(AccessoryName("accessory\(number)")) { number += 1 }
            peers[peer].name = place < given.count ? given[place] : AccessoryName("accessory\(number)")
            names.append(peers[peer].name)
            // If no connection event decides the role, messages that only an accessory sends do.
            if peers[peer].hostIsAccessory == nil {
                peers[peer].hostIsAccessory = peers[peer].channel.hostIsAccessory ?? false
            }
        }
    }

    /// The attributes of the recognised data channels.
    var handles: [AccessoryName: ChannelHandles] {
        Dictionary(
            peers.compactMap { peer in peer.channel.handles.map { (peer.name, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// The remarks on the peers, available once they are settled.
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

    /// The event of the trace, seen from the phone; nil for a peer that is unknown to the first pass.
    func event(_ act: HostSide.Act, of peer: Int) -> HostSide.Event? {
        guard peers.indices.contains(peer) else { return nil }
        let hostIsAccessory = peers[peer].hostIsAccessory ?? false
        let name = peers[peer].name
        switch act {
        case .connected(let address): return .inbound(.bluetooth(name, .connected(address)))
        case .encrypted:
            // HCI reports neither the kind of pairing nor whether the key was stored, so the least is assumed.
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

    /// Whether a PDU is of a kind that the phone sends, for unknown senders: all but responses, notifications and
    /// indications.
    private static func isOfClient(_ pdu: [UInt8]) -> Bool {
        guard let opcode = pdu.first else { return true }
        // Commands have bit 6; requests have even numbers, and so has a confirmation, 0x1E. 0x1D is an indication.
        return opcode & 0x40 != 0 || opcode % 2 == 0
    }
}

/// A connection as the capturing host saw it.
enum HostSide {
    enum Act: Sendable {
        case connected(BluetoothAddress)
        case disconnected(UInt8)
        case encrypted
        /// An ATT PDU; the direction is the host's, or nil if the capture does not have it.
        case pdu([UInt8], FrameDirection?)
    }

    enum Event {
        case inbound(Inbound)
        case outbound(Outbound)
    }
}
