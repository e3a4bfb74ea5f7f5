import Ground

extension PcapngFormat {
    /// Reads one block with consistent lengths.
    mutating func read(_ block: PcapngRawBlock, into items: inout [CaptureItem]) throws(CaptureError) {
        var fields = block.body
        let (type, offset) = (block.type, block.offset)
        switch type {
        case 6: try readEnhancedPacket(&fields, offset, into: &items)
        case 3: try readSimplePacket(&fields, offset, into: &items)
        case 2: try readObsoletePacket(&fields, offset, into: &items)
        case Self.sectionHeader: items.append(.block(try section(&fields, into: &items), offset: offset))
        case 1: items.append(.block(try interface(&fields, into: &items), offset: offset))
        case 4: items.append(.block(try names(&fields, into: &items), offset: offset))
        case 5: items.append(.block(try statistics(&fields, into: &items), offset: offset))
        case 0x0000_0BAD, 0x4000_0BAD:
            let owner = try fields.u32("a custom block's owner")
            let custom = PcapngCustom(owner: owner, mayBeCopied: type == 0x0000_0BAD, data: fields.rest())
            items.append(.block(.custom(custom), offset: offset))
        default: items.append(.block(.unknown(type: type, body: fields.rest()), offset: offset))
        }
    }

    private mutating func section(
        _ fields: inout FieldReader, into items: inout [CaptureItem]
    ) throws(CaptureError) -> PcapngBlock {
        try fields.skip(4, "a section's byte order")
        let place = fields.offset
        let major = try fields.u16("a section's version")
        let minor = try fields.u16("a section's version")
        guard major == 1 else {
            throw CaptureError(.unsupported, at: place, "pcapng version \(major).\(minor) is not known, 1.x is")
        }
        let length = try fields.u64("a section's length")
        beginSection()
        let options = readOptions(&fields, into: &items).options
        return .section(
            PcapngSection(
                order: order, major: major, minor: minor, length: length == .max ? nil : length, options: options))
    }

    private mutating func interface(
        _ fields: inout FieldReader, into items: inout [CaptureItem]
    ) throws(CaptureError) -> PcapngBlock {
        guard interfaces.count < PcapngReader.mostInterfaces else {
            let bound = PcapngReader.mostInterfaces
            throw CaptureError(.unsupported, at: fields.offset, "a section has more than \(bound) interfaces")
        }
        let linkType = LinkType(rawValue: UInt32(try fields.u16("an interface's link type")))
        try fields.skip(2, "an interface's reserved bytes")
        let snapLength = try fields.u32("an interface's snap length")
        let place = fields.offset
        let options = readOptions(&fields, into: &items).options
        var resolution = TimeResolution.microseconds
        var offsetSeconds: Int64 = 0
        for option in options {
            switch (option.code, option.value.count) {
            case (.timeResolution, 1): resolution = TimeResolution(rawValue: option.value.first ?? 6)
            case (.timeOffset, 8): offsetSeconds = Int64(bitPattern: number(option.value))
            case (.timeResolution, let count), (.timeOffset, let count):
                let meaning = "an interface's time option has \(count) bytes: it is not used"
                items.append(.finding(Finding("capture.content", .fault, meaning, offset: place)))
            default: break
            }
        }
        let interface = PcapngInterface(
            number: interfacesBefore + interfaces.count, linkType: linkType,
            snapLength: snapLength == 0 ? nil : Int(snapLength), resolution: resolution,
            offsetSeconds: offsetSeconds, options: options)
        interfaces.append(
            Interface(
                linkType: linkType, snapLength: interface.snapLength, resolution: resolution,
                offsetSeconds: offsetSeconds))
        return .interface(interface)
    }

    private func names(
        _ fields: inout FieldReader, into items: inout [CaptureItem]
    ) throws(CaptureError) -> PcapngBlock {
        var records: [PcapngNames.Record] = []
        while fields.remaining > 0 {
            let type = try fields.u16("a name's type")
            let length = Int(try fields.u16("a name's length"))
            if type == 0 { break }
            records.append(PcapngNames.Record(type: type, value: try fields.take(length, "a name")))
            try fields.skip(padding(length), "a name's padding")
        }
        return .names(PcapngNames(records: records, options: readOptions(&fields, into: &items).options))
    }

    private func statistics(
        _ fields: inout FieldReader, into items: inout [CaptureItem]
    ) throws(CaptureError) -> PcapngBlock {
        let index = try interfaceIndex(&fields, "a statistics block")
        let ticks = try self.ticks(&fields)
        let instant = interfaces[index].resolution.instant(
            ticks: ticks, offsetSeconds: interfaces[index].offsetSeconds)
        let options = readOptions(&fields, into: &items).options
        return .statistics(
            PcapngStatistics(interface: interfacesBefore + index, instant: instant, options: options))
    }

    /// Converts up to eight bytes to a number, in the section's byte order.
    private func number(_ value: [UInt8]) -> UInt64 {
        let digits = order == .little ? value.reversed() : value
        return digits.reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// The number of zeros that pad a length to a multiple of four.
func padding(_ length: Int) -> Int { (4 - length & 3) & 3 }
