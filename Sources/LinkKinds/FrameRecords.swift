public import Ground
public import Links

/// What comes from the world as bytes of a record: the link, and the frame on it; a fault has a code of its own.
extension Inbound {
    private static let faultCode: UInt8 = 6

    public func append(to bytes: inout [UInt8]) {
        if case .fault = self { bytes.append(Self.faultCode) }
        link.append(to: &bytes)
        frame.append(to: &bytes)
    }

    public init(_ reader: inout ByteReader) throws(Malformed) {
        if reader.next == Self.faultCode {
            _ = try reader.u8("a fault")
            let link = try LinkID(&reader)
            self = try RigFault(&reader).inbound(on: link)
        } else {
            let link = try LinkID(&reader)
            self = try link.kind.event.init(&reader).inbound(on: link)
        }
    }
}

/// What goes to the world as bytes of a record: the link, and the frame on it.
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
