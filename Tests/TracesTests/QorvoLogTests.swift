import Ground
import TestSupport
import Testing
import Traces
import UWB

@Suite("Text logs of the Qorvo command line") struct QorvoLogTests {
    private func read(_ pieces: [[UInt8]]) -> [QorvoLogReader.Item] { QorvoLogReader.items(in: pieces) }

    private func entries(_ text: String) -> [CLIMessage] {
        read([Array(text.utf8)]).compactMap { if case .entry(let entry) = $0.content { entry } else { nil } }
    }

    private func findings(_ text: String) -> [Finding] {
        read([Array(text.utf8)]).compactMap { if case .finding(let finding) = $0.content { finding } else { nil } }
    }

    /// The session in the vector file, with the firmware's line endings.
    private let session: String

    init() throws {
        let lines = try vectors("qorvo-session", cut: false).compactMap(\.first)
        session = lines.joined(separator: "\r\n")
    }

    private func parameter(_ name: String, _ value: String) throws -> CLIMessage.Parameter {
        let text = entries("FiRa Session Parameters: {\n\(name): \(value)\n}\n")
        let parameters = text.compactMap { if case .parameters(let parameters) = $0 { parameters } else { nil } }
        return try #require(parameters.first?.first)
    }

    @Test("A session of firmware 1.1 is parsed into its parts") func session11() throws {
        let entries = entries(session)
        guard entries.count == 6, case .parameters(let parameters) = entries[1], case .round(let round) = entries[4]
        else {
            Issue.record("\(entries)")
            return
        }
        #expect(entries[0] == .other("INITF -CHAN=9") && entries[2] == .ok && entries[5] == .refused("KO"))
        #expect(
            parameters.map(\.name) == [
                "SESSION_ID", "SLOT_DURATION [rstu]", "STATIC_STS_IV", "DST_MAC_ADDRESS[0]",
            ])
        #expect(parameters.map(\.value) == ["42", "2400", "\"01:02:03:04:05:06\"", "0x0001"])
        #expect(entries[3] == .state("ACTIVE", reason: "State change, with session management commands"))
        #expect(round.heading.map(\.value) == ["1", "0", "0", "2"])
        #expect(round.measurements.map(\.address) == [1, 2])
        #expect(round.measurements.map(\.status) == ["RX_TIMEOUT", "SUCCESS"])
        #expect(round.measurements.map(\.centimetres) == [nil, -3])
        #expect(round.measurements.last?.others == [try parameter("RSSI[dBm]", "-78.0")])
        #expect(findings(session).isEmpty)
    }

    @Test(
        "Rounds of older firmware come out the same way",
        arguments: [
            #"{"Block":7, "results":[{"Addr":"0x0001","Status":"Ok","D_cm":123,"LPDoA_deg":0.5,"CFO_100ppm":-5}]}"#,
            #"[{"Addr":"0x0001","Status":"Ok","D_cm":123,"LPDoA_deg":0.5,"CFO_100ppm":-5}]"#,
        ])
    func older(line: String) throws {
        guard case .round(let round)? = entries(line).first else {
            Issue.record("\(entries(line))")
            return
        }
        #expect(round.heading == (line.hasPrefix("{") ? [try parameter("Block", "7")] : []))
        #expect(round.measurements.map(\.centimetres) == [123] && round.measurements.map(\.status) == ["Ok"])
        #expect(round.measurements.first?.others.map(\.name) == ["LPDoA_deg", "CFO_100ppm"])
    }

    @Test("A round without distance, the end of a session and a heard frame are read") func others() throws {
        guard case .round(let round)? = entries(#"{"Block":1, "results":[{"Addr":"0x0001","Status":"Err"}]}"#).first
        else { return }
        #expect(round.measurements.map(\.status) == ["Err"] && round.measurements.map(\.centimetres) == [nil])
        #expect(entries(#"{"Session Stopped":"Inband Stop"}"#) == [.stopped(reason: "Inband Stop")])
        guard case .heard(let heard)? = entries(#"JS0039{"LSTN":[49,2B,0,FF],"TS4ns":"0x47F2D4D8","rsl":-64.71}"#).first
        else { return }
        #expect(heard.frame == [0x49, 0x2B, 0, 0xFF])
        #expect(heard.others == [try parameter("TS4ns", "0x47F2D4D8"), try parameter("rsl", "-64.71")])
        let status = #"JS0010{"Info":{"Device":"DWM3001CDK"}}"#
        #expect(entries(status) == [.status([try parameter("Device", "DWM3001CDK")])])
    }

    @Test("A STAT response over several lines is one entry, and an unfinished one hides nothing after it")
    func status() throws {
        let text = """
            MODE: NONE
            JS0108{"Info":{
            "Device":"DWM3001CDK",
            "Apps":["LISTENER","RESPF"],
            "UWB stack":"R12.7.0"}}
            ok
            """
        let fields = [
            try parameter("Device", "DWM3001CDK"), try parameter("Apps", #"["LISTENER","RESPF"]"#),
            try parameter("UWB stack", "R12.7.0"),
        ]
        #expect(entries(text) == [.other("MODE: NONE"), .status(fields), .ok])
        #expect(findings(text).isEmpty)
        let cut = "JS0108{\"Info\":{\n\"Device\":\"D\",\nSESSION_STATUS_NTF: {state=\"IDLE\", reason=\"x\"}\nok"
        #expect(entries(cut).suffix(2) == [.state("IDLE", reason: "x"), .ok])
        #expect(findings(cut).map(\.meaning) == ["line 1: an answer to STAT does not end"])
        let endless = "{\"Info\":{\n" + String(repeating: "\"a\":1,\n", count: 1_000) + "ok"
        #expect(entries(endless).last == .ok && findings(endless).count == 1)
    }

    @Test(
        "Lines are read after the time that a terminal wrote",
        arguments: [
            ("[2024-05-01 12:00:01.250] ", 1_714_564_801_250, .date(hasZone: false)),
            ("[2024-05-01T12:00:01.250+02:00] ", 1_714_557_601_250, .date(hasZone: true)),
            ("2024-05-01T12:00:01.250Z ", 1_714_564_801_250, .date(hasZone: true)),
            ("2024-05-01 12:00:01,250: ", 1_714_564_801_250, .date(hasZone: false)),
            ("2024/05/01 12:00:01 | ", 1_714_564_801_000, .date(hasZone: false)),
            ("[12:00:01.250] ", 43_201_250, .timeOfDay), ("12:00:01 ", 43_201_000, .timeOfDay),
            ("12:00:01.250 -> ", 43_201_250, .timeOfDay), ("[12:00:01:250]", 43_201_250, .timeOfDay),
            ("[Wed May 01 12:00:01.250 2024] ", 1_714_564_801_250, .date(hasZone: false)),
            ("May 01 12:00:01 ", 73_569_601_000, .dateWithoutYear),
            ("May  1 12:00:01 ", 73_569_601_000, .dateWithoutYear),
            ("1714564801.250000 ", 1_714_564_801_250, .seconds), ("[    1.250000] ", 1_250, .seconds),
            ("[1.250000 0.000013] ", 1_250, .seconds),
        ] as [(String, Int64, LogStamp.Form)])
    func stamps(stamp: String, milliseconds: Int64, form: LogStamp.Form) throws {
        let stamped = session.split(separator: "\r\n").map { stamp + $0 }.joined(separator: "\r\n")
        #expect(entries(stamped) == entries(session))
        #expect(findings(stamped).isEmpty)
        var reader = LogLineReader()
        var lines: [LogLine] = []
        reader.receive(Array((stamp + "ok\n").utf8)[...], into: &lines)
        let line = try #require(lines.first)
        #expect(line.text == "ok" && line.stamp?.form == form)
        #expect(line.stamp?.instant.nanoseconds == milliseconds * 1_000_000)
    }

    @Test(
        "Text that only resembles a time stays in the line",
        arguments: [
            "[mac_address=0x0001]", "12:00 ok", "25:00:00 ok", "[12:00:00 ok", "1.5 ok", "May the 4th",
            "[{\"Addr\":1}]",
            "2024-02-30 12:00:00 ok", "12:00:00ok", "Monday 12:00:00", "0.25", "[", "", "1:2", "-12:00:00 ok",
        ])
    func noStamps(text: String) {
        var reader = LogLineReader()
        var lines: [LogLine] = []
        reader.receive(Array((text + "\n").utf8)[...], into: &lines)
        #expect(lines.map(\.stamp) == [nil] && lines.map { String($0.text) } == [text])
    }

    @Test("A log gives the same result however it is cut into pieces") func pieces() {
        let text = Array((session + "\n" + #"JS0010{"LSTN":[1],"O":2}"#).utf8)
        let whole = read([text])
        for pieces in feedings(of: text) { #expect(read(pieces) == whole) }
    }

    @Test("Line ends of all kinds count as one, and every item has its line and offset") func places() {
        for end in ["\n", "\r", "\r\n"] {
            let items = read([Array("ok\(end)ko\(end)\(end)ok".utf8)])
            #expect(items.map(\.line) == [1, 2, 4])
            #expect(items.map(\.offset) == [0, 2 + end.count8, 4 + 3 * end.count8])
        }
    }

    @Test(
        "A block that does not continue as it began is reported with its line, and kept",
        arguments: [
            ("SESSION_STATUS_NTF: {state=", 1, "ok\nSESSION_STATUS_NTF: {state=\nok", 3),
            ("a ranging round has no measurements", 1, "SESSION_INFO_NTF: {session_handle=1\nok", 2),
            ("a block of session parameters does not end", 1, "FiRa Session Parameters: {\nSESSION_ID: 1,\nok", 2),
            ("a measurement", 1, #"[{"Addr":"1","Status":"Ok"}]"#, 1),
            ("a heard frame", 1, #"{"LSTN":[4G]}"#, 1),
            ("no object", 1, "JS0004abcd", 1),
            ("a distance", 1, #"[{"Addr":"0x1","Status":"Ok","D_cm":1.5}]"#, 1),
            ("a ranging round cannot be read", 1, "SESSION_INFO_NTF: {a=1\n [mac_address=7]}", 1),
        ])
    func damage(what: String, findings: Int, text: String, entries: Int) {
        #expect(self.findings(text).count == findings)
        #expect(self.findings(text).allSatisfy { $0.offset != nil && $0.meaning.hasPrefix("line ") })
        #expect(self.entries(text).count == entries, "\(what): \(self.entries(text))")
    }

    @Test("The length of a line is bounded: the rest is dropped, with a finding") func bound() {
        let text = String(repeating: "x", count: CLIReader.largestLine + 5) + "\nok"
        #expect(entries(text).last == .ok)
        #expect(findings(text).map(\.meaning) == ["line 1 is longer than 16384 bytes: 5 are dropped"])
    }

    @Test("The number of parameters in a block is bounded") func parameterBound() {
        let lines = (0...CLIReader.mostParameters).map { "P\($0): 1,\n" }.joined()
        let entries = entries("FiRa Session Parameters: {\n" + lines + "}\n")
        guard case .parameters(let parameters)? = entries.first else {
            Issue.record("no parameters")
            return
        }
        #expect(parameters.count == CLIReader.mostParameters)
        #expect(entries.dropFirst() == [.other("P256: 1,"), .other("}")])
    }

    @Test("A log is recognised by text that only this firmware prints") func detection() {
        #expect(CaptureFormat.detect(Array(session.utf8)) == .format(.qorvoLog))
        #expect(CaptureFormat.qorvoLog.reader == nil)
        var marks = QorvoSignatures()
        for byte in String(repeating: "boot\n", count: 2_000).utf8 { marks.receive([byte][...]) }
        #expect(!marks.areFound)
        for byte in session.utf8 { marks.receive([byte][...]) }
        #expect(marks.areFound)
    }
}

extension String {
    /// The text's length in UTF-8 bytes.
    fileprivate var count8: Int { utf8.count }
}
