/// A supported kind of capture file.
public enum CaptureFormat: String, Hashable, Sendable, CaseIterable {
    case pcapng
    case pcap
    case btsnoop
    case packetLogger
    /// Text of the Qorvo command line, read by `QorvoLogReader`.
    case qorvoLog

    /// The verdict on a file's first bytes.
    public enum Detection: Hashable, Sendable {
        case format(CaptureFormat)
        /// Text without a mark of a known log so far; `QorvoSignatures` searches the rest.
        case text
        /// An unsupported format, with the reason as a sentence without a full stop.
        case refused(String)
    }

    /// The number of bytes that detection needs; a shorter file is judged by what it has.
    public static let bytesWanted = 4_096

    /// The reader for the format; nil for text.
    public var reader: (any CaptureReader)? {
        switch self {
        case .pcapng: PcapngReader()
        case .pcap: PcapReader()
        case .btsnoop: BtsnoopReader()
        case .packetLogger: PacketLoggerReader()
        case .qorvoLog: nil
        }
    }

    /// Detects the format of a file from its first bytes, never from its name.
    ///
    /// PacketLogger has no magic number, so it is recognised by a first record with plausible length, time and type.
    public static func detect(_ first: [UInt8]) -> Detection {
        if first.isEmpty { return .refused("the file is empty") }
        if let known = byMagic(first) { return known }
        var marks = QorvoSignatures()
        marks.receive(first[...])
        if marks.areFound { return .format(.qorvoLog) }
        let odd = first.count { !isOfText($0) }
        if odd == 0 { return .text }
        if isPacketLogger(first) { return .format(.packetLogger) }
        // Opening a serial line during a transmission gives a few bytes that are not text.
        return odd * 32 <= first.count
            ? .text : .refused("the first bytes begin no capture format that is read here")
    }

    /// The reason for refusing text that has no mark of a known log up to its end.
    public static let unknownText = "text, and not of the Qorvo command line"

    private static func byMagic(_ first: [UInt8]) -> Detection? {
        let begins = { (magic: [UInt8]) in first.starts(with: magic) }
        if begins([0x0A, 0x0D, 0x0D, 0x0A]) { return .format(.pcapng) }
        let pcap: [[UInt8]] = [
            [0xA1, 0xB2, 0xC3, 0xD4], [0xD4, 0xC3, 0xB2, 0xA1], [0xA1, 0xB2, 0x3C, 0x4D], [0x4D, 0x3C, 0xB2, 0xA1],
        ]
        if pcap.contains(where: begins) { return .format(.pcap) }
        if begins(Btsnoop.magic) { return .format(.btsnoop) }
        if begins([0xA1, 0xB2, 0xCD, 0x34]) || begins([0x34, 0xCD, 0xB2, 0xA1]) {
            return .refused("Kuznetzov's variant of pcap")
        }
        if begins(Array("snoop\0\0\0".utf8)) { return .refused("Sun's snoop format, which has no Bluetooth") }
        if begins([0x1F, 0x8B]) { return .refused("compressed with gzip: unpack it first") }
        if begins([0x28, 0xB5, 0x2F, 0xFD]) { return .refused("compressed with zstd: unpack it first") }
        if begins(Array("PK".utf8)) { return .refused("a ZIP archive, such as a bug report: unpack it first") }
        return nil
    }

    private static func isPacketLogger(_ first: [UInt8]) -> Bool {
        guard first.count >= 13 else { return false }
        let big = first[0..<4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let order = PacketLoggerFormat.order(bigEndianLength: big)
        var fields = FieldReader(first, from: 0, to: 13, origin: 0, order: order)
        guard let length = try? fields.u32("length"), (try? fields.u32("seconds")) != nil,
            let microseconds = try? fields.u32("microseconds"), let type = try? fields.u8("type")
        else { return false }
        return length >= UInt32(PacketLoggerFormat.smallestLength) && length <= 65_535 && microseconds < 1_000_000
            && (type <= 0x0F || type >= 0xF0)
    }

    /// Whether a byte is a character, a line end, or a control code that terminals write between them.
    private static func isOfText(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || (0x07...0x0D).contains(byte) || byte == 0x1B
    }
}
