public import Ground
public import Links

/// The record form of inbound frames: the link, then the frame on it.
///
/// Faults and findings can be on any link, and have their codes before it.
extension Inbound {
    private static let faultCode: UInt8 = 6
    private static let findingCode: UInt8 = 9

    public func append(to bytes: inout [UInt8]) {
        switch self {
        case .fault: bytes.append(Self.faultCode)
        case .finding: bytes.append(Self.findingCode)
        case .bluetooth, .kit, .reader, .stage, .stream, .discovery, .console: break
        }
        link.append(to: &bytes)
        frame.append(to: &bytes)
    }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        let ofAnyLink: (any LinkEvent.Type)? =
            switch reader.next {
            case Self.faultCode: RigFault.self
            case Self.findingCode: Finding.self
            default: nil
            }
        if ofAnyLink != nil { _ = try reader.u8("an event of a link") }
        let link = try LinkID(&reader)
        self = try (ofAnyLink ?? link.kind.event).init(&reader).inbound(on: link)
    }
}

/// The record form of outbound frames: the link, then the frame on it.
extension Outbound {
    public func append(to bytes: inout [UInt8]) {
        link.append(to: &bytes)
        frame.append(to: &bytes)
    }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        let place = reader.offset
        let link = try LinkID(&reader)
        guard let request = link.kind.request else { throw Malformed(at: place, "\(link) takes no requests") }
        self = try request.init(&reader).outbound(on: link)
    }
}
