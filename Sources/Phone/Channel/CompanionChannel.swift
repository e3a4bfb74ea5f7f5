import GATT
import Ground
import Links
import NearbyInteraction

/// The data channel to an accessory or another phone over any transport: GATT, or a network connection.
///
/// Operations that only GATT has, pairing and subscriptions, are reported as impossible on a connection; scenarios
/// that need them are skipped there. This is not an enumeration because a case's payload is copied whenever it
/// changes.
struct CompanionChannel: Sendable {
    typealias Effect = ChannelEffect<Outbound>

    let link: LinkID
    /// One of these two is non-nil.
    private var gatt: AccessoryChannel?
    private var stream: StreamChannel?

    /// Creates a channel over Bluetooth LE.
    init(to name: AccessoryName, gatt: AccessoryChannel) {
        link = .bluetooth(name)
        self.gatt = gatt
    }

    /// Creates a channel over the network connection to an accessory.
    init(to name: AccessoryName, stream: StreamChannel) {
        link = .dataChannel(of: name, isOnNetwork: true)
        self.stream = stream
    }

    var canSend: Bool { gatt?.canSend ?? stream?.canSend ?? false }
    var isReady: Bool { gatt?.isReady ?? stream?.isReady ?? false }
    var isUp: Bool { gatt?.isUp ?? stream?.isUp ?? false }
    var longestReceived: Int? { gatt?.longestReceived }
    /// The ATT_MTU of the link; nil over the network.
    var mtu: UInt16? { gatt?.link.client.mtu }

    /// The incomplete message; nil over GATT, which delimits messages itself.
    var unfinished: MessageStream.Unfinished? { stream?.unfinished }

    var deadline: Instant? { gatt?.deadline ?? stream?.deadline }

    mutating func receive(_ event: BluetoothEvent, at now: Instant) -> [Effect] {
        outbound(gatt?.receive(event, at: now))
    }

    /// Receives a line that the accessory printed.
    mutating func receive(printed line: String, at now: Instant) -> [Effect] {
        outbound(gatt?.receive(printed: line, at: now))
    }

    mutating func receive(_ event: StreamEvent, at now: Instant) -> [Effect] {
        outbound(stream?.receive(event, at: now))
    }

    mutating func advance(to now: Instant) -> [Effect] {
        outbound(gatt?.advance(to: now)) + outbound(stream?.advance(to: now))
    }

    mutating func send(_ message: [UInt8], _ kind: MessageKind, at now: Instant) -> [Effect] {
        outbound(gatt?.send(message, kind, at: now)) + outbound(stream?.send(message, kind, at: now))
    }

    mutating func connect(within limit: Lapse, upTo stage: ChannelStage, at now: Instant) -> [Effect] {
        outbound(gatt?.connect(within: limit, upTo: stage, at: now)) + outbound(stream?.open(within: limit, at: now))
    }

    mutating func disconnect() -> [Effect] { outbound(gatt?.disconnect()) + outbound(stream?.disconnect()) }

    mutating func abandon() {
        gatt?.abandon()
        stream?.abandon()
    }

    /// Performs an operation that only a channel over GATT supports.
    mutating func overGATT(_ act: (inout AccessoryChannel) -> [AccessoryChannel.Effect]) -> [Effect] {
        guard var channel = gatt.take() else {
            let meaning = "a network connection has no advertising, no characteristics and no pairing"
            return [.finding(Finding("channel.notPossible", .note, meaning))]
        }
        defer { gatt = channel }
        return outbound(act(&channel))
    }

    private func outbound(_ effects: [ChannelEffect<BluetoothRequest>]?) -> [Effect] {
        guard let effects, case .bluetooth(let name) = link else { return [] }
        return effects.map { $0.asking { .bluetooth(name, $0) } }
    }

    private func outbound(_ effects: [ChannelEffect<StreamRequest>]?) -> [Effect] {
        guard let effects, case .stream(let stream) = link else { return [] }
        return effects.map { $0.asking { .stream(stream, $0) } }
    }
}

extension ChannelEffect {
    /// Returns the effect with its request as one for any link.
    fileprivate func asking(_ outbound: (Request) -> Outbound) -> ChannelEffect<Outbound> {
        switch self {
        case .request(let request): .request(outbound(request))
        case .event(let event): .event(event)
        case .opened: .opened
        case .message(let bytes): .message(bytes)
        case .sent(let kind): .sent(kind)
        case .finding(let finding): .finding(finding)
        case .console(let bytes): .console(bytes)
        }
    }
}
