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
    public static let all: [LinkKind] = [.bluetooth, .kit, .reader, .stage, .console]
}

extension LinkID {
    public var kind: LinkKind {
        switch self {
        case .bluetooth: .bluetooth
        case .kit: .kit
        case .reader: .reader
        case .stage: .stage
        case .console: .console
        }
    }

    /// The same link under the name that its accessory has for strangers.
    func renamed(_ rename: (AccessoryName) -> AccessoryName) -> LinkID {
        switch self {
        case .bluetooth(let name): .bluetooth(rename(name))
        case .console(let name): .console(rename(name))
        case .kit, .reader, .stage: self
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
        case .console(_, let line): ConsoleLine(text: line)
        case .fault(_, let fault): fault
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
        }
    }
}
