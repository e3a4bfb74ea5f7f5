import Ground
import TestSupport
import Testing
import Traces

@Suite("L2CAP frames from fragments") struct L2CAPTests {
    /// Feeds fragments of one connection and direction.
    private func feed(_ fragments: [ACLFragment]) -> (frames: [L2CAPFrame], findings: [String]) {
        var reassembly = L2CAPReassembly()
        var frames: [L2CAPFrame] = []
        var findings: [Finding] = []
        for fragment in fragments {
            let outcome = reassembly.receive(fragment, direction: .inbound)
            findings += outcome.findings
            if let frame = outcome.frame { frames.append(frame) }
        }
        findings += reassembly.finish()
        return (frames, findings.map(\.meaning))
    }

    private func frame(_ payload: [UInt8], isComplete: Bool = true) -> L2CAPFrame {
        L2CAPFrame(
            handle: 64, direction: .inbound, channel: L2CAPFrame.Channel.att, payload: payload, isComplete: isComplete)
    }

    @Test("A frame survives every size of fragment", arguments: 4...40) func sizes(limit: Int) {
        let whole = frame(Array(0..<30))
        let (frames, findings) = feed(whole.fragments(limit: limit) + whole.fragments(limit: limit))
        #expect(frames == [whole, whole] && findings.isEmpty)
    }

    @Test("A head in two fragments is put together") func splitHead() {
        let (frames, findings) = feed([
            ACLFragment(handle: 64, .firstFlushable, data: [1]), ACLFragment(handle: 64, .continuation, data: [0, 4]),
            ACLFragment(handle: 64, .continuation, data: [0, 9]),
        ])
        #expect(frames == [frame([9])] && findings.isEmpty)
    }

    @Test("Connections, adapters and directions do not mix") func streams() {
        var reassembly = L2CAPReassembly()
        let pieces = frame([1, 2, 3, 4, 5]).fragments(limit: 5)
        let places: [(UInt16, FrameDirection?)] = [(0, .inbound), (0, .outbound), (1, .inbound), (0, nil)]
        for (count, fragment) in pieces.enumerated() {
            for (adapter, direction) in places {
                let outcome = reassembly.receive(fragment, adapter: adapter, direction: direction)
                #expect(outcome.findings.isEmpty)
                #expect((outcome.frame != nil) == (count == pieces.count - 1))
                if let frame = outcome.frame {
                    #expect(frame.payload == [1, 2, 3, 4, 5] && frame.adapter == adapter)
                    #expect(frame.direction == direction)
                }
            }
        }
    }

    @Test("A continuation without a beginning is reported once for each gap") func missingStart() {
        let whole = frame([1, 2, 3, 4, 5, 6, 7, 8])
        let pieces = whole.fragments(limit: 4)
        let (frames, findings) = feed(Array(pieces[1...]) + pieces + pieces[2...])
        let meaning = "a fragment on handle 64 continues a frame whose beginning is missing"
        #expect(frames == [whole] && findings == [meaning, meaning])
    }

    @Test("A new beginning drops an unfinished packet") func missingEnd() {
        let whole = frame([1, 2, 3, 4, 5, 6, 7, 8])
        let pieces = whole.fragments(limit: 4)
        let (frames, findings) = feed([pieces[0], pieces[1]] + pieces + [pieces[0]])
        #expect(frames == [whole])
        #expect(
            findings == [
                "a frame on handle 64 has 8 bytes when a new one begins and is dropped",
                "a frame on handle 64 has 4 bytes when the capture ends and is dropped",
            ])
    }

    @Test("Bytes too many are dropped and said") func tooLong() {
        let (frames, findings) = feed([ACLFragment(handle: 64, .first, data: [1, 0, 4, 0, 7, 8, 9])])
        #expect(frames == [frame([7])])
        #expect(findings == ["a frame of 1 bytes on handle 64 got 2 bytes too many"])
    }

    @Test("A cut fragment gives its beginning, marked as incomplete, and the rest is skipped") func snapped() throws {
        let cut = try HCIPacket(.acl, bytes("40 20 0a 00 14 00 04 00 1b 10"), isSnapped: true)
        guard case .acl(let fragment) = cut else { return }
        #expect(fragment.isSnapped)
        let (frames, findings) = feed([fragment, ACLFragment(handle: 64, .continuation, data: [0, 0])])
        #expect(frames == [frame([0x1B, 0x10], isComplete: false)])
        #expect(findings == ["a frame of 20 bytes on handle 64 was captured without its last 18"])
    }

    @Test("The number of streams is bounded: the oldest makes place") func bound() {
        var reassembly = L2CAPReassembly()
        let half = ACLFragment(handle: 0, .first, data: [9, 0, 4, 0])
        for adapter in 0...UInt16(L2CAPReassembly.mostStreams) {
            _ = reassembly.receive(half, adapter: adapter, direction: .inbound)
        }
        #expect(reassembly.finish().count == L2CAPReassembly.mostStreams)
    }
}
