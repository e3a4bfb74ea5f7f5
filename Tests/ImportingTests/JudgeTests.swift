import Captures
import GATT
import Ground
import Journal
import Links
import NearbyInteraction
import Recordings
import Reports
import Testing
import Traces
import Vocabulary
import Wording

@Suite struct JudgeTests {
    @Test("a flawless session has times and no finding, and says what the capture does not show")
    func flawless() throws {
        var session = CapturedSession()
        session.connect(mtu: 247)
        session.exchange()
        session.came(.disconnected(.local))
        let judged = try session.judged()
        #expect(judged.findings == [] && judged.initializes == 1 && judged.starts == 1 && judged.stops == 1)
        let figures = judged.figures.map { "\($0.what) \($0.value)" }
        #expect(
            figures == ["configuration 20.0 ms", "start 20.0 ms", "stop 20.0 ms", "ATT_MTU 247"], "\(figures)")
        #expect(judged.notJudged.count == 2, "subscriptions and ranging")
    }

    @Test("a wrong length byte is found on a capture without discovery, by byte, and redaction keeps the proof")
    func wrongLength() throws {
        var script = CaptureScript()
        script.connect()
        script.att(.writeRequest(0x12, [0x0A]), .outbound)
        var payload = CaptureScript.accessoryData.encoded
        payload[15] ^= 0x04
        script.att(.notification(0x14, [0x01] + payload), .inbound)
        let trace = try imported(try script.btsnoop)
        func findings(_ events: [TraceEvent]) -> [CapturedFinding] {
            var judge = CaptureJudge()
            for event in events { judge.receive(event) }
            return judge.judged().flatMap(\.findings)
        }
        let found = findings(trace.events)
        #expect(Set(found.map(\.code)) == ["configuration.length", "configuration.trailingBytes"])
        #expect(found.allSatisfy { $0.party == .accessory && $0.frame == 3 && $0.text.description.contains("byte 16") })
        var redactor = Redactor()
        let shared = trace.events.compactMap { redactor.receive($0) }
        #expect(findings(shared).map(\.code) == found.map(\.code))
        #expect(!shared.contains { "\($0)".contains("4386") }, "the short address 0x1122 is replaced")
    }

    @Test(
        "each deviation has its code",
        arguments: [
            ("answers before it is asked", "configuration.unasked"), ("never answers", "exchange.noConfiguration"),
            ("never answers at ATT_MTU 23", "exchange.smallMTU"), ("is cut by the ATT_MTU", "link.cutAtSmallMTU"),
            ("never starts", "session.neverStarted"), ("never starts until stopped", "session.neverStarted"),
            ("never stops", "session.stopUnanswered"),
            ("starts unasked", "session.startedUnasked"), ("starts twice", "session.startedTwice"),
            ("stops by itself", "session.stoppedUnasked"), ("answers late", "exchange.slowConfiguration"),
            ("hangs up while it ranges", "link.hungUpWhileRanging"), ("sends nothing", "message.empty"),
            ("sends a phone's message", "message.notForPhones"), ("refuses a write", "gatt.procedureFailed"),
            ("sends a PDU beyond the ATT_MTU", "att.tooLong"),
        ] as [(String, FailureCode)])
    func deviations(what: String, code: FailureCode) throws {
        var session = CapturedSession()
        let configuration = [0x01] + CapturedSession.configuration.encoded
        session.connect(mtu: what.contains("ATT_MTU") ? 23 : 247)
        switch what {
        case "answers before it is asked":
            session.exchange()
            session.accessory(configuration)
        case "never answers", "never answers at ATT_MTU 23":
            session.phone([0x0A])
            session.wait(2_500)
            session.came(.disconnected(.local))
        case "is cut by the ATT_MTU":
            session.phone([0x0A])
            session.accessory(Array(configuration.prefix(20)))
        case "never starts":
            session.phone([0x0B] + CapturedSession.shareable)
            session.wait(3_500)
            session.came(.disconnected(.local))
        case "never starts until stopped":
            session.phone([0x0B] + CapturedSession.shareable)
            session.wait(3_500)
            session.phone([0x0C])
            session.accessory([0x03])
        case "never stops":
            session.phone([0x0C])
            session.wait(3_500)
            session.came(.disconnected(.local))
        case "starts unasked":
            session.exchange()
            session.accessory([0x02])
        case "starts twice":
            session.phone([0x0B] + CapturedSession.shareable)
            for _ in 0..<2 { session.accessory([0x02]) }
        case "stops by itself":
            session.exchange()
            session.accessory([0x03])
        case "answers late":
            session.phone([0x0A])
            session.wait(2_500)
            session.accessory(configuration)
        case "hangs up while it ranges":
            session.phone([0x0B] + CapturedSession.shareable)
            session.accessory([0x02])
            session.came(.disconnected(.remote))
        case "sends nothing": session.accessory([])
        case "sends a phone's message": session.accessory([0x0A])
        case "refuses a write":
            session.phone([0x0A], isHeard: false)
            session.came(
                .frame(ATTPDU.errorResponse(to: .writeRequest, handle: 0x10, code: .writeNotPermitted).encoded))
        default: session.accessory(configuration)
        }
        let codes = try session.codes()
        #expect(codes.contains(code), "\(codes)")
    }

    @Test(
        "what the capture does not prove is not held against the accessory",
        arguments: [
            "ends before the answer", "two questions", "begins in the middle", "malformed question",
            "unknown MTU", "power cut by the rig", "supervision timeout", "link lost while asked", "nothing heard",
            "withdrawn start", "faulty start", "asks for pairing", "lost packets", "clock leaps", "two starts",
            "the phone's ATT_MTU", "lost initialize", "lost initialize, and its response comes late",
            "lost configureAndStart", "lost configureAndStart, and its response comes late",
        ])
    func noBlame(what: String) throws {
        var session = CapturedSession(isImported: what.hasPrefix("lost "))
        if what == "the phone's ATT_MTU" {
            session.connect()
            session.went(.bluetooth("door", .frame(ATTPDU.exchangeMTURequest(23).encoded)))
            session.came(.frame(ATTPDU.exchangeMTUResponse(247).encoded))
        } else if what != "begins in the middle" {
            session.connect(mtu: what == "unknown MTU" ? nil : 247)
        }
        session.plays(what)
        let (codes, judged) = (try session.codes(), try session.judged())
        #expect(codes == [], "\(judged.findings)")
    }

    @Test("a response without its request says where packets are missing, and leaves the rest of the session judged")
    func missing() throws {
        func session(isImported: Bool) -> CapturedSession {
            var session = CapturedSession(isImported: isImported)
            session.connect(mtu: 247)
            session.exchange()
            session.loses([0x0A], isLate: false)
            session.accessory([])
            return session
        }
        let judged = try session(isImported: true).judged()
        // A trace of this program lacks nothing, so the response is the accessory's own and excuses nothing.
        let whole = try session(isImported: false).judged()
        #expect(whole.findings.map(\.code) == ["configuration.unasked", "message.empty"])
        // 3 frames of the connection and 9 of the exchange come before it.
        #expect(judged.notJudged.contains(.capturedMissing(before: 13)), "\(judged.notJudged)")
        #expect(judged.findings.map(\.code) == ["message.empty"])
        // The response to a request that does not parse shows no gap.
        var session = CapturedSession(isImported: true)
        session.connect(mtu: 247)
        session.exchange()
        session.went(.bluetooth("door", .frame([0x0A])))
        session.came(.frame(ATTPDU.errorResponse(to: .readRequest, handle: 0, code: .invalidPDU).encoded))
        session.accessory([0x02])
        #expect(try session.codes() == ["session.startedUnasked"])
        // A log with both directions of one instant in the wrong order lacks nothing.
        session = CapturedSession()
        session.connect(mtu: 247)
        session.exchange()
        session.swap()
        #expect(!(try session.judged().notJudged.description.contains("missing")))
    }

    @Test(
        "a fault that a lost packet would explain is one only if the capture is complete, unless this program made it")
    func ifComplete() throws {
        var script = CaptureScript()
        script.connect()
        script.att(.writeRequest(0x12, [0x0A]), .outbound)
        script.att(.writeResponse, .inbound)
        for _ in 0..<2 {
            script.att(.notification(0x14, [0x01] + CaptureScript.accessoryData.encoded), .inbound)
        }
        let judgement = try CaptureJudgement(judging: imported(try script.btsnoop).events)
        #expect(judgement.status == .failed)
        let headline = judgement.headline.description
        #expect(headline.contains("violates the protocol, if the capture is complete: "), "\(headline)")
        var session = CapturedSession()
        session.connect(mtu: 247)
        session.exchange()
        session.accessory([0x02])
        #expect(CaptureJudgement(judging: session.events).headline.description.contains("violates the protocol: "))
    }

    @Test("an error of the phone is the phone's")
    func phone() throws {
        var session = CapturedSession()
        session.connect(mtu: 247)
        session.phone([0x0B] + CapturedSession.shareable.prefix(20))
        let found = try session.judged().findings
        #expect(found.map(\.code) == ["shareable.field"] && found.map(\.party) == [.phone])
    }

    @Test("a capture without Nearby Interaction is not judged")
    func stranger() throws {
        var script = CaptureScript()
        script.connect()
        script.att(.writeRequest(0x12, [0x01, 0x02]), .outbound)
        script.att(.notification(0x14, [0x01, 0x64]), .inbound)
        let judgement = try CaptureJudgement(judging: imported(try script.btsnoop).events)
        #expect(judgement.status == .nothingShown && judgement.faults.isEmpty)
    }

    @Test("a question without any message of the accessory is no pass, and another device's error decides nothing")
    func nothingShown() throws {
        var session = CapturedSession()
        session.connect(mtu: 247)
        session.phone([0x0A], isHeard: false)
        #expect(CaptureJudgement(judging: session.events).status == .nothingShown)
        session = CapturedSession()
        session.connect(mtu: 247)
        session.exchange()
        session.events.append(
            .received(Arrival(.bluetooth("scale", .frame([0x1B])), at: .start), now: .start, number: 99))
        #expect(CaptureJudgement(judging: session.events).status == .passed)
    }

    @Test("a text that begins like configuration data is neither recognised nor kept by redaction")
    func text() throws {
        let text = [0x01, 1, 0, 0, 0] + Array("Alice Smith, Elm Street 5, third floor".utf8)
        var script = CaptureScript()
        script.connect()
        script.att(.writeRequest(0x12, [0x0A]), .outbound)
        script.att(.notification(0x14, text), .inbound)
        let trace = try imported(try script.btsnoop)
        #expect(CaptureJudgement(judging: trace.events).status == .nothingShown)
        var redactor = Redactor()
        let values = trace.events.compactMap { redactor.receive($0) }.compactMap { event -> [UInt8]? in
            guard case .received(let arrival, _, _) = event, case .bluetooth(_, .frame(let bytes)) = arrival.inbound
            else { return nil }
            return bytes
        }
        #expect(values.contains { $0.count == text.count + 3 })
        #expect(!values.contains { Array($0.dropFirst(3).dropFirst(6).prefix(8)) == Array(text[6..<14]) })
    }
}

extension CaptureJudgement {
    fileprivate init(judging events: [TraceEvent]) {
        var judge = CaptureJudge()
        for event in events { judge.receive(event) }
        self.init(judge.judged())
    }
}
