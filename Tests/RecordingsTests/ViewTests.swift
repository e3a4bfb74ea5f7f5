import Ground
import Links
import Recordings
import TestSupport
import Testing
import Traces

/// Returns the packets that viewers see for events.
private func packets(of events: [TraceEvent]) -> [CapturedPacket] {
    let file = Samples.blocks(of: [.began(Samples.header)] + events).flatMap { $0 }
    return PcapngReader.read(file).items.compactMap { if case .packet(let packet) = $0 { packet } else { nil } }
}

private func received(_ inbound: Inbound..., from first: Int = 1) -> [TraceEvent] {
    inbound.enumerated().map { index, inbound in
        .received(Arrival(inbound, at: .start), now: .start, number: first + index)
    }
}

@Suite("A trace in packet viewers") struct ViewTests {
    @Test("a connection from its advertisement to its end, as HCI") func connection() throws {
        let address = BluetoothAddress(value: 0xC0FF_EE00_0001, kind: .random)
        let advertisement = Advertisement(address: address, rssi: -61, name: "Door", services: ["FFF0"])
        let security = LinkSecurity(isSecureConnections: true, isBonded: false)
        let shown = packets(
            of: received(
                .bluetooth("door", .discovered(advertisement)), .bluetooth("door", .connected(address)),
                .bluetooth("door", .frame([0x1B, 0x10, 0, 7])), .bluetooth("door", .encrypted(security)),
                .bluetooth("door", .connectionParametersRequested(.iPhone)), .bluetooth("door", .disconnected(.remote)))
        )
        #expect(shown.allSatisfy { $0.linkType == .bluetoothH4WithDirection && $0.direction == .inbound })
        var decoder = BluetoothDecoder()
        var events: [CapturedBluetoothEvent] = []
        for packet in shown { decoder.receive(packet, into: &events) }
        let kinds = events.map(\.kind)
        try #require(kinds.count == 6, "\(kinds)")
        guard case .hci(.event(code: 0x3E, parameters: let report)) = kinds[0], case .connected(let link) = kinds[1],
            case .att(let frame) = kinds[2], case .l2cap(let signal) = kinds[4]
        else {
            Issue.record("\(kinds)")
            return
        }
        #expect(report == bytes("02 01 00 01 0100 00ee ffc0 0d 020106 0303f0ff 0509446f6f72 c3"))
        #expect(link.peer == address && link.role == .central && link.handle == 0x40)
        #expect(frame.payload == [0x1B, 0x10, 0, 7] && frame.handle == 0x40)
        #expect(kinds[3] == .encryption(handle: 0x40, status: 0, isOn: true))
        #expect(signal.channel == 5 && signal.payload == bytes("12 01 0800 1800 1800 0000 4800"))
        #expect(kinds[5] == .disconnected(handle: 0x40, reason: 0x13))
    }

    @Test("each accessory has a separate handle and interface") func handles() {
        let shown = packets(
            of: received(
                .bluetooth("door", .frame([0x0B, 1])), .bluetooth("gate", .frame([0x0B, 1])),
                .bluetooth("door", .frame([0x0B, 2]))))
        #expect(shown.map(\.interface) == [0, 1, 0])
        #expect(shown.map { $0.bytes[5] } == [0x40, 0x41, 0x40])
    }

    @Test("UCI packets that arrive in pieces, or together, are shown whole and once") func kit() {
        let shown = packets(
            of: received(
                .kit(.bytes([0x60])), .kit(.bytes([1, 0, 1, 1, 0x40, 2])),
                .kit(.bytes([0, 1, 0, 0x41, 0, 0, 0])), .kit(.bytes([0x60, 1, 0, 1, 2]))))
        #expect(shown.allSatisfy { $0.linkType == .firaUCI })
        #expect(
            shown.map(\.bytes) == [[0x60, 1, 0, 1, 1], [0x40, 2, 0, 1, 0], [0x41, 0, 0, 0], [0x60, 1, 0, 1, 2]])
    }

    @Test("a tag's commands are shown unchanged, and in blocks if the tag speaks ISO 14443-4") func tags() throws {
        let plain = TagIdentity(uid: [4, 1, 2, 3, 4, 5, 6], atqa: 0x44, sak: 0)
        let exchange: [TraceEvent] = [
            .sent(.reader(.exchange([0x30, 4], within: .zero)), at: .start, number: 2),
            .received(Arrival(.reader(.response([0x90, 0])), at: .start), now: .start, number: 3),
        ]
        for (identity, header) in [(plain, []), (Samples.identity, [UInt8(2)])] {
            let shown = packets(of: received(.reader(.tagFound(identity))) + exchange)
            let frames = try shown.map { packet throws(Malformed) in try ISO14443Frame(packet) }
            #expect(
                frames == [
                    ISO14443Frame(.fieldOn), ISO14443Frame(.toCardWithoutCRC, header + [0x30, 4]),
                    ISO14443Frame(.fromCardWithoutCRC, header + [0x90, 0]),
                ])
        }
    }

    @Test("an event without a packet is a comment on the next one, and a peer cannot forge a line") func remarks() {
        let step = TraceNote("step started", at: .start, text: "step 1, connect to door\n\u{1B}[2J", line: [])
        let shown = packets(
            of: [.journal(step), .sent(.stage(.place("door", .metres(4))), at: .start, number: 1)]
                + received(.kit(.bytes([0x60, 1, 0, 1, 1])), .kit(.bytes([0x60, 1, 0, 1, 2])), from: 2))
        #expect(
            shown.map { $0.options.texts(.comment) } == [
                ["step started: step 1, connect to door\\u{a}\\u{1b}[2J", "stage: place door at 4.00 m"], [],
            ])
    }

    @Test("a frame that no packet can hold is only in its record") func tooLong() {
        let long = [UInt8](repeating: 1, count: 70_000)
        let events: [TraceEvent] =
            [.began(Samples.header)] + received(.bluetooth("door", .frame(long)), .reader(.response(long)))
        #expect(packets(of: Array(events.dropFirst())).isEmpty)
        #expect(TraceReader.read(Samples.blocks(of: events).flatMap { $0 }).events == events)
    }
}

@Suite("Streams in packet viewers") struct StreamViewTests {
    @Test("each connection is a separate TCP connection whose numbers count its bytes") func connections() {
        let (one, two) = (StreamID.agent(of: "pad", connection: 1), StreamID.agent(of: "pad", connection: 2))
        let shown = packets(
            of: [.sent(.stream(one, .bytes([7, 8])), at: .start, number: 1)]
                + received(
                    .stream(two, .bytes([9])), .stream(one, .bytes([1, 2, 3])), .stream(one, .bytes([4])), from: 2))
        #expect(shown.allSatisfy { $0.linkType == .rawIP && $0.bytes[0] == 0x45 && $0.bytes[9] == 6 })
        #expect(shown.map(\.direction) == [.outbound, .inbound, .inbound, .inbound])
        #expect(shown.map { Array($0.bytes[40...]) } == [[7, 8], [9], [1, 2, 3], [4]])
        // The phone's port, by direction: one for each connection.
        let ports = shown.map { Array($0.direction == .outbound ? $0.bytes[20..<22] : $0.bytes[22..<24]) }
        #expect(ports == [[0xC0, 0], [0xC0, 1], [0xC0, 0], [0xC0, 0]])
        // No viewer mistakes the peer's port for that of a known service (RFC 6335).
        let services = shown.map { Array($0.direction == .outbound ? $0.bytes[22..<24] : $0.bytes[20..<22]) }
        #expect(services.allSatisfy { $0 == services[0] && $0[0] >= 0xC0 })
        #expect(shown.map { Array($0.bytes[24..<28]) } == [[0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 4]])
        for packet in shown {
            let sum = stride(from: 0, to: 20, by: 2).reduce(0) {
                $0 + Int(packet.bytes[$1]) << 8 + Int(packet.bytes[$1 + 1])
            }
            #expect((sum & 0xFFFF) + sum >> 16 == 0xFFFF, "the header's check sum")
        }
    }

    @Test("each of many connections has a port, and none has a port that viewers interpret") func manyConnections() {
        let events = (1...8_000).map { number in
            TraceEvent.sent(
                .stream(.agent(of: "s", connection: UInt32(number)), .bytes([1])), at: .start, number: number)
        }
        var rest = Samples.blocks(of: [.began(Samples.header)] + events).flatMap { $0 }[...]
        var ports: [Int] = []
        while rest.count >= 12 {
            let block = Array(rest.prefix(50))
            // The phone's port follows the header of an enhanced packet block, and that of IP.
            if block[0] == 6 { ports.append(Int(block[48]) << 8 | Int(block[49])) }
            rest = rest.dropFirst(Int(block[4]) | Int(block[5]) << 8 | Int(block[6]) << 16)
        }
        #expect(ports.count == 8_000 && Set(ports).count == 8_000, "\(ports.count)")
        #expect(ports.allSatisfy { $0 >= 49_152 && $0 != 57_000 } && (ports.max() ?? 0) > 57_000)
    }
}
