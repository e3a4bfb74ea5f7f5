import Captures
import GATT
import Ground
import Links
import Recordings
import Testing
import Traces

@Suite struct BtsnoopExportTests {
    private func exported(_ events: [TraceEvent]) -> (file: [UInt8], export: BtsnoopExport) {
        var survey = BtsnoopExport.Survey()
        for event in events { survey.receive(event) }
        var export = survey.export
        var file = export.header
        for event in events { file += export.receive(event) }
        return (file, export)
    }

    private func script() -> CaptureScript {
        var script = CaptureScript()
        script.connect()
        script.att(CaptureScript.write, .outbound)
        script.att(CaptureScript.notification, .inbound, limit: 20)
        script.disconnect()
        return script
    }

    @Test("an imported btsnoop file is exported byte for byte")
    func asSeen() throws {
        let file = try script().btsnoop
        let outcome = exported(try imported(file).events)
        #expect(outcome.export.isAsSeen)
        #expect(outcome.file == file)
        #expect(outcome.export.packets == script().packets.count && outcome.export.leftOut == 0)
    }

    @Test("a trace without a kernel's packets is exported as composed ones, which import gives the same frames")
    func composed() throws {
        let trace = try imported(script().btsnoop)
        let events = trace.events.filter { if case .kernel = $0 { false } else { true } }
        let outcome = exported(events)
        #expect(!outcome.export.isAsSeen)
        #expect(try imported(outcome.file).frames == trace.frames)
    }

    @Test("packets that hold keys of links are counted")
    func keys() throws {
        let key = [UInt8](repeating: 7, count: 16)
        let start: [UInt8] = [0, 0, 0, 2, 0x19, 0x20, 28, 0x40, 0] + [UInt8](repeating: 0, count: 10) + key
        let reply: [UInt8] = [0, 0, 0, 2, 0x1A, 0x20, 18, 0x40, 0] + key
        let notified: [UInt8] = [0, 0, 0, 3, 0x18, 23] + [UInt8](repeating: 0, count: 6) + key + [4]
        let given: [UInt8] = [0, 0, 0, 5, 0x40, 0x20, 21, 0, 17, 0, 6, 0, 6] + key
        let harmless: [UInt8] = [0, 0, 0, 5, 0x40, 0x20, 7, 0, 3, 0, 4, 0, 0x0A, 3, 0]
        var events: [TraceEvent] = [.began(try began())]
        for bytes in [start, reply, notified, given, harmless, [0, 0, 0, 2, 0x19], [0, 0, 0, 5, 0x40]] {
            events.append(
                .kernel(
                    CapturedPacket(
                        instant: WallInstant(nanoseconds: 1_700_000_000_000_000_000),
                        linkType: .bluetoothLinuxMonitor, direction: nil, bytes: bytes)))
        }
        let export = exported(events).export
        #expect(export.isAsSeen && export.keys == 4)
    }

    @Test("a trace without Bluetooth gives no packet")
    func none() throws {
        var script = CaptureScript()
        script.uci([0x60, 0x01, 0, 1, 1], nil)
        #expect(exported(try imported(script.pcapng).events).export.packets == 0)
    }

    @Test("packets of several controllers are exported in the format that distinguishes them")
    func severalControllers() throws {
        var events: [TraceEvent] = [.began(try began())]
        for adapter: UInt8 in [0, 1] {
            // Opcode 3: an event; HCI's Disconnection Complete.
            let bytes: [UInt8] = [0, adapter, 0, 3, 0x05, 4, 0, 0x40, 0, 0x13]
            events.append(
                .kernel(
                    CapturedPacket(
                        instant: WallInstant(nanoseconds: 1_700_000_000_000_000_000),
                        linkType: .bluetoothLinuxMonitor, direction: nil, bytes: bytes)))
        }
        let outcome = exported(events)
        #expect(outcome.export.packets == 2 && outcome.export.leftOut == 0)
        #expect(Array(outcome.file[12..<16]) == [0, 0, 0x07, 0xD1])
        #expect(Array(exported(Array(events.dropLast())).file[12..<16]) == [0, 0, 0x03, 0xEA])
        let again = try imported(outcome.file).events
        #expect(again.filter { if case .kernel = $0 { true } else { false } }.count == 2)
    }

    private func began() throws -> TraceHeader {
        guard case .began(let header) = try imported(script().btsnoop).events.first else {
            throw ImportRefusal("no beginning", at: 0)
        }
        return header
    }
}
