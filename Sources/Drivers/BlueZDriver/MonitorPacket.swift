public import Ground

/// One datagram of the kernel's monitor channel: what it saw, of which adapter, and when.
///
/// Six octets of header, all little endian: opcode, adapter, length of what follows (facts/bluez.md, 3.1).
public struct MonitorPacket: Hashable, Sendable {
    /// The adapter of packets that belong to none.
    public static let noAdapter: UInt16 = 0xFFFF
    /// What a controller tells of its inside, in a form of its own.
    public static let vendorDiagnostics: UInt16 = 11

    /// What kind of packet it is: 2 a command, 3 an event, 4 and 5 data out and in, 16 and 17 management.
    public let opcode: UInt16
    /// The kernel's number of the adapter: 0 for `hci0`.
    public let adapter: UInt16
    /// When the kernel had it.
    public let instant: Instant
    public let payload: [UInt8]
    /// How many octets of it there were; more than the payload has where the kernel handed over less.
    public let originalLength: Int

    public init(opcode: UInt16, adapter: UInt16, instant: Instant, payload: [UInt8], originalLength: Int? = nil) {
        self.opcode = opcode
        self.adapter = adapter
        self.instant = instant
        self.payload = payload
        self.originalLength = originalLength ?? payload.count
    }

    /// Decodes a datagram; `size` is its own length where it was longer than what was received.
    init(decoding bytes: some Collection<UInt8>, size: Int? = nil, at instant: Instant) throws(Malformed) {
        var reader = ByteReader(Array(bytes))
        opcode = try reader.u16("monitor opcode")
        adapter = try reader.u16("monitor adapter")
        let length = Int(try reader.u16("monitor length"))
        let isCut = size.map { $0 > bytes.count } ?? false
        payload = try reader.take(isCut ? min(length, reader.remaining) : length, "monitor payload")
        try reader.finish("monitor packet")
        originalLength = length
        self.instant = instant
    }
}
