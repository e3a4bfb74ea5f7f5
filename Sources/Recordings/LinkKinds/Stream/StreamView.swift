import Ground
import Links
import Traces

/// Bytes of a stream as TCP segments in IPv4 packets of link type 101, so that a viewer can follow each connection.
///
/// The bytes are unchanged. The phone is 192.0.2.1 and the peer 192.0.2.2, addresses for documentation (RFC 5737);
/// each connection has its own port, and sequence numbers count its bytes.
struct StreamView: Sendable {
    /// The number of bytes before a stream's own: the headers of IPv4 and TCP without options.
    static let headLength = 40
    /// The longest piece that fits one packet.
    static let longest = 65_535 - headLength
    private static let phone: [UInt8] = [192, 0, 2, 1]
    private static let peer: [UInt8] = [192, 0, 2, 2]
    /// The first port for private use (RFC 6335).
    private static let firstPort: UInt16 = 49_152
    /// The peer's port, also for private use, because a viewer takes the bytes on most others for a known service.
    private static let service: UInt16 = 65_535
    /// The only private-use port that Wireshark assigns to a service, namely IRC.
    private static let taken: UInt16 = 57_000

    private struct Connection: Sendable {
        let stream: StreamID
        var sent: UInt32 = 1
        var received: UInt32 = 1
    }

    private var connections: [Connection] = []

    /// Returns the bytes in one segment; nil if they are empty or do not fit.
    mutating func plain(_ bytes: [UInt8], on stream: StreamID, _ direction: FrameDirection) -> PlainFrame? {
        guard !bytes.isEmpty, bytes.count <= Self.longest else { return nil }
        let known = connections.firstIndex { $0.stream == stream }
        if known == nil { connections.append(Connection(stream: stream)) }
        let place = known ?? connections.count - 1
        let connection = connections[place]
        let port = Self.port(of: place)
        let isSent = direction == .outbound
        let head = Self.head(
            (isSent ? Self.phone : Self.peer, isSent ? port : Self.service),
            (isSent ? Self.peer : Self.phone, isSent ? Self.service : port), count: bytes.count,
            sequence: isSent ? connection.sent : connection.received,
            acknowledged: isSent ? connection.received : connection.sent)
        // Sequence numbers wrap (RFC 9293).
        if isSent {
            connections[place].sent &+= UInt32(clamping: bytes.count)
        } else {
            connections[place].received &+= UInt32(clamping: bytes.count)
        }
        return PlainFrame(linkType: .rawIP, direction: direction, head: .bytes(head), body: bytes)
    }

    /// Returns the phone's port for a connection; ports are reused if there are more connections.
    private static func port(of place: Int) -> UInt16 {
        let port = firstPort + UInt16(clamping: place % Int(UInt16.max - firstPort))
        return port < taken ? port : port + 1
    }

    private typealias End = (address: [UInt8], port: UInt16)

    private static func head(
        _ from: End, _ to: End, count: Int, sequence: UInt32, acknowledged: UInt32
    ) -> [UInt8] {
        // Version and length, service, total length, identification, flags; time to live, TCP, checksum, addresses.
        var ip: [UInt8] = [0x45, 0]
        ip.append(big: UInt16(clamping: headLength + count))
        ip += [0, 0, 0x40, 0, 64, 6, 0, 0] + from.address + to.address
        var sum: UInt32 = 0
        for place in stride(from: 0, to: ip.count, by: 2) {
            sum += UInt32(UInt16(ip[place]) << 8 | UInt16(ip[place + 1]))
        }
        let folded = ~UInt16(truncatingIfNeeded: (sum & 0xFFFF) + sum >> 16)  // one's complement (RFC 791)
        (ip[10], ip[11]) = (UInt8(folded >> 8), UInt8(folded & 0xFF))
        // Ports, numbers, header length, PSH and ACK, window; checksum and urgent pointer are left zero.
        var tcp: [UInt8] = []
        tcp.append(big: from.port)
        tcp.append(big: to.port)
        tcp.append(big: sequence)
        tcp.append(big: acknowledged)
        return ip + tcp + [0x50, 0x18, 0xFF, 0xFF, 0, 0, 0, 0]
    }
}
