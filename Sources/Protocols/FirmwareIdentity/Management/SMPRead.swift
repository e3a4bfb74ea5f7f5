import Ground

/// A question to an accessory's management server.
///
/// Whoever identifies a firmware must not change it: these are all that can be sent, each reads, and the operation in
/// the header is 0 for every one. There is no case that writes. Sheet gate.md, section 6.4.
public enum SMPRead: Hashable, Codable, Sendable, CaseIterable {
    /// Which images there are, and which of them runs: group 1, command 0.
    case imageState
    /// How large the slots are: group 1, command 6.
    case slotInformation
    /// All that the operating system tells of itself and the application: group 0, command 7, format `a`.
    case systemInformation
    /// How long a message may be: group 0, command 6.
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

    /// The whole message.
    public func encoded(sequence: UInt8, version: SMPHeader.Version = .v2) -> [UInt8] {
        let body = body.encoded()
        return SMPHeader(
            version: version.rawValue, operation: 0, length: body.count, group: group, sequence: sequence,
            command: command
        ).encoded + body
    }

    /// The question in a message that came; nil for all else. For those who play the accessory.
    public init?(_ header: SMPHeader) {
        guard header.operation == 0,
            let read = Self.allCases.first(where: { $0.group == header.group && $0.command == header.command })
        else { return nil }
        self = read
    }

    /// What an accessory answers, with the sequence number of the question.
    public func answer(_ body: CBORValue, to header: SMPHeader, lengths: CBORLengths = .definite) -> [UInt8] {
        answer(body.encoded(lengths), to: header)
    }

    /// A refusal of any message, in the manner of its version. For those who play the accessory.
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

    /// An answer whose body is any bytes.
    public func answer(_ body: [UInt8], to header: SMPHeader, sequence: UInt8? = nil) -> [UInt8] {
        SMPHeader(
            version: header.version, operation: 1, length: body.count, group: group,
            sequence: sequence ?? header.sequence, command: command
        ).encoded + body
    }
}
