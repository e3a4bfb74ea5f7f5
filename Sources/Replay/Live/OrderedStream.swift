import Ground
import Links
import UCI

/// Things that arrive in a fixed order among themselves: of two streams it is chance which speaks first.
enum OrderedStream: Hashable, Sendable {
    /// Answers to the phone's requests, one at a time.
    case answers(AccessoryName)
    /// What one characteristic notifies or indicates.
    case notices(AccessoryName, handle: UInt16)
    /// Requests and commands that the accessory makes of the phone.
    case requests(AccessoryName)
    /// The link itself: heard, up, encrypted, down.
    case state(AccessoryName)
    /// The accessory's wishes for the link.
    case wishes(AccessoryName)
    case kitLine
    case kitAnswers
    /// What the kit tells of itself.
    case kitNotices
    /// What the kit tells of one session, by the id that the recording has for it.
    case kitSession(UInt32)
    case reader
    /// All that comes over one connection on the network, which keeps its order.
    case connection(StreamID)
    /// What becomes of a companion on the network.
    case companion(CompanionName)
    case phoneOnStage
    case accessoryOnStage(AccessoryName)
    case tagOnStage(TagName)

    /// The link on which it goes.
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

    /// Whether what comes on it is made by the rig alone, and never by an accessory or a tag.
    var isOfRig: Bool {
        switch self {
        case .kitLine, .kitAnswers, .kitNotices, .companion, .phoneOnStage, .accessoryOnStage, .tagOnStage: true
        case .answers, .notices, .requests, .state, .wishes, .kitSession, .reader, .connection: false
        }
    }
}

/// What arrives again and again, and is not waited for one by one.
enum Stream: Hashable, Sendable {
    /// Ranging rounds of one session, by the id that the recording has for it.
    case rounds(UInt32)
    case console(AccessoryName)
    /// What a characteristic notifies unasked, such as a battery's level.
    case notices(AccessoryName, handle: UInt16)
}

/// Where something that arrives belongs.
enum Place: Hashable, Sendable {
    case ordered(OrderedStream)
    case stream(Stream)
    /// Says nothing about accessory or tag, such as a driver's doubt.
    case aside

    /// `session` gives the recording's id for a session's token.
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
        case .stage(.arrived(let name)), .stage(.powered(let name)): self = .ordered(.accessoryOnStage(name))
        case .stage(.presented(let name)), .stage(.removed(let name)): self = .ordered(.tagOnStage(name))
        // Screens are no part of what is played again against a live bench, as their connections are not.
        case .stage(.acted): self = .aside
        case .console(let name, _): self = .stream(.console(name))
        case .stream(let stream, _): self = .ordered(.connection(stream))
        case .discovery(.published(let name, _, _)), .discovery(.withdrawn(let name)):
            self = .ordered(.companion(name))
        // How many connections a driver saw beside those that it took is chance.
        case .fault, .finding: self = .aside
        }
    }

    /// By the opcode: responses are odd, and of what the accessory sends by itself the handle decides
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
    /// One whole control packet, as the pieces on a kit's line were put together; nil for anything else.
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
