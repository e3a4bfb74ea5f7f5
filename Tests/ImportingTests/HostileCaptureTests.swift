import Captures
import GATT
import Ground
import Recordings
import TestSupport
import Testing
import Traces

@Suite struct HostileCaptureTests {
    @Test("100,000 mutated captures are imported up to their damage, or refused")
    func fuzz() throws {
        var script = CaptureScript()
        script.connect()
        script.att(CaptureScript.write, .outbound)
        script.att(CaptureScript.notification, .inbound)
        script.disconnect()
        let bluetooth = try script.btsnoop
        script.packets = []
        script.uci([0x60, 0x01, 0, 1, 1], nil)
        script.att(CaptureScript.write, .outbound)
        let pcapng = script.pcapng
        let log = Array("SESSION_STATUS_NTF: {state=\"ACTIVE\", reason=\"x\"}\n".utf8)
        var mutator = Mutator(seeds: [bluetooth, bluetooth, pcapng, log])
        var seen = (imported: 0, damaged: 0, refused: 0)
        for _ in 0..<100_000 {
            let file = mutator.next()
            do throws(ImportRefusal) {
                let trace = try imported(file)
                seen.imported += 1
                guard case .began = trace.events.first, case .ended = trace.events.last else {
                    Issue.record("a trace without beginning or end")
                    return
                }
                if let damage = trace.damage {
                    seen.damaged += 1
                    if damage.offset > file.count { Issue.record("damage beyond the file: \(damage)") }
                }
            } catch {
                seen.refused += 1
                if error.offset > file.count { Issue.record("a refusal beyond the file: \(error)") }
            }
        }
        #expect(seen.imported > 1_000 && seen.damaged > 1_000 && seen.refused > 1_000, "\(seen)")
    }
}
