import Glibc
import Ground
import OperatingSystem
import Testing

@testable import NetworkDriver

/// Packet sockets require root.
@Suite("The tap of multicast DNS", .enabled(if: geteuid() == 0)) struct MulticastTapTests {
    private static let port: UInt16 = 53_530

    private func send(_ bytes: [UInt8], to port: UInt16) {
        let socket = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(socket) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        _ = unsafe withUnsafePointer(to: &place) { place in
            unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe sendto(socket, bytes, bytes.count, 0, address, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    @Test("it hears only its port, whole packets with a timestamp, and takes no more than asked") func hears()
        throws
    {
        let clock = MonotonicClock()
        let tap = try MulticastTap(clock: clock, port: Self.port)
        defer { tap.close() }
        let began = clock.now
        send([1, 2, 3], to: Self.port)
        send([4], to: Self.port + 1)
        send(Array(repeating: 7, count: 12_000), to: Self.port)
        // Loopback traffic is captured twice: on its way out, and soon afterwards on its way in.
        let first = tap.take(atMost: 1)
        var packets = first
        while packets.count < 4, clock.now - began < .seconds(20) { packets += tap.take(atMost: 100) }
        try #require(first.count == 1 && packets.count == 4)
        #expect(packets.map(\.isOutgoing) == [true, false, true, false])
        #expect(packets.allSatisfy { $0.interface == MulticastTap.loopback && $0.bytes.first == 0x45 })
        #expect(packets[0].bytes.suffix(3) == [1, 2, 3] && packets[0].length == 31)
        #expect(packets[3].length == 12_028 && packets[3].bytes.count == 9_000)
        #expect(packets.allSatisfy { $0.instant >= began && $0.instant <= clock.now })
        #expect(tap.take(atMost: 10).isEmpty && tap.lost == 0 && tap.failure == nil)
    }
}
