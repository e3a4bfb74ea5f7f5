import Ground
import TestSupport
import Testing
import Traces

@Suite("HCI packets in captures") struct HCITests {
    private static let linkTypes: [LinkType] = [.bluetoothH4, .bluetoothH4WithDirection, .bluetoothLinuxMonitor]

    @Test("A frame survives every link type that can hold it", arguments: linkTypes)
    func survives(linkType: LinkType) throws {
        let types: [HCIPacketType] = [.command, .acl, .synchronous, .event, .isochronous]
        for type in types {
            for direction in [FrameDirection.inbound, .outbound] {
                let frame = HCIFrame(
                    type, direction, adapter: linkType == .bluetoothLinuxMonitor ? 3 : 0, payload: [1, 2, 3])
                let packet = CapturedPacket(
                    instant: nil, linkType: linkType, direction: linkType == .bluetoothH4 ? direction : nil,
                    bytes: try #require(frame.bytes(as: linkType)))
                #expect(try HCIFrame(packet) == frame)
            }
        }
    }

    @Test("A monitor's note fits only the monitor's link type") func notes() throws {
        let frame = HCIFrame(MonitorRecord(.systemNote, Array("Linux".utf8)), adapter: 0xFFFF)
        #expect(frame.h4 == nil && frame.bytes(as: .bluetoothH4) == nil && frame.direction == nil)
        #expect(frame.bytes(as: .bluetoothLinuxMonitor) == bytes("ffff 000c 4c 69 6e 75 78"))
        #expect(frame.bytes(as: .firaUCI) == nil)
    }

    @Test("ACL of unknown direction fits only the link type without one") func unknownDirection() {
        let frame = HCIFrame(.acl, nil, payload: [1, 0, 0, 0])
        #expect(frame.bytes(as: .bluetoothH4) == [2, 1, 0, 0, 0])
        #expect(frame.bytes(as: .bluetoothH4WithDirection) == nil && frame.bytes(as: .bluetoothLinuxMonitor) == nil)
    }

    @Test(
        "A packet that is no HCI is refused with the place",
        arguments: [
            (LinkType.bluetoothH4, "", 0), (.bluetoothH4, "09 01", 0), (.bluetoothH4WithDirection, "00000000", 4),
            (.bluetoothH4WithDirection, "00000002 01", 0), (.bluetoothH4WithDirection, "0000", 2),
            (.bluetoothH4WithDirection, "00000001 00", 4), (.bluetoothLinuxMonitor, "0000 00", 3),
            (.firaUCI, "20000000", 0), (.bluetoothLowEnergyWithHeader, "00", 0),
        ])
    func refused(linkType: LinkType, packet: String, offset: Int) {
        let error = #expect(throws: Malformed.self) {
            _ = try HCIFrame(CapturedPacket(instant: nil, linkType: linkType, bytes: bytes(packet)))
        }
        #expect(error?.offset == offset)
    }

    @Test(
        "A packet's header is read and written",
        arguments: [
            (HCIPacketType.command, "03 0c 00", HCIPacket.command(opcode: 0x0C03, parameters: [])),
            (.event, "0e 04 01 03 0c 00", .event(code: 0x0E, parameters: [1, 3, 0x0C, 0])),
            (.acl, "40 20 02 00 07 08", .acl(ACLFragment(handle: 0x40, .firstFlushable, data: [7, 8]))),
            (.acl, "40 10 01 00 07", .acl(ACLFragment(handle: 0x40, .continuation, data: [7]))),
            (.acl, "ff 0e 00 00", .acl(ACLFragment(handle: 0xEFF, .first, data: []))),
            (.synchronous, "40 00 01 05", .synchronous(handle: 0x40, data: [5])),
            (.isochronous, "40 00", .isochronous([0x40, 0])),
        ])
    func packets(type: HCIPacketType, payload: String, packet: HCIPacket) throws {
        #expect(try HCIPacket(type, bytes(payload)) == packet)
        #expect(packet.payload == bytes(payload) && packet.type == type)
    }

    @Test(
        "A packet whose length lies is refused; one that the capture cut is not",
        arguments: [
            (HCIPacketType.command, "03 0c 02 00", 3), (.event, "0e 04 01", 2), (.acl, "40 00 05 00 01 02", 4),
            (.synchronous, "40 00 09 00", 3),
        ])
    func lengths(type: HCIPacketType, payload: String, offset: Int) throws {
        let error = #expect(throws: Malformed.self) { _ = try HCIPacket(type, bytes(payload)) }
        #expect(error?.offset == offset)
        _ = try HCIPacket(type, bytes(payload), isSnapped: true)
        #expect(throws: Malformed.self) {
            _ = try HCIPacket(type, bytes(payload) + [1, 2, 3, 4, 5, 6, 7, 8, 9], isSnapped: true)
        }
    }
}
