import Glibc
import Ground
import Links
import OperatingSystem
import Testing

@testable import BlueZDriver

@Suite("Datagrams of the kernel's monitor channel") struct BlueZMonitorPacketTests {
    /// HCI Reset on hci1: opcode 2, adapter 1, three octets (layout: facts/bluez.md, 3.1).
    private let reset: [UInt8] = [0x02, 0x00, 0x01, 0x00, 0x03, 0x00, 0x03, 0x0C, 0x00]

    @Test("a command has its adapter, its opcode and its octets")
    func command() throws {
        let packet = try MonitorPacket(decoding: reset, at: .start + .seconds(2))
        #expect(
            packet
                == MonitorPacket(opcode: 2, adapter: 1, instant: .start + .seconds(2), payload: [0x03, 0x0C, 0x00]))
        #expect(packet.originalLength == 3)
    }

    @Test("a datagram that is too short or too long is refused with the octet")
    func wrongLengths() {
        for count in 0..<reset.count {
            #expect(throws: Malformed.self) { try MonitorPacket(decoding: reset.prefix(count), at: .start) }
        }
        #expect(throws: Malformed.self) { try MonitorPacket(decoding: reset + [0], at: .start) }
    }

    @Test("a datagram longer than the buffer keeps its beginning, with its full length")
    func cut() throws {
        let packet = try MonitorPacket(decoding: reset.dropLast(), size: reset.count, at: .start)
        #expect(packet.payload == [0x03, 0x0C] && packet.originalLength == 3)
    }

    @Test("any bytes are a packet or refused")
    func anything() {
        var generator = SeededGenerator(seed: 11)
        var kept = 0
        for _ in 0..<100_000 {
            var bytes = reset
            for _ in 0...Int.random(in: 0...2, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) { bytes = Array(bytes.prefix(.random(in: 0...9, using: &generator))) }
            let size = Bool.random(using: &generator) ? nil : Int.random(in: 0...70_000, using: &generator)
            do throws(Malformed) {
                let packet = try MonitorPacket(decoding: bytes, size: size, at: .start)
                #expect(packet.payload.count <= bytes.count - 6 && packet.payload.count <= packet.originalLength)
                kept += 1
            } catch {
                #expect((0...bytes.count).contains(error.offset), "\(bytes): \(error)")
            }
        }
        #expect((1_000..<99_000).contains(kept))
    }

    @Test("a kernel that refuses the monitor channel is reported with a remedy")
    func refused() {
        #expect(RigFault.monitor(SystemError("bind", code: EPERM)).remedy.contains("CAP_NET_RAW"))
        #expect(RigFault.monitor(SystemError("socket", code: EAFNOSUPPORT)).what.contains("no Bluetooth sockets"))
    }
}
