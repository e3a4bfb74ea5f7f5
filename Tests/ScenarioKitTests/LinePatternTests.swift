import Ground
import ScenarioKit
import Testing

/// The patterns for an accessory's lines, and the texts that are not patterns.
@Suite struct LinePatternTests {
    private func match(_ pattern: LinePattern, _ line: String) throws -> LineMatcher.Match {
        try LineMatcher(pattern).match(line)
    }

    private func millimetres(_ pattern: LinePattern, _ line: String) throws -> Int32? {
        if case .line(let distance) = try match(pattern, line) { distance?.millimetres } else { nil }
    }

    @Test("The lines of published firmware give their distances")
    func published() throws {
        let lines: [(DistanceReport, String, Int32?)] = [
            (.qorvo, #" [mac_address=0x0001, status="SUCCESS", distance[cm]=210, RSSI[dBm]=-78.0]}"#, 2100),
            (.qorvo, #" [mac_address=0x0001, status="SUCCESS", distance[cm]=-3]}"#, -30),
            (.qorvo, #" [mac_address=0x0001, status="RX_TIMEOUT"]}"#, nil),
            (.qorvoObject, #"{"Block":7, "results":[{"Addr":"0x0001","Status":"Ok","D_cm":123,"CFO":-5}]}"#, 1230),
            (.qorvoObject, #"[{"Addr":"0x0000","Status":"Ok","D_cm":61,"LPDoA_deg":0.00,"LAoA_deg":0.00}]"#, 610),
            (.qorvoObject, #"{"Block":7, "results":[{"Addr":"0x0001","Status":"Err"}]}"#, nil),
            (.inWords, "Ranging: distance 2.13 m", 2130), (.inWords, "DISTANCE 2 M to go", 2000),
        ]
        for (report, line, wanted) in lines {
            #expect(try millimetres(try #require(report.lines.first), line) == wanted, "\(line)")
        }
    }

    @Test("A number is read in its unit, rounded to a millimetre, and ends where its word does")
    func numbers() throws {
        #expect(try millimetres("d={m}", "d=1.0006") == 1001)
        #expect(try millimetres("d={m}", "d=-0.25,") == -250)
        #expect(try millimetres("d={mm}", "d=+7") == 7)
        #expect(try millimetres("d={cm}", "d=12.") == 120)
        #expect(try millimetres("d={m} m", "d=3 mm") == nil)
        #expect(try millimetres("{cm} cm", "id 5: 213 cm") == 2130)
        #expect(try millimetres("a {} d={cm}", "d=1 a x d=2") == 20)
        #expect(try millimetres("d={m}", "d=999999999") == Int32.max)
        #expect(try match("{{d={cm}", "{d=4") == .line(.millimetres(40)))
        #expect(try match("UWB {} started", "uwb chip 3 STARTED") == .line(nil))
        #expect(try match("{^}E ({}) {}:", "E (123) uwb: no answer") == .line(nil))
        #expect(try match("{^}E ({}) {}:", "distance (1) m: 2") == .none)
        #expect(try match("{^}{cm} cm", "7 cm") == .line(.millimetres(70)))
        #expect(try match("{^}{cm} cm", "x 7 cm") == .none)
    }

    @Test("A line that begins like the pattern and continues differently is broken, and any other line is another")
    func broken() throws {
        #expect(try match("d={cm} cm", "d=2") == .broken)
        #expect(try match("d={cm}", "d=x") == .broken)
        #expect(try match("d={cm}", "d=1234567890") == .broken)
        #expect(try match("d={cm}", "e=4") == .none)
        #expect(try match("d={cm}", "") == .none)
    }

    @Test(
        "A pattern that cannot be used says why",
        arguments: [
            ("", "every line matches this"), ("   ", "every line matches this"), ("{}", "every line matches this"),
            ("{cm}", "every line with a number matches this"), ("a{}", "omit it at an end"),
            ("{}a", "omit it at an end"), ("a{}{}b", "omit it at an end"),
            ("a{^}", "at the beginning of the pattern"), ("{^}", "every line matches this"),
            ("{^}{}a", "omit it at an end"),
            ("a {}{cm}", "ambiguous"), ("a {cm}{} b", "ambiguous"), ("a{cm}5", "the digits after"),
            ("a{m}.5", "the digits after"), ("a{m} b{m}", "one number, and this has 2"),
            ("a{feet}", "there is no hole {feet}"), ("a{cm", "a hole is not closed"),
            (String(repeating: "a", count: 121), "at most 120 bytes, and this has 121"),
        ] as [(String, String)])
    func faults(text: String, meaning: String) {
        #expect(LinePattern(text).fault?.contains(meaning) == true, "\(LinePattern(text).fault ?? "none")")
    }

    @Test("The longest pattern and the longest line take no longer than their product")
    func isBounded() throws {
        #expect(LinePattern(String(repeating: "a", count: 120)).fault == nil)
        let text = (0..<29).map { _ in "aa{}" }.joined() + "a"
        let matcher = try LineMatcher(LinePattern(text + "b"))
        let line = String(repeating: "a", count: 100_000)
        let clock = ContinuousClock()
        let time = clock.measure { for _ in 0..<20 { #expect(matcher.match(line) == .none) } }
        #expect(time < .seconds(20))
    }

    @Test("A field of a message is read as its width, order, sign and unit say")
    func fields() {
        let message: [UInt8] = [0x32, 0xFF, 0x00, 0x90, 0x01]
        func read(
            _ offset: Int, _ width: Int, _ order: MessageField.Order = .littleEndian, signed: Bool = false
        ) -> Int32? {
            MessageField(of: 0x32, at: offset, width: width, .centimetres, order: order, isSigned: signed)
                .distance(in: message)?.millimetres
        }
        #expect(read(3, 2) == 4000 && read(3, 2, .bigEndian) == 368_650)
        #expect(read(1, 1) == 2550 && read(1, 1, signed: true) == -10)
        #expect(read(1, 4) == 262_146_550 && read(4, 2) == nil && read(0, 1) == nil && read(1, 5) == nil)
        #expect(MessageField(of: 0x33, at: 1, width: 1, .metres).distance(in: message) == nil)
        for (offset, width) in [(0, 1), (-1, 1), (512, 1), (509, 4), (Int.max, 4), (1, 0), (1, 5), (1, Int.max)] {
            #expect(MessageField(of: 1, at: offset, width: width, .metres).fault != nil, "\(offset) \(width)")
        }
        #expect(MessageField(of: 1, at: 508, width: 4, .metres).fault == nil)
    }
}
