import Captures
import GATT
import Ground
import Links
import Recordings
import Testing

/// Secrets that a trace contains because of chance, loss or truncation must not leak either.
@Suite struct RedactionLeakTests {
    private static let name = Array("FrontDoor".utf8)

    /// Returns the redacted frames of one accessory, the phone's and its own.
    private func frames(_ frames: [(isSent: Bool, pdu: ATTPDU)]) -> [[UInt8]] {
        var redactor = Redactor()
        return frames.enumerated().compactMap { number, frame in
            let bytes = frame.pdu.encoded
            let event: TraceEvent =
                frame.isSent
                ? .sent(.bluetooth("door", .frame(bytes)), at: .start, number: number)
                : .received(
                    Arrival(.bluetooth("door", .frame(bytes)), at: .start), now: .start, number: number)
            switch redactor.receive(event) {
            case .sent(.bluetooth(_, .frame(let bytes)), _, _): return bytes
            case .received(let arrival, _, _):
                if case .bluetooth(_, .frame(let bytes)) = arrival.inbound { return bytes }
                return nil
            default: return nil
            }
        }
    }

    private func holdsName(_ frames: [[UInt8]]) -> Bool {
        frames.contains { frame in
            frame.indices.contains { frame[$0...].starts(with: Self.name.prefix(4)) }
        }
    }

    private func answer(_ count: Int) -> ATTPDU {
        .readByTypeResponse([HandleValue(0x0003, Array(Self.name.prefix(count)))])
    }

    private let characteristics = ATTPDU.readByTypeRequest(.all, type: 0x2803)

    @Test("a declaration that was asked for stays as it is")
    func declaration() {
        let declared = ATTPDU.readByTypeResponse([HandleValue(0x0002, [0x0A, 0x03, 0x00, 0x01, 0x2A])])
        #expect(frames([(true, characteristics), (false, declared)]).last == declared.encoded)
    }

    @Test("a name that answers a request which is not in the trace is replaced")
    func lostRequest() {
        for count in [5, 9] {
            #expect(!holdsName(frames([(true, characteristics), (false, answer(count))])), "\(count) bytes")
            let other = ATTPDU.readRequest(0x0003)
            #expect(!holdsName(frames([(true, characteristics), (true, other), (false, answer(count))])))
        }
        let (include, other) = (ATTPDU.readByTypeRequest(.all, type: 0x2802), ATTPDU.readRequest(0x0003))
        #expect(holdsName(frames([(true, include), (false, answer(6))])), "six bytes may be an include's declaration")
        #expect(!holdsName(frames([(true, include), (true, other), (false, answer(6))])))
        #expect(!holdsName(frames([(true, include), (false, .readResponse([1])), (false, answer(6))])))
    }

    @Test("a request of one side is not confused with the other side's response")
    func bothAsk() {
        let name = ATTPDU.readByTypeRequest(.all, type: 0x2A00)
        // The accessory asks the phone for declarations, after the phone asked it for its name.
        let include = ATTPDU.readByTypeRequest(.all, type: 0x2802)
        #expect(!holdsName(frames([(true, name), (false, include), (false, answer(6))])))
        #expect(!holdsName(frames([(false, include), (true, name), (false, answer(6))])))
    }

    @Test("an answer on a new link answers nothing that was asked on the old one")
    func newLink() throws {
        var redactor = Redactor()
        let include = ATTPDU.readByTypeRequest(.all, type: 0x2802)
        _ = redactor.receive(.sent(.bluetooth("door", .frame(include.encoded)), at: .start, number: 1))
        _ = redactor.receive(
            .received(Arrival(.bluetooth("door", .disconnected(.remote)), at: .start), now: .start, number: 2))
        let event = redactor.receive(
            .received(Arrival(.bluetooth("door", .frame(answer(6).encoded)), at: .start), now: .start, number: 3))
        guard case .received(let arrival, _, _) = event, case .bluetooth(_, .frame(let bytes)) = arrival.inbound else {
            Issue.record("\(String(describing: event))")
            return
        }
        #expect(!holdsName([bytes]))
    }

    @Test("the redactor's memory is bounded: beyond it values become zeros, and known values keep their replacement")
    func bounded() {
        func value(_ number: Int) -> ATTPDU {
            .notification(
                0x0010, withUnsafeBytes(of: number.littleEndian, Array.init) + [UInt8](repeating: 1, count: 992))
        }
        let values = (0..<9_000).map { (false, value($0)) } + [(false, value(5))]
        let results = frames(values)
        #expect(Set(results.prefix(7_000)).count == 7_000)
        #expect(results[8_999].dropFirst(3).allSatisfy { $0 == 0 } && results[8_999].count == 1_003)
        #expect(results[9_000] == results[5])
    }

    // MARK: UCI

    /// Returns the redacted bytes of a line that arrive in pieces.
    private func line(_ pieces: [[UInt8]]) -> [UInt8] {
        var redactor = Redactor()
        return pieces.enumerated().flatMap { number, piece -> [UInt8] in
            let event = redactor.receive(
                .received(Arrival(.kit(.bytes(piece)), at: .start), now: .start, number: number))
            guard case .received(let arrival, _, _) = event, case .kit(.bytes(let bytes)) = arrival.inbound else {
                return []
            }
            return bytes
        }
    }

    @Test("the last segment of a message is replaced like those before it")
    func segments() {
        let secret = [UInt8](repeating: 0x5A, count: 4)
        let first: [UInt8] = [0x51, 0x04, 0, 8] + secret + secret
        // The layout of CORE_DEVICE_INFO would preserve ten bytes of it.
        let last: [UInt8] = [0x40, 0x02, 0, 4] + secret
        let result = line([first + last])
        #expect(result.count == first.count + last.count)
        #expect(!result.contains(0x5A))
        let alone = line([[0x40, 0x02, 0, 4, 0, 0x5A, 0x5A, 0x5A]])
        #expect(alone.filter { $0 == 0x5A }.count == 3)
    }

    @Test("a packet that is cut anywhere shows nothing that the whole one hides, and its head stays")
    func cuts() {
        let packet: [UInt8] = [0x21, 0x00, 0, 5, 0xDE, 0xAD, 0x5A, 0xA5, 0] + [0x60, 0x01, 0, 1, 1]
        let whole = line([packet])
        #expect(whole[9...] == packet[9...])
        for cut in 1..<packet.count {
            let result = line([Array(packet[..<cut]), Array(packet[cut...])])
            #expect(result.count == packet.count)
            #expect(result[..<4] == packet[..<4], "cut at \(cut)")
            #expect(!result[4..<8].contains { [0xDE, 0xAD, 0x5A, 0xA5].contains($0) }, "cut at \(cut)")
            #expect(result[9..<13] == packet[9..<13], "cut at \(cut)")
        }
    }

    // MARK: Tags

    private func dialogue(_ steps: [(isCommand: Bool, bytes: [UInt8])]) -> [[UInt8]] {
        var redactor = Redactor()
        return steps.enumerated().compactMap { number, step in
            let event: TraceEvent =
                step.isCommand
                ? .sent(.reader(.exchange(step.bytes, within: .milliseconds(5))), at: .start, number: number)
                : .received(Arrival(.reader(.response(step.bytes)), at: .start), now: .start, number: number)
            switch redactor.receive(event) {
            case .sent(.reader(.exchange(let bytes, _)), _, _): return bytes
            case .received(let arrival, _, _):
                if case .reader(.response(let bytes)) = arrival.inbound { return bytes }
                return nil
            default: return nil
            }
        }
    }

    @Test("data read with a password is replaced, and a status word stays")
    func passwords() {
        let password = dialogue([(true, [0x1B, 0xDE, 0xAD, 0xBE, 0xEF]), (false, [0x5A, 0xA5])])
        #expect(password[0][0] == 0x1B && !password[0].contains(0xBE))
        #expect(!password[1].contains(0x5A) && password[1].count == 2)
        let block = dialogue([
            (true, [0x00, 0xB0, 0, 0, 2]), (false, [0x5A, 0xA5, 0x90, 0x00]), (false, [0x6A, 0x82]),
        ])
        #expect(block[1].suffix(2) == [0x90, 0x00] && !block[1].contains(0x5A))
        #expect(block[2] == [0x6A, 0x82])
    }

    @Test("the second half of a write has no command in front, and is replaced altogether")
    func compatibilityWrite() {
        let content: [UInt8] = [0x00, 0x5A, 0x5A, 0x5A, 0x5A] + [UInt8](repeating: 0, count: 11)
        let result = dialogue([(true, [0xA0, 0x04]), (false, [0x0A]), (true, content), (false, [0x0A])])
        #expect(result[0] == [0xA0, 0x04] && result[1] == [0x0A] && result[3] == [0x0A])
        #expect(!result[2].contains(0x5A) && result[2].count == 16)
    }
}
