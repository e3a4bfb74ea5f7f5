import GATT
import Ground
import Links
import NearbyInteraction
import UWB

/// The parts of the bench that are up, according to the traffic on the links.
struct NetworkState {
    private(set) var connected: [LinkID] = []
    /// The companions that can be discovered.
    private(set) var published: [CompanionName] = []
    /// The reason why each link that was up is now down.
    private var ends: [AccessoryName: DisconnectReason] = [:]
    private(set) var isKitOpen = false
    private(set) var isReaderOpen = false
    /// The stop message for each accessory that has been configured and not stopped.
    private(set) var stops: [Outbound] = []
    /// The kit's sessions that are open.
    private(set) var sessions: [SessionToken] = []
    /// Whether the reader has a request outstanding; it takes one at a time.
    private(set) var isReaderBusy = false
    /// The longest time that kit and reader may take to open.
    static let bringUpLimit = Lapse.seconds(15)
    /// The limits until which the phone itself waits for an accessory to be found or connected, and for kit and
    /// reader to open.
    private(set) var limits: [OrderedStream: Instant] = [:]
    /// The number of commands that the kit has answered.
    private(set) var kitAnswers = 0
    private var asked: UInt32?
    /// The message ids of accessories that do not use those of Apple's sample app.
    private let identifiers: [AccessoryName: MessageIdentifiers]

    init(_ channels: [AccessoryName: DataChannelProfile] = [:]) {
        identifiers = channels.mapValues(\.identifiers)
    }

    /// Whether the frame can be sent; false if it needs a link that is down.
    func canSend(_ outbound: Outbound) -> Bool {
        switch outbound {
        case .bluetooth(_, .frame), .bluetooth(_, .pair), .bluetooth(_, .disconnect), .stream(_, .bytes):
            connected.contains(outbound.link)
        case .kit(.bytes), .kit(.close): isKitOpen
        default: true
        }
    }

    /// The end of the link that a stream depends on; nil if the link is up, was never up or is not needed.
    func end(for stream: OrderedStream) -> Inbound? {
        switch stream {
        case .answers(let name), .notices(let name, _), .requests(let name), .wishes(let name):
            ends[name].map { .bluetooth(name, .disconnected($0)) }
        case .state, .kitLine, .kitAnswers, .kitNotices, .kitSession, .reader, .connection, .companion, .phoneOnStage,
            .accessoryOnStage, .tagOnStage:
            nil
        }
    }

    mutating func received(_ inbound: Inbound) {
        switch inbound {
        case .bluetooth(let name, .connected):
            limits[.state(name)] = nil
            ends[name] = nil
            connect(inbound.link)
        case .bluetooth(let name, .disconnected(let reason)):
            ends[name] = reason
            disconnect(inbound.link)
        case .stream(_, .opened): connect(inbound.link)
        case .stream(_, .closed), .stream(_, .ended): disconnect(inbound.link)
        case .discovery(.published(let name, _, _)): if !published.contains(name) { published.append(name) }
        case .discovery(.withdrawn(let name)): published.removeAll { $0 == name }
        case .kit(.opened): isKitOpen = true
        case .kit(.bytes(let bytes)): learn(bytes)
        case .reader(let event):
            isReaderBusy = false
            limits[.reader] = nil
            if case .opened = event { isReaderOpen = true }
        default: break
        }
    }

    private mutating func connect(_ link: LinkID) { if !connected.contains(link) { connected.append(link) } }

    private mutating func disconnect(_ link: LinkID) {
        connected.removeAll { $0 == link }
        stops.removeAll { $0.link == link }
    }

    mutating func sent(_ outbound: Outbound, at now: Instant) {
        switch outbound {
        case .bluetooth(let name, .connect(let span)), .bluetooth(let name, .find(let span)):
            limits[.state(name)] = now + span
        case .bluetooth(let name, .disconnect): limits[.state(name)] = nil
        case .bluetooth(let name, .frame(let bytes)): note(bytes, to: name)
        case .stream(let stream, .bytes(let bytes)): note(bytes, on: stream)
        case .kit(.bytes(let bytes)):
            guard let packet = UCIPacket(whole: bytes) else { return }
            switch try? UCICommand(decoding: packet) {
            case .sessionInit(let id, _): asked = id
            case .sessionDeinit(let token): sessions.removeAll { $0 == token }
            default: break
            }
        case .kit(.close):
            isKitOpen = false
            sessions = []
        case .kit(.open): limits[.kitLine] = now + Self.bringUpLimit
        case .reader(.close): isReaderOpen = false
        case .reader(let request):
            isReaderBusy = true
            if request == .open { limits[.reader] = now + Self.bringUpLimit }
        default: break
        }
    }

    private mutating func learn(_ bytes: [UInt8]) {
        guard let packet = UCIPacket(whole: bytes), packet.type == .response else { return }
        kitAnswers += 1
        guard let id = asked,
            case .sessionInit(let status, let handle) = try? UCIResponse(decoding: packet)
        else { return }
        asked = nil
        if status == .ok { sessions.append(handle ?? SessionToken(rawValue: id)) }
    }

    /// Tracks the messages that start and stop an accessory's ranging.
    private mutating func note(_ frame: [UInt8], to name: AccessoryName) {
        guard let (handle, value, isCommand) = Self.write(in: frame) else { return }
        let ids = identifiers[name] ?? .appleSample
        let stop: ATTPDU = isCommand ? .writeCommand(handle, [ids.stop]) : .writeRequest(handle, [ids.stop])
        note(value, ids, .bluetooth(name, .frame(stop.encoded)))
    }

    /// Tracks the same messages on a network connection, where the phone sends whole messages.
    private mutating func note(_ bytes: [UInt8], on stream: StreamID) {
        guard let name = stream.accessory else { return }
        let ids = identifiers[name] ?? .appleSample
        note(Array(bytes.dropFirst(4)), ids, .stream(stream, .bytes(MessageStream.frame([ids.stop]))))
    }

    private mutating func note(_ value: [UInt8], _ ids: MessageIdentifiers, _ stop: Outbound) {
        let isStart = value.first == ids.configureAndStart && value.count > 1
        guard isStart || value.first == ids.stop else { return }
        stops.removeAll { $0.link == stop.link }
        if isStart { stops.append(stop) }
    }

    private static func write(in frame: [UInt8]) -> (AttributeHandle, [UInt8], isCommand: Bool)? {
        switch try? ATTPDU(decoding: frame) {
        case .writeRequest(let handle, let value), .prepareWriteRequest(let handle, 0, let value):
            (handle, value, false)
        case .writeCommand(let handle, let value): (handle, value, true)
        default: nil
        }
    }
}
