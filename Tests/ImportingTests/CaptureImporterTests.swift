import Captures
import GATT
import Ground
import Links
import Recordings
import Testing
import Traces

@Suite struct CaptureImporterTests {
    private func phoneCapture() -> CaptureScript {
        var script = CaptureScript()
        script.connect()
        script.att(CaptureScript.write, .outbound)
        script.att(CaptureScript.notification, .inbound, limit: 20)
        script.disconnect()
        return script
    }

    private let expected: [Links.Inbound] = [
        .bluetooth("accessory1", .connected(CaptureScript.address)),
        .bluetooth("accessory1", .frame(CaptureScript.notification.encoded)),
        .bluetooth("accessory1", .disconnected(.remote)),
    ]

    private func inbound(_ trace: ImportedTrace) -> [Inbound] {
        trace.events.compactMap { if case .received(let arrival, _, _) = $0 { arrival.inbound } else { nil } }
    }

    private func outbound(_ trace: ImportedTrace) -> [Outbound] {
        trace.events.compactMap { if case .sent(let outbound, _, _) = $0 { outbound } else { nil } }
    }

    @Test("a phone's capture becomes the frames that the phone sent and received")
    func phone() throws {
        for file in [try phoneCapture().btsnoop, phoneCapture().pcapng] {
            for size in [1, 7, 4_096, 100_000] {
                let trace = try imported(file, by: size)
                #expect(inbound(trace) == expected)
                #expect(outbound(trace) == [.bluetooth("accessory1", .frame(CaptureScript.write.encoded))])
                #expect(trace.damage == nil)
                #expect(trace.says("Nearby Interaction: accessory configuration data on handle 0x0014"))
                #expect(trace.says("the discovery is not in the capture"))
                #expect(trace.says("no UWB in the capture"))
            }
        }
    }

    @Test("a capture of the accessory's host is reversed")
    func accessory() throws {
        var script = CaptureScript()
        script.connect(role: 1)
        script.att(CaptureScript.write, .inbound)
        script.att(CaptureScript.notification, .outbound)
        let trace = try imported(script.btsnoop)
        #expect(inbound(trace).last == expected[1])
        #expect(outbound(trace) == [.bluetooth("accessory1", .frame(CaptureScript.write.encoded))])
        #expect(trace.says("made on the accessory's side"))
    }

    @Test("a connection that began before the capture is imported, with a finding that says so")
    func stranger() throws {
        var script = CaptureScript()
        script.att(CaptureScript.notification, .outbound)
        let trace = try imported(script.btsnoop)
        #expect(inbound(trace) == [expected[1]], "the configuration tells that the host is the accessory")
        #expect(trace.says("began before the capture"))
        #expect(trace.says("whose address the capture does not have"))
    }

    @Test("packets without a direction are attributed by what phones and accessories send")
    func noDirection() throws {
        var script = phoneCapture()
        script.packets = script.packets.map {
            CapturedPacket(instant: $0.instant, linkType: .bluetoothH4, bytes: Array($0.bytes.dropFirst(4)))
        }
        let trace = try imported(script.pcapng)
        #expect(inbound(trace) == expected)
        #expect(outbound(trace).count == 1)
        #expect(trace.says("does not tell who sent"))
    }

    @Test("UCI is imported, under the link type of low-speed USB with a note")
    func ranging() throws {
        var script = CaptureScript()
        script.uci([0x20, 0x02, 0, 0], .outbound, linkType: .usbLowSpeed)
        script.uci([0x60, 0x01, 0, 1, 1], nil)
        let trace = try imported(script.pcapng)
        #expect(outbound(trace) == [.kit(.bytes([0x20, 0x02, 0, 0]))])
        #expect(inbound(trace) == [.kit(.bytes([0x60, 0x01, 0, 1, 1]))])
        #expect(trace.says("link type 293 is low-speed USB"))
        #expect(trace.says("no ATT over Bluetooth LE"))
    }

    @Test("the accessory with Nearby Interaction is the first one")
    func order() throws {
        var script = CaptureScript()
        script.att(CaptureScript.write, .outbound)
        script.connect()
        script.att(CaptureScript.notification, .inbound)
        let trace = try imported(script.btsnoop)
        #expect(inbound(trace) == Array(expected.prefix(2)))
        #expect(outbound(trace) == [.bluetooth("accessory2", .frame(CaptureScript.write.encoded))])
    }

    @Test("an imported trace is read back event by event")
    func roundTrip() throws {
        let trace = try imported(phoneCapture().btsnoop)
        var reader = TraceReader()
        var events: [TraceEvent] = []
        try reader.receive(trace.file[...], into: &events)
        try reader.finish()
        #expect(reader.hasEnded)
        #expect(events.count == trace.events.count)
        for (read, made) in zip(events, trace.events) {
            // A packet's location differs, because it was in another file.
            if case .kernel(let one) = read, case .kernel(let other) = made {
                #expect(one.bytes == other.bytes && one.direction == other.direction && one.instant == other.instant)
            } else {
                #expect(read == made)
            }
        }
    }

    @Test("a file that ends within a packet is imported up to there, with the byte named")
    func cut() throws {
        let file = try phoneCapture().btsnoop
        for length in 17..<file.count {
            let trace: ImportedTrace
            do throws(ImportRefusal) {
                trace = try imported(Array(file.prefix(length)))
            } catch {
                #expect(error.offset <= length)
                continue
            }
            #expect(inbound(trace) == Array(expected.prefix(inbound(trace).count)))
            #expect((trace.damage?.offset).map { $0 <= length } ?? true)
        }
    }

    @Test("a truncated packet is no frame, and a finding says so; times never go back in the trace")
    func snapped() throws {
        var script = phoneCapture()
        let last = script.packets.count - 2
        script.packets[last].originalLength = script.packets[last].bytes.count
        script.packets[last].bytes.removeLast(3)
        script.packets[last].instant = WallInstant(nanoseconds: 1)
        let trace = try imported(script.pcapng)
        #expect(inbound(trace) == [expected[0], expected[2]])
        #expect(trace.says("1 of 6 packets are there only in part"))
        #expect(trace.says("clock goes back by") && trace.says("clock goes forward again"))
        let instants = trace.events.compactMap {
            if case .received(let arrival, _, _) = $0 { arrival.instant } else { nil }
        }
        #expect(instants == instants.sorted() && instants.count == 2)
    }

    @Test("a file that is no supported capture is refused with the reason")
    func refused() {
        #expect(throws: ImportRefusal("the file is empty", at: 0)) { try imported([]) }
        #expect(throws: ImportRefusal.self) { try imported(Array("hello".utf8)) }
        var script = CaptureScript()
        script.uci([1, 2, 3], nil, linkType: .bluetoothLowEnergyWithHeader)
        let file = script.pcapng
        #expect {
            try imported(file)
        } throws: {
            guard let refusal = $0 as? ImportRefusal else { return false }
            return refusal.meaning.contains("link type 256") && refusal.offset > 0
        }
    }

    @Test("a Qorvo log becomes console lines, and its rounds become notes")
    func log() throws {
        let log = """
            SESSION_STATUS_NTF: {state="ACTIVE", reason="State change with session management commands"}
            SESSION_INFO_NTF: {session_handle=1, sequence_number=2, block_index=2, n_measurements=1
            [mac_address=0x0001, status="SUCCESS", distance[cm]=24]}

            """
        let trace = try imported(Array(log.utf8), by: 5)
        #expect(trace.frames.count == 3)
        #expect(trace.frames.first?.contains("ACTIVE") == true)
        let texts = trace.events.compactMap { if case .journal(let note) = $0 { note.text } else { nil } }
        #expect(texts.contains("line 2: 0x0001: 24 cm, SUCCESS"))
        #expect(trace.says("no times"))
    }

    @Test("the side that disconnected is reported from the phone's point of view, wherever the capture was made")
    func whoHungUp() throws {
        for (role, expected): (UInt8, DisconnectReason) in [(0, .remote), (1, .local)] {
            var script = CaptureScript()
            script.connect(role: role)
            script.att(CaptureScript.write, role == 0 ? .outbound : .inbound)
            script.disconnect()
            #expect(inbound(try imported(script.btsnoop)).last == .bluetooth("accessory1", .disconnected(expected)))
        }
    }

    @Test("findings that differ only in their numbers are reported once, with the number of others")
    func alike() throws {
        var script = CaptureScript()
        for number in 0..<30 { script.uci([UInt8](repeating: 0xFF, count: 4 + number % 3), .inbound) }
        script.uci([0x60, 0x01, 0, 1, 1], .inbound)
        let remarks = try imported(script.pcapng).remarks
        #expect(remarks.filter { $0.contains("not UCI") }.count <= 3, "\(remarks)")
        #expect(remarks.contains { $0.contains("more such") }, "\(remarks)")
    }
}
