import Ground

/// A query to an accessory's management server.
///
/// Identifying firmware must not change it: only these queries can be sent, each reads, and all have operation 0 in
/// the header. No case writes. gate.md, section 6.4.
public enum SMPRead: Hashable, Codable, Sendable, CaseIterable {
    /// The images and which of them are running: group 1, command 0.
    case imageState
    /// The sizes of the slots: group 1, command 6.
    case slotInformation
    /// All information on the operating system and the application: group 0, command 7, format `a`.
    case systemInformation
    /// The maximum size of a message: group 0, command 6.
    case parameters

    public var group: UInt16 {
        switch self {
        case .imageState, .slotInformation: 1
        case .systemInformation, .parameters: 0
        }
    }

    public var command: UInt8 {
        switch self {
        case .imageState: 0
        case .slotInformation, .parameters: 6
        case .systemInformation: 7
        }
    }

    private var body: CBORValue {
        switch self {
        case .systemInformation: .object(["format": .text("a")])
        case .imageState, .slotInformation, .parameters: .map([])
        }
    }

    /// Returns the complete message.
    public func encoded(sequence: UInt8, version: SMPHeader.Version = .v2) -> [UInt8] {
        let body = body.encoded()
        return SMPHeader(
            version: version.rawValue, operation: 0, length: body.count, group: group, sequence: sequence,
            command: command
        ).encoded + body
    }

    /// Creates the query of a received message, or returns nil for other messages. For simulated accessories.
    public init?(_ header: SMPHeader) {
        guard header.operation == 0,
            let read = Self.allCases.first(where: { $0.group == header.group && $0.command == header.command })
        else { return nil }
        self = read
    }

    /// Returns an accessory's answer, with the query's sequence number.
    public func answer(_ body: CBORValue, to header: SMPHeader, lengths: CBORLengths = .definite) -> [UInt8] {
        answer(body.encoded(lengths), to: header)
    }

    /// Returns a refusal of any message, in the form of its version. For simulated accessories.
    public static func refusal(of header: SMPHeader, code: UInt8) -> [UInt8] {
        let number = CBORValue.unsigned(UInt64(code))
        let error: CBORValue =
            header.version == SMPHeader.Version.v1.rawValue
            ? .object(["rc": number])
            : .object(["err": .object(["group": .unsigned(UInt64(header.group)), "rc": number])])
        let body = error.encoded()
        return SMPHeader(
            version: header.version, operation: header.operation | 1, length: body.count, group: header.group,
            sequence: header.sequence, command: header.command
        ).encoded + body
    }

    /// Returns an answer with an arbitrary body.
    public func answer(_ body: [UInt8], to header: SMPHeader, sequence: UInt8? = nil) -> [UInt8] {
        SMPHeader(
            version: header.version, operation: 1, length: body.count, group: group,
            sequence: sequence ?? header.sequence, command: command
        ).encoded + body
    }
}
