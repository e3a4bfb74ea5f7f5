/// The kind of a packet on Linux's monitor channel (bluez.md 3.1).
public struct MonitorOpcode: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let newIndex = MonitorOpcode(rawValue: 0)
    public static let deletedIndex = MonitorOpcode(rawValue: 1)
    public static let command = MonitorOpcode(rawValue: 2)
    public static let event = MonitorOpcode(rawValue: 3)
    public static let aclOut = MonitorOpcode(rawValue: 4)
    public static let aclIn = MonitorOpcode(rawValue: 5)
    public static let synchronousOut = MonitorOpcode(rawValue: 6)
    public static let synchronousIn = MonitorOpcode(rawValue: 7)
    public static let openIndex = MonitorOpcode(rawValue: 8)
    public static let closeIndex = MonitorOpcode(rawValue: 9)
    public static let indexInformation = MonitorOpcode(rawValue: 10)
    public static let vendorDiagnostics = MonitorOpcode(rawValue: 11)
    public static let systemNote = MonitorOpcode(rawValue: 12)
    public static let userLogging = MonitorOpcode(rawValue: 13)
    public static let controlOpen = MonitorOpcode(rawValue: 14)
    public static let controlClose = MonitorOpcode(rawValue: 15)
    public static let controlCommand = MonitorOpcode(rawValue: 16)
    public static let controlEvent = MonitorOpcode(rawValue: 17)
    public static let isochronousOut = MonitorOpcode(rawValue: 18)
    public static let isochronousIn = MonitorOpcode(rawValue: 19)

    /// The opcode for an HCI packet.
    public init(_ type: HCIPacketType, _ direction: FrameDirection) {
        switch (type, direction) {
        case (.command, _): self = .command
        case (.event, _): self = .event
        case (.acl, .outbound): self = .aclOut
        case (.acl, .inbound): self = .aclIn
        case (.synchronous, .outbound): self = .synchronousOut
        case (.synchronous, .inbound): self = .synchronousIn
        case (.isochronous, .outbound): self = .isochronousOut
        case (.isochronous, .inbound): self = .isochronousIn
        }
    }

    /// The kind of HCI packet; nil for other records.
    public var packetType: HCIPacketType? {
        switch self {
        case .command: .command
        case .event: .event
        case .aclOut, .aclIn: .acl
        case .synchronousOut, .synchronousIn: .synchronous
        case .isochronousOut, .isochronousIn: .isochronous
        default: nil
        }
    }

    /// The direction of an HCI packet; nil for other records.
    public var direction: FrameDirection? {
        switch self {
        case .command, .aclOut, .synchronousOut, .isochronousOut: .outbound
        case .event, .aclIn, .synchronousIn, .isochronousIn: .inbound
        default: nil
        }
    }
}

/// A packet of Linux's monitor channel without its header.
public struct MonitorRecord: Hashable, Sendable {
    public let opcode: MonitorOpcode
    public let payload: [UInt8]

    public init(_ opcode: MonitorOpcode, _ payload: [UInt8]) {
        self.opcode = opcode
        self.payload = payload
    }
}
