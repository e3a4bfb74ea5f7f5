public import Ground
import Journal
public import Links

/// A driver's observation of a peer as a frame, possible on any link.
extension Finding: LinkEvent {
    public var parts: FrameParts { FrameParts("finding", nil, ("finding", self)) }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        let number = try reader.u8("a finding's weight")
        let weight: Weight
        switch number {
        case 1: weight = .note
        case 2: weight = .warning
        case 3: weight = .fault
        default: throw reader.unknown(number, "a finding's weight")
        }
        let meaning = try reader.text("a finding")
        let offset = try reader.optional("whether a finding has a place") { reader throws(Malformed) in
            try reader.count("a finding's place")
        }
        let code = FailureCode(rawValue: try reader.text("a finding's code"))
        self.init(code, weight, meaning, offset: offset)
    }

    public func inbound(on link: LinkID) -> Inbound { .finding(link, self) }

    public func words(_ style: inout MeaningStyle) -> String { "finding: \(description.escapedForDisplay)" }

    public func redacted(_ redaction: inout Redaction, on link: LinkID) -> Self {
        Finding(code, weight, redaction.text(meaning), offset: offset)
    }
}

extension Finding: FrameField {
    func append(to bytes: inout [UInt8]) {
        switch weight {
        case .note: bytes.append(1)
        case .warning: bytes.append(2)
        case .fault: bytes.append(3)
        }
        bytes.append(text: meaning)
        bytes.append(offset) { $0.append(count: $1) }
        bytes.append(text: code.rawValue)
    }

    func tell(as name: String, in values: inout [String: FrameValue]) {
        values["code"] = .text(code.rawValue)
        values["weight"] = .text(weight.rawValue)
        values["meaning"] = .text(meaning)
        values["offsetBytes"] = offset.map { .number(Int64($0)) }
    }
}
