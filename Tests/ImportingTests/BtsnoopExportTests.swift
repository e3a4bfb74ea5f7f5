import ATT
import Ground
import Importing
import Links
import Recordings
import Testing
import Traces

@Suite struct BtsnoopExportTests {
    private func exported(_ events: [TraceEvent]) -> BtsnoopExport.Outcome {
        var export = BtsnoopExport()
        for event in events { export.receive(event) }
        return export.finish()
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
        #expect(outcome.isAsSeen)
        #expect(outcome.file == file)
        #expect(outcome.packets == script().packets.count && outcome.leftOut == 0)
    }

    @Test("a trace without a kernel's packets is exported as composed ones, which import gives the same frames")
    func composed() throws {
        let trace = try imported(script().btsnoop)
        let events = trace.events.filter { if case .kernel = $0 { false } else { true } }
        let outcome = exported(events)
        #expect(!outcome.isAsSeen)
        #expect(try imported(outcome.file).frames == trace.frames)
    }

    @Test("a trace without Bluetooth gives no packet")
    func none() throws {
        var script = CaptureScript()
        script.uci([0x60, 0x01, 0, 1, 1], nil)
        #expect(exported(try imported(script.pcapng).events).packets == 0)
    }
}
