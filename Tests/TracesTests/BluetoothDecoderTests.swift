import Ground
import TestSupport
import Testing
import Traces

@Suite("Meaning of a Bluetooth capture") struct BluetoothDecoderTests {
    /// Decodes H4 packets, `>` sent and `<` received.
    private func decode(_ lines: [String], adapter: UInt16 = 0) throws -> [CapturedBluetoothEvent.Kind] {
        var decoder = BluetoothDecoder()
        var events: [CapturedBluetoothEvent] = []
        for (index, line) in lines.enumerated() {
            decoder.receive(
                CapturedPacket(
                    instant: WallInstant(nanoseconds: Int64(index)), linkType: .bluetoothH4,
                    direction: line.hasPrefix(">") ? .outbound : line.hasPrefix("<") ? .inbound : nil,
                    bytes: bytes(String(line.drop { $0 == ">" || $0 == "<" })), offset: index), into: &events)
        }
        decoder.finish(into: &events)
        #expect(events.map(\.offset) == events.map(\.offset).sorted())
        return events.map(\.kind)
    }

    private let connected = "< 04 3e 13 01 00 40 00 00 01 01 02 03 04 05 c6 18 00 00 00 c8 00 00"
    private let mtu = "> 02 40 00 07 00 03 00 04 00 02 0f 02"

    @Test("A connection has its handle, role and peer, in all three forms of the event") func connections() throws {
        let peer = try #require(BluetoothAddress("C6:05:04:03:02:01/random"))
        let identity = try #require(BluetoothAddress("16:15:14:13:12:11"))
        let onTheAir = try #require(BluetoothAddress("46:45:44:43:42:41/random"))
        let enhanced = "00 40 00 01 02 11 12 13 14 15 16 00 00 00 00 00 00 41 42 43 44 45 46 18 00 00 00 c8 00 00"
        let kinds = try decode([connected, "< 04 3e 1f 0a " + enhanced, "< 04 3e 22 29 " + enhanced + "01 02 03"])
        let found = kinds.compactMap { if case .connected(let connection) = $0 { connection } else { nil } }
        #expect(found.count == 3 && kinds.count == 3)
        #expect(found.map(\.handle) == [0x40, 0x40, 0x40])
        #expect(found.map(\.role) == [.central, .peripheral, .peripheral])
        #expect(found.map(\.peer) == [peer, identity, identity])
        #expect(found.map(\.peerPrivateAddress) == [nil, onTheAir, onTheAir])
        #expect(found.allSatisfy { $0.transport == .lowEnergy })
    }

    @Test("ATT comes out with its connection; a connection that was not seen is noted once") func att() throws {
        let frame = L2CAPFrame(handle: 0x40, direction: .outbound, channel: 4, payload: [2, 0x0F, 2])
        #expect(try decode([connected, mtu]).last == .att(frame))
        let stranger = try decode([mtu, mtu])
        let note = Finding("capture.content", .note, "the connection with handle 64 began before the capture")
        #expect(stranger == [.finding(note), .att(frame), .att(frame)])
    }

    @Test("Encryption, its refresh, disconnection and failure are seen") func life() throws {
        let kinds = try decode([
            connected, "< 04 08 04 00 40 00 01", "< 04 59 05 06 40 00 00 10", "< 04 30 03 00 40 00",
            "< 04 05 04 00 40 00 13", "< 04 3e 13 01 3c 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00", mtu,
        ])
        #expect(kinds[1] == .encryption(handle: 0x40, status: 0, isOn: true))
        #expect(kinds[2] == .encryption(handle: 0x40, status: 6, isOn: false))
        #expect(kinds[3] == .encryptionRefreshed(handle: 0x40, status: 0))
        #expect(kinds[4] == .disconnected(handle: 0x40, reason: 0x13))
        #expect(kinds[5] == .connectionFailed(status: 0x3C))
        // After the disconnection the handle is unknown.
        #expect(
            kinds[6]
                == .finding(Finding("capture.content", .note, "the connection with handle 64 began before the capture"))
        )
    }

    @Test("A disconnection drops what it interrupts, and says so") func interrupted() throws {
        let kinds = try decode([connected, "< 02 40 20 05 00 09 00 04 00 1b", "< 04 05 04 00 40 00 08"])
        #expect(
            kinds[1]
                == .finding(
                    Finding(
                        "capture.content", .warning,
                        "a frame on handle 64 has 5 bytes when the connection ends and is dropped"
                    )))
        #expect(kinds[2] == .disconnected(handle: 0x40, reason: 8))
        #expect(kinds.count == 3)
    }

    @Test("A reset ends all connections") func reset() throws {
        let kinds = try decode([connected, "> 01 03 0c 00", mtu])
        #expect(kinds[1] == .hci(.command(opcode: 0x0C03, parameters: [])))
        #expect(
            kinds[2]
                == .finding(Finding("capture.content", .note, "the connection with handle 64 began before the capture"))
        )
    }

    @Test("Pairing, other channels, classic connections and other packets keep their own kind") func others() throws {
        let security = L2CAPFrame(handle: 0x40, direction: .inbound, channel: 6, payload: [0x0B, 5])
        let signalling = L2CAPFrame(handle: 0x40, direction: .inbound, channel: 5, payload: [1])
        let classic = L2CAPFrame(handle: 0x41, direction: .inbound, channel: 4, payload: [1])
        let kinds = try decode([
            connected, "< 02 40 20 06 00 02 00 06 00 0b 05", "< 02 40 20 05 00 01 00 05 00 01",
            "< 04 03 0b 00 41 00 01 02 03 04 05 06 01 00", "< 02 41 20 05 00 01 00 04 00 01", "< 04 0f 04 00 01 1d 04",
            "< 03 40 00 01 05",
        ])
        #expect(kinds[1] == .security(security) && kinds[2] == .l2cap(signalling) && kinds[4] == .l2cap(classic))
        guard case .connected(let connection) = kinds[3] else {
            Issue.record("\(kinds[3])")
            return
        }
        #expect(connection.transport == .classic && connection.role == nil && connection.handle == 0x41)
        #expect(kinds[5] == .hci(.event(code: 0x0F, parameters: [0, 1, 0x1D, 4])))
        #expect(kinds[6] == .hci(.synchronous(handle: 0x40, data: [5])))
    }

    @Test("A capture that does not tell directions says so once") func unknownDirection() throws {
        let kinds = try decode([" 02 40 00 05 00 01 00 04 00 0b", " 02 40 00 05 00 01 00 04 00 0b"])
        #expect(
            kinds.first
                == .finding(Finding("capture.content", .note, "the capture does not tell who sent an ACL packet")))
        #expect(kinds.count == 4)
        #expect(kinds.last == .att(L2CAPFrame(handle: 0x40, direction: nil, channel: 4, payload: [0x0B])))
    }

    @Test("A malformed packet is a finding and ends nothing") func malformed() throws {
        let kinds = try decode(["< 04 0e 09 01", "> 09 01", connected, "< 04 3e 02 01 00", mtu])
        let faults = kinds.compactMap { if case .finding(let finding) = $0 { finding } else { nil } }
        #expect(faults.map(\.weight) == [.fault, .fault, .fault])
        #expect(kinds.count == 5)
    }

    @Test("On the monitor's link type each adapter is by itself, and one that goes takes its connections along")
    func monitor() throws {
        var decoder = BluetoothDecoder()
        var events: [CapturedBluetoothEvent] = []
        let connection = bytes(String(connected.dropFirst())).dropFirst()
        for (adapter, opcode, payload) in [
            (1, 3, Array(connection)), (2, 3, Array(connection)), (1, 1, []), (2, 12, [65]),
        ] as [(UInt8, UInt8, [UInt8])] {
            decoder.receive(
                CapturedPacket(
                    instant: nil, linkType: .bluetoothLinuxMonitor, bytes: [0, adapter, 0, opcode] + payload),
                into: &events)
        }
        #expect(decoder.connection(0x40, adapter: 1) == nil)
        #expect(decoder.connection(0x40, adapter: 2) != nil)
        #expect(events.last?.kind == .monitor(MonitorRecord(.systemNote, [65])) && events.last?.adapter == 2)
    }

    @Test("The number of connections is bounded: the oldest makes place") func bound() throws {
        var lines: [String] = []
        for handle in 0...BluetoothDecoder.mostConnections {
            let number = [UInt8(handle)].hex
            lines.append("< 04 3e 13 01 00 \(number) 00 00 01 01 02 03 04 05 c6 18 00 00 00 c8 00 00")
        }
        lines.append("> 02 00 00 05 00 01 00 04 00 0b")
        #expect(try decode(lines).contains { if case .finding = $0 { true } else { false } })
    }
}
