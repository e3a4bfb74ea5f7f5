import Ground

extension PcapngFormat {
    mutating func readEnhancedPacket(
        _ fields: inout FieldReader, _ offset: Int, into items: inout [CaptureItem]
    ) throws(CaptureError) {
        let index = try interfaceIndex(&fields, "a packet")
        let ticks = try self.ticks(&fields)
        try readPacket(index, ticks, &fields, offset, into: &items)
    }

    /// Reads the packet block of the first drafts: 16 bits of interface, then a count of lost packets.
    mutating func readObsoletePacket(
        _ fields: inout FieldReader, _ offset: Int, into items: inout [CaptureItem]
    ) throws(CaptureError) {
        let place = fields.offset
        let index = Int(try fields.u16("a packet's interface"))
        guard index < interfaces.count else { throw unknown(index, "a packet", at: place) }
        try fields.skip(2, "a packet's count of drops")
        let ticks = try self.ticks(&fields)
        try readPacket(index, ticks, &fields, offset, into: &items)
    }

    /// Reads a packet without time or options; its captured length follows from the interface and the block.
    mutating func readSimplePacket(
        _ fields: inout FieldReader, _ offset: Int, into items: inout [CaptureItem]
    ) throws(CaptureError) {
        guard let interface = interfaces.first else { throw unknown(0, "a simple packet", at: offset) }
        let place = fields.offset
        let original = Int(try fields.u32("a packet's length"))
        let captured = min(original, interface.snapLength ?? .max)
        guard captured <= fields.remaining else { throw tooLong(captured, fields.remaining, at: place) }
        let bytes = try fields.take(captured, "a packet")
        items.append(
            .packet(
                CapturedPacket(
                    instant: nil, linkType: interface.linkType, interface: interfacesBefore,
                    originalLength: original, bytes: bytes, offset: offset)))
    }

    private mutating func readPacket(
        _ index: Int, _ ticks: UInt64, _ fields: inout FieldReader, _ offset: Int, into items: inout [CaptureItem]
    ) throws(CaptureError) {
        let place = fields.offset
        let captured = Int(try fields.u32("a packet's captured length"))
        let original = Int(try fields.u32("a packet's length"))
        guard captured <= fields.remaining else { throw tooLong(captured, fields.remaining, at: place) }
        let bytes = try fields.take(captured, "a packet")
        try fields.skip(min(padding(captured), fields.remaining), "a packet's padding")
        let (options, flags) = readOptions(&fields, isPacket: true, into: &items)
        if captured > original {
            let meaning = "a packet of \(original) bytes cannot have \(captured) bytes captured"
            items.append(.finding(Finding("capture.content", .warning, meaning, offset: place)))
        }
        items.append(
            .packet(
                CapturedPacket(
                    instant: instant(index, ticks, offset, into: &items), linkType: interfaces[index].linkType,
                    interface: interfacesBefore + index, direction: Self.direction(flags),
                    originalLength: max(original, captured), bytes: bytes, offset: offset, options: options)))
    }

    private mutating func instant(
        _ index: Int, _ ticks: UInt64, _ offset: Int, into items: inout [CaptureItem]
    ) -> WallInstant? {
        let interface = interfaces[index]
        guard let instant = interface.resolution.instant(ticks: ticks, offsetSeconds: interface.offsetSeconds) else {
            items.append(
                .finding(Finding("capture.content", .fault, "a time stamp that no clock can show", offset: offset)))
            return nil
        }
        if let latest = interface.latest, instant < latest {
            let meaning = "time goes back by \(latest - instant)"
            items.append(.finding(Finding("capture.content", .warning, meaning, offset: offset)))
        }
        interfaces[index].latest = instant
        return instant
    }

    /// The direction in bits 0 and 1 of a packet's flags: 1 inbound, 2 outbound (uwb.md 5).
    private static func direction(_ flags: UInt32?) -> FrameDirection? {
        switch flags.map({ $0 & 3 }) {
        case 1: .inbound
        case 2: .outbound
        default: nil
        }
    }

    func interfaceIndex(_ fields: inout FieldReader, _ what: StaticString) throws(CaptureError) -> Int {
        let place = fields.offset
        let index = Int(try fields.u32("an interface's number"))
        guard index < interfaces.count else { throw unknown(index, what, at: place) }
        return index
    }

    func ticks(_ fields: inout FieldReader) throws(CaptureError) -> UInt64 {
        let high = UInt64(try fields.u32("a time stamp"))
        return high << 32 | UInt64(try fields.u32("a time stamp"))
    }

    private func unknown(_ index: Int, _ what: StaticString, at place: Int) -> CaptureError {
        let known = interfaces.count
        return CaptureError(
            .damaged, at: place, "\(what) is of interface \(index), and the section has \(known) interfaces")
    }

    private func tooLong(_ captured: Int, _ room: Int, at place: Int) -> CaptureError {
        CaptureError(.damaged, at: place, "a packet of \(captured) bytes in a block with room for \(room)")
    }

    /// Reads options up to their end; one that does not fit gives a finding, and those before it are kept.
    func readOptions(
        _ fields: inout FieldReader, isPacket: Bool = false, into items: inout [CaptureItem]
    ) -> (options: [PcapngOption], flags: UInt32?) {
        var options: [PcapngOption] = []
        var flags: UInt32?
        let place = fields.offset
        do throws(CaptureError) {
            while fields.remaining > 0 {
                let code = PcapngOption.Code(rawValue: try fields.u16("an option's code"))
                let length = Int(try fields.u16("an option's length"))
                if code == .end { break }
                if isPacket, code == .packetFlags, length == 4 {
                    flags = try fields.u32("a packet's flags")
                } else {
                    options.append(PcapngOption(code, try fields.take(length, "an option's value")))
                    try fields.skip(min(padding(length), fields.remaining), "an option's padding")
                }
            }
        } catch {
            let meaning = "options that begin at byte \(place) do not fit their block: \(error.meaning)"
            items.append(.finding(Finding("capture.content", .fault, meaning, offset: error.offset)))
        }
        return (options, flags)
    }
}
