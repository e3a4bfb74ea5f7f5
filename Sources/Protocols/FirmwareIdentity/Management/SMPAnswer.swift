public import Ground

/// The relation of a message to a query.
///
/// Matched by group, command, sequence number and the answer bit, but not by the exact operation, which some servers
/// and some documents get wrong (gate.md, section 6.4).
public enum SMPAnswer: Hashable, Sendable {
    /// The answer to another query, or not an answer.
    case foreign(SMPHeader)
    case refused(SMPError)
    /// The data of a successful answer.
    case data(CBORValue)

    /// Classifies one complete message, header and data. Throws if it is the query's answer but cannot be decoded.
    public init(_ message: [UInt8], to question: SMPRead, sequence: UInt8) throws(Malformed) {
        let header = try SMPHeader(decoding: message[...])
        guard header.isAnswer, header.group == question.group, header.command == question.command,
            header.sequence == sequence
        else {
            self = .foreign(header)
            return
        }
        let data = message.dropFirst(SMPHeader.size)
        guard data.count == header.length else {
            throw Malformed(at: 2, "the header says \(header.length) bytes of data, and there are \(data.count)")
        }
        let value = try CBORReader.read(data, origin: SMPHeader.size)
        guard case .map = value else { throw Malformed(at: SMPHeader.size, "the data are no map") }
        self = SMPError(value).map { .refused($0) } ?? .data(value)
    }
}

/// An error returned by a management server.
public struct SMPError: Error, Hashable, Codable, Sendable {
    /// The group that defines the code; nil for codes of the protocol itself.
    public let group: Int?
    public let code: Int

    public init(group: Int? = nil, code: Int) { (self.group, self.code) = (group, code) }

    /// Reads `err` of version 2, or `rc` of version 1 and of the protocol itself; returns nil if neither reports an
    /// error.
    init?(_ value: CBORValue) {
        if let error = value["err"], let code = error["rc"]?.integer, code != 0 {
            self.init(group: error["group"]?.integer, code: code)
        } else if let code = value["rc"]?.integer, code != 0 {
            self.init(code: code)
        } else {
            return nil
        }
    }
}

extension SMPError: CustomStringConvertible {
    public var description: String {
        guard group == nil else { return "error \(code) of group \(group ?? 0)" }
        let name: String? =
            switch code {
            case 1: "unknown error"
            case 2: "out of memory"
            case 3: "invalid value"
            case 4: "timed out"
            case 5: "no such entry"
            case 6: "bad state"
            case 7: "response too long"
            case 8: "not supported"
            case 9: "corrupt data"
            case 10: "busy"
            case 11: "access denied"
            case 12: "protocol version too old"
            case 13: "protocol version too new"
            default: nil
            }
        return "error \(code)" + (name.map { " (\($0))" } ?? "")
    }
}
