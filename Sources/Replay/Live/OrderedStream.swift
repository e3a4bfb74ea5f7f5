import Ground
import Links
import UWB

/// Arrivals in a fixed order among themselves. The order between two streams varies.
enum OrderedStream: Hashable, Sendable {
    /// Answers to the phone's requests, one at a time.
    case answers(AccessoryName)
    /// Notifications or indications of one characteristic.
    case notices(AccessoryName, handle: UInt16)
    /// The accessory's requests and commands to the phone.
    case requests(AccessoryName)
    /// Events of the link itself: heard, up, encrypted, down.
    case state(AccessoryName)
    /// The accessory's requests for link parameters.
    case wishes(AccessoryName)
    case kitLine
    case kitAnswers
    /// The kit's notifications about itself.
    case kitNotices
    /// The kit's notifications about one session, by the recording's id for it.
    case kitSession(UInt32)
    case reader
    /// Everything on one network connection, which preserves order.
    case connection(StreamID)
    /// The discovery events of a companion.
    case companion(CompanionName)
    case phoneOnStage
    case accessoryOnStage(AccessoryName)
    case tagOnStage(TagName)

    /// The link that carries the stream.
    var link: LinkID {
        switch self {
        case .answers(let name), .notices(let name, _), .requests(let name), .state(let name), .wishes(let name):
            .bluetooth(name)
        case .kitLine, .kitAnswers, .kitNotices, .kitSession: .kit
        case .reader: .reader
        case .connection(let stream): .stream(stream)
        case .companion: .discovery
        case .phoneOnStage, .accessoryOnStage, .tagOnStage: .stage
        }
    }

    /// Whether the rig alone produces the stream, never an accessory or a tag.
    var isOfRig: Bool {
        switch self {
        case .kitLine, .kitAnswers, .kitNotices, .companion, .phoneOnStage, .accessoryOnStage, .tagOnStage: true
        case .answers, .notices, .requests, .state, .wishes, .kitSession, .reader, .connection: false
        }
    }
}

/// Repeated arrivals that are not awaited one by one.
enum Stream: Hashable, Sendable {
    /// The ranging rounds of one session, by the recording's id for it.
    case rounds(UInt32)
    case console(AccessoryName)
    /// Unsolicited notifications of a characteristic, such as a battery's level.
    case notices(AccessoryName, handle: UInt16)
}

/// The stream to which an arrival belongs.
enum Place: Hashable, Sendable {
    case ordered(OrderedStream)
    case stream(Stream)
    /// An arrival that shows nothing about accessory or tag, such as a driver's finding.
    case aside

    /// Classifies an arrival; `session` maps a session's token to the recording's id.
    init(of inbound: Inbound, session: (UInt32) -> UInt32 = { $0 }) {
        switch inbound {
        case .bluetooth(let name, .frame(let bytes)): self = Self.place(ofFrame: bytes, of: name)
        case .bluetooth(let name, .connectionParametersRequested): self = .ordered(.wishes(name))
        case .bluetooth(_, .finding): self = .aside
        case .bluetooth(let name, _): self = .ordered(.state(name))
        case .kit(.opened): self = .ordered(.kitLine)
        case .kit(.bytes(let bytes)): self = Self.place(ofPacket: bytes, session)
        case .reader: self = .ordered(.reader)
        case .stage(.turned): self = .ordered(.phoneOnStage)
        case .stage(.arrived(let name)), .stage(.powered(let name)), .stage(.placed(let name)),
            .stage(.radio(_, let name, _)):
            self = .ordered(.accessoryOnStage(name))
        // Only some rigs read anything back.
        case .stage(.readBack): self = .aside
        case .stage(.presented(let name)), .stage(.removed(let name)): self = .ordered(.tagOnStage(name))
        // Neither screens nor their connections are played against a live bench.
        case .stage(.acted): self = .aside
        case .console(let name, _): self = .stream(.console(name))
        case .stream(let stream, _): self = .ordered(.connection(stream))
        case .discovery(.published(let name, _, _)), .discovery(.withdrawn(let name)):
            self = .ordered(.companion(name))
        // The number of connections that a driver saw apart from its own varies.
        case .fault, .finding: self = .aside
        }
    }

    /// Classifies a frame by its opcode: responses are odd, and notifications and indications are separated by handle
    /// (Core Specification, volume 3, part F, section 3.4.8).
    private static func place(ofFrame bytes: [UInt8], of name: AccessoryName) -> Place {
        switch bytes.first {
        case 0x1B, 0x1D, 0x23:
            guard bytes.count >= 3 else { return .ordered(.notices(name, handle: 0)) }
            return .ordered(.notices(name, handle: UInt16(bytes[1]) | UInt16(bytes[2]) << 8))
        case let opcode? where opcode & 1 == 0: return .ordered(.requests(name))
        case nil: return .ordered(.requests(name))
        default: return .ordered(.answers(name))
        }
    }

    private static func place(ofPacket bytes: [UInt8], _ session: (UInt32) -> UInt32) -> Place {
        guard let packet = UCIPacket(whole: bytes), packet.type != .data else { return .aside }
        guard packet.type == .notification else { return .ordered(.kitAnswers) }
        switch try? UCINotification(decoding: packet) {
        case .sessionInfo(let info): return .stream(.rounds(session(info.token.rawValue)))
        case .sessionStatus(let token, _, _): return .ordered(.kitSession(session(token.rawValue)))
        case .multicastList(let update): return .ordered(.kitSession(session(update.token.rawValue)))
        case .deviceStatus, .genericError, .other, nil: return .ordered(.kitNotices)
        }
    }
}

extension UCIPacket {
    /// Parses one whole control packet, as reassembled from the pieces on a kit's line; nil for anything else.
    init?(whole bytes: [UInt8]) {
        guard bytes.count >= 4 else { return nil }
        let type = MessageType(rawValue: bytes[0] >> 5)
        var payload: [UInt8] = []
        var rest = bytes[...]
        // A long packet is several segments with the same header.
        while rest.count >= 4 {
            let piece = Array(rest.prefix(4))
            let count = Int(piece[3])
            guard rest.count >= 4 + count else { return nil }
            payload += rest.dropFirst(4).prefix(count)
            rest = rest.dropFirst(4 + count)
        }
        guard rest.isEmpty else { return nil }
        self.init(type: type, group: GroupIdentifier(rawValue: bytes[0]), opcode: bytes[1], payload: payload)
    }
}
