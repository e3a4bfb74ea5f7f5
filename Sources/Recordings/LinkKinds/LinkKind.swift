public import Ground
public import Links
public import Traces

/// One kind of link: its frames, and the description of its interfaces for viewers.
public final class LinkKind: Sendable {
    public let event: any LinkEvent.Type
    /// The type of its requests; nil if the link takes none.
    public let request: (any LinkRequest.Type)?
    /// The filter kinds of its frames, in the order of a run.
    public let filterKinds: [String]
    /// The link type of its packets in a capture; nil if viewers see only remarks.
    public let linkType: LinkType?
    /// The description of the interface in viewers.
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

// The registration of the kinds: one line per kind in each of these.

extension LinkKind {
    public static let all: [LinkKind] = [.bluetooth, .kit, .reader, .stage, .console, .stream, .discovery]
}

extension LinkID {
    public var kind: LinkKind {
        switch self {
        case .bluetooth: .bluetooth
        case .kit: .kit
        case .reader, .tag: .reader
        case .stage: .stage
        case .console: .console
        case .stream: .stream
        case .discovery: .discovery
        }
    }

    /// Returns the same link under its accessory's pseudonym.
    func renamed(_ rename: (AccessoryName) -> AccessoryName) -> LinkID {
        switch self {
        case .bluetooth(let name): .bluetooth(rename(name))
        case .console(let name): .console(rename(name))
        case .stream(let stream): .stream(stream.renamed(rename))
        case .kit, .reader, .tag, .stage, .discovery: self
        }
    }

    /// Appends the link's code, which is in FORMAT.md and never changes its meaning, and its name.
    public func append(to bytes: inout [UInt8]) {
        switch self {
        case .bluetooth(let name): bytes.append(1, name)
        case .kit: bytes.append(2)
        case .reader: bytes.append(3)
        case .stage: bytes.append(4)
        case .console(let name): bytes.append(5, name)
        // 6 is the code of a fault, 9 that of a finding.
        case .stream(let stream):
            bytes.append(7)
            bytes.append(little: stream.connection)
            bytes.append(text: stream.service)
        case .discovery: bytes.append(8)
        case .tag: bytes.append(10)
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
            let start = reader.offset
            let service = try reader.text("a service's name")
            guard let stream = StreamID(service: service, connection: connection) else {
                throw Malformed(at: start, "there is no connection \(connection) to \(service.shown())")
            }
            self = .stream(stream)
        case 8: self = .discovery
        case 10: self = .tag
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

// Most events of a trace are packets of a frame's raw bytes; these paths avoid existentials.

extension FrameView {
    /// Returns an arrival that is one packet of its raw bytes; nil if `shown` determines its view.
    public mutating func plain(_ inbound: Inbound) -> PlainFrame? {
        switch inbound {
        case .bluetooth(let name, .frame(let pdu)): bluetooth.plain(pdu, with: name, .inbound)
        case .kit(.bytes(let bytes)): kit.plain(bytes, .inbound)
        case .stream(let stream, .bytes(let bytes)): streams.plain(bytes, on: stream, .inbound)
        default: nil
        }
    }

    /// Returns an outbound frame that is such a packet.
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
    /// Creates the frame that a packet on a link holds.
    public init(packet bytes: [UInt8], on link: LinkID) throws(Malformed) {
        switch link {
        case .bluetooth(let name): self = .bluetooth(name, .frame(bytes))
        case .kit: self = .kit(.bytes(bytes))
        case .reader: self = .reader(.response(bytes))
        case .stream(let stream): self = .stream(stream, .bytes(bytes))
        case .tag, .stage, .console, .discovery: throw Malformed(at: 0, "\(link) has no packets")
        }
    }
}

extension Outbound {
    /// Creates the frame that a packet on a link holds, with the time limit from a tag command's record.
    public init(packet bytes: [UInt8], within limit: Lapse?, on link: LinkID) throws(Malformed) {
        switch (link, limit) {
        case (.bluetooth(let name), nil): self = .bluetooth(name, .frame(bytes))
        case (.kit, nil): self = .kit(.bytes(bytes))
        case (.reader, let limit?): self = .reader(.exchange(bytes, within: limit))
        case (.stream(let stream), nil): self = .stream(stream, .bytes(bytes))
        default: throw Malformed(at: 0, "a packet on \(link) does not have this record")
        }
    }
}
