public import Ground
public import Links
public import Traces

/// One kind of link: its frames, and what viewers are told of its interfaces.
public final class LinkKind: Sendable {
    public let event: any LinkEvent.Type
    /// Nil for a link that takes no requests.
    public let request: (any LinkRequest.Type)?
    /// The kinds by which filters know its frames, in the order of a run.
    public let filterKinds: [String]
    /// What its packets are in a capture; nil where viewers see remarks alone.
    public let linkType: LinkType?
    /// What viewers show as the interface's description.
    public let summary: String?

    init(
        event: any LinkEvent.Type, request: (any LinkRequest.Type)?, filterKinds: [String], linkType: LinkType? = nil,
        summary: String? = nil
    ) {
        self.event = event
        self.request = request
        self.filterKinds = filterKinds
        self.linkType = linkType
        self.summary = summary
    }
}

// Where each kind is registered: a line a kind in each of these.

extension LinkKind {
    public static let all: [LinkKind] = [.bluetooth, .kit, .reader, .stage, .console, .stream, .discovery]
}

extension LinkID {
    public var kind: LinkKind {
        switch self {
        case .bluetooth: .bluetooth
        case .kit: .kit
        case .reader: .reader
        case .stage: .stage
        case .console: .console
        case .stream: .stream
        case .discovery: .discovery
        }
    }

    /// The same link under the name that its accessory has for strangers.
    func renamed(_ rename: (AccessoryName) -> AccessoryName) -> LinkID {
        switch self {
        case .bluetooth(let name): .bluetooth(rename(name))
        case .console(let name): .console(rename(name))
        case .stream(let stream): .stream(stream.renamed(rename))
        case .kit, .reader, .stage, .discovery: self
        }
    }

    /// The code is in FORMAT.md and never changes its meaning.
    public func append(to bytes: inout [UInt8]) {
        switch self {
        case .bluetooth(let name): bytes.append(1, name)
        case .kit: bytes.append(2)
        case .reader: bytes.append(3)
        case .stage: bytes.append(4)
        case .console(let name): bytes.append(5, name)
        // 6 is a fault's, 9 a finding's.
        case .stream(let stream):
            bytes.append(7)
            bytes.append(little: stream.connection)
            bytes.append(text: stream.service)
        case .discovery: bytes.append(8)
        }
    }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        let code = try reader.u8("a link")
        switch code {
        case 1: self = .bluetooth(try reader.accessory("an accessory's name"))
        case 2: self = .kit
        case 3: self = .reader
        case 4: self = .stage
        case 5: self = .console(try reader.accessory("an accessory's name"))
        case 7:
            let connection = try reader.u32("a connection's number")
            self = .stream(StreamID(try reader.text("a service's name"), connection))
        case 8: self = .discovery
        default: throw reader.unknown(code, "a link")
        }
    }
}

extension Inbound {
    public var frame: any LinkEvent {
        switch self {
        case .bluetooth(_, let event): event
        case .kit(let event): event
        case .reader(let event): event
        case .stage(let event): event
        case .stream(_, let event): event
        case .discovery(let event): event
        case .console(_, let line): ConsoleLine(text: line)
        case .fault(_, let fault): fault
        case .finding(_, let finding): finding
        }
    }
}

extension Outbound {
    public var frame: any LinkRequest {
        switch self {
        case .bluetooth(_, let request): request
        case .kit(let request): request
        case .reader(let request): request
        case .stage(let request): request
        case .stream(_, let request): request
        case .discovery(let request): request
        case .console(_, let request): request
        }
    }
}

// Most events of a trace are packets with a frame's own bytes: these have no existential in their way.

extension FrameView {
    /// Something that came as one packet of its own bytes; nil where `shown` says what viewers see.
    public mutating func plain(_ inbound: Inbound) -> PlainFrame? {
        switch inbound {
        case .bluetooth(let name, .frame(let pdu)): bluetooth.plain(pdu, with: name, .inbound)
        case .kit(.bytes(let bytes)): kit.plain(bytes, .inbound)
        case .stream(let stream, .bytes(let bytes)): streams.plain(bytes, on: stream, .inbound)
        default: nil
        }
    }

    /// Something that was sent as such a packet.
    public mutating func plain(_ outbound: Outbound) -> PlainFrame? {
        switch outbound {
        case .bluetooth(let name, .frame(let pdu)): bluetooth.plain(pdu, with: name, .outbound)
        case .kit(.bytes(let bytes)): kit.plain(bytes, .outbound)
        case .stream(let stream, .bytes(let bytes)): streams.plain(bytes, on: stream, .outbound)
        default: nil
        }
    }
}

extension Inbound {
    /// The frame that a packet on a link holds.
    public init(packet bytes: [UInt8], on link: LinkID) throws(Malformed) {
        switch link {
        case .bluetooth(let name): self = .bluetooth(name, .frame(bytes))
        case .kit: self = .kit(.bytes(bytes))
        case .reader: self = .reader(.response(bytes))
        case .stream(let stream): self = .stream(stream, .bytes(bytes))
        case .stage, .console, .discovery: throw Malformed(at: 0, "\(link) has no packets")
        }
    }
}

extension Outbound {
    /// The frame that a packet on a link holds, with the limit that a tag command's record has.
    public init(packet bytes: [UInt8], within limit: Span?, on link: LinkID) throws(Malformed) {
        switch (link, limit) {
        case (.bluetooth(let name), nil): self = .bluetooth(name, .frame(bytes))
        case (.kit, nil): self = .kit(.bytes(bytes))
        case (.reader, let limit?): self = .reader(.exchange(bytes, within: limit))
        case (.stream(let stream), nil): self = .stream(stream, .bytes(bytes))
        default: throw Malformed(at: 0, "a packet on \(link) does not have this record")
        }
    }
}
