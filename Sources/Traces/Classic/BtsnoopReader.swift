import Ground

/// Reads btsnoop files: Android's HCI log, and btmon's output (bluez.md 3.2).
///
/// Packets are returned in the form of a registered link type: data links 1001 and 1002 as HCI with its type byte,
/// 2001 as Linux monitor with adapter and opcode before the payload. Lengths include those added bytes.
public struct BtsnoopReader: CaptureReader {
    /// The maximum size of a record in bytes; a Linux monitor packet has 16 bits for its length.
    public static let largestRecord = 1 << 20

    private var stream = RecordStream<BtsnoopFormat>()

    public init() {}

    public mutating func receive(_ piece: ArraySlice<UInt8>, into items: inout [CaptureItem]) throws(CaptureError) {
        try stream.receive(piece, into: &items)
    }

    public mutating func finish() throws(CaptureError) { try stream.finish() }
}

/// The contents of a btsnoop file's records.
public enum BtsnoopDataLink: UInt32, Hashable, Sendable {
    /// HCI without a type byte: the flags distinguish commands and events from data.
    case hci = 1001
    /// HCI with the type byte of the UART transport.
    case h4 = 1002
    /// Linux's monitor channel: adapter and opcode are in the flags.
    case monitor = 2001
}

/// The constants shared by reader and writer.
enum Btsnoop {
    static let magic: [UInt8] = Array("btsnoop\0".utf8)
    /// 1970 in the format's microseconds, the constant used by BlueZ.
    static let epoch: Int64 = 0x00DC_DDB3_0F2F_8000
}

/// The header of a btsnoop file and its records.
private struct BtsnoopFormat: RecordFormat {
    static var record: StaticString { "btsnoop record" }

    private var dataLink: BtsnoopDataLink?
    private var latest: WallInstant?
    private var drops: UInt32 = 0
    /// The first time too far from 1970 to represent, and its substitute.
    private var strangeOrigin: (time: Int64, instant: WallInstant)?

    mutating func next(in buffer: inout PieceBuffer, into items: inout [CaptureItem]) throws(CaptureError) -> Bool {
        let offset = buffer.offset
        guard let dataLink else {
            guard let fields = buffer.fields(16, .big) else { return false }
            self.dataLink = try Self.header(fields)
            buffer.consume(16)
            return true
        }
        guard var fields = buffer.fields(24, .big) else { return false }
        let original = Int(try fields.u32("a record's original length"))
        let included = Int(try fields.u32("a record's included length"))
        let flags = try fields.u32("a record's flags")
        let drops = try fields.u32("a record's count of drops")
        let time = Int64(bitPattern: try fields.u64("a record's time"))
        guard included <= BtsnoopReader.largestRecord else {
            let bound = BtsnoopReader.largestRecord
            throw CaptureError(.damaged, at: offset + 4, "a record of \(included) bytes is longer than \(bound)")
        }
        guard var record = buffer.fields(24 + included, .big) else { return false }
        try record.skip(24, "a record's head")
        if included > original {
            let meaning = "a packet of \(original) bytes cannot have \(included) bytes captured"
            items.append(.finding(Finding("capture.content", .warning, meaning, offset: offset + 4)))
        }
        if drops > self.drops {
            let meaning = "\(drops - self.drops) packets were lost before this one"
            items.append(.finding(Finding("capture.content", .warning, meaning, offset: offset + 12)))
        }
        self.drops = drops
        var instant = Self.instant(time)
        if instant == nil {
            items.append(
                .finding(Finding("capture.content", .fault, "a time stamp that no clock can show", offset: offset + 16))
            )
            // A clock with another origin still gives the interval between two packets.
            let origin = strangeOrigin ?? (time, latest ?? WallInstant(nanoseconds: 0))
            strangeOrigin = origin
            let (span, isTooMuch) = time.subtractingReportingOverflow(origin.time)
            instant = isTooMuch ? nil : origin.instant + .microseconds(Int(span))
        }
        items.append(contentsOf: Finding.backwards(&latest, instant, at: offset))
        let prefix = dataLink.prefix(flags)
        items.append(
            .packet(
                CapturedPacket(
                    instant: instant, linkType: dataLink == .monitor ? .bluetoothLinuxMonitor : .bluetoothH4,
                    direction: dataLink == .monitor
                        ? MonitorOpcode(rawValue: UInt16(flags & 0xFFFF)).direction
                        : flags & 1 == 0 ? .outbound : .inbound,
                    originalLength: max(original, included) + prefix.count, bytes: prefix + record.rest(),
                    offset: offset)))
        buffer.consume(24 + included)
        return true
    }

    private static func header(_ front: FieldReader) throws(CaptureError) -> BtsnoopDataLink {
        var fields = front
        guard try fields.take(8, "a btsnoop file's first bytes") == Btsnoop.magic else {
            throw CaptureError(.unsupported, at: front.offset, "a btsnoop file begins with its name")
        }
        let version = try fields.u32("a btsnoop file's version")
        guard version == 1 else {
            throw CaptureError(.unsupported, at: front.offset + 8, "btsnoop version \(version) is not known, 1 is")
        }
        let number = try fields.u32("a btsnoop file's data link")
        guard let dataLink = BtsnoopDataLink(rawValue: number) else {
            let meaning = "btsnoop data link \(number) is not read, 1001, 1002 and 2001 are"
            throw CaptureError(.unsupported, at: front.offset + 12, meaning)
        }
        return dataLink
    }

    private static func instant(_ time: Int64) -> WallInstant? {
        let (microseconds, isTooMuch) = time.subtractingReportingOverflow(Btsnoop.epoch)
        let (nanoseconds, isTooLong) = microseconds.multipliedReportingOverflow(by: 1_000)
        return isTooMuch || isTooLong ? nil : WallInstant(nanoseconds: nanoseconds)
    }
}

extension BtsnoopDataLink {
    /// The flags' content as the link type's leading bytes.
    fileprivate func prefix(_ flags: UInt32) -> [UInt8] {
        switch self {
        case .h4: []
        // Bit 1: command or event; bit 0: received. Data is assumed to be ACL, as in Wireshark.
        case .hci:
            switch flags & 3 {
            case 2: [HCIPacketType.command.rawValue]
            case 3: [HCIPacketType.event.rawValue]
            default: [HCIPacketType.acl.rawValue]
            }
        case .monitor:
            // The adapter's 16 bits, then the opcode's: the same order as in the link type's header.
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: flags >> $0) }  // takes the lowest byte on purpose
        }
    }
}
