import RigKit
import Rigs
import Testing

/// Rigs as JSON files.
@Suite struct RigFileTests {
    private static func problems(of text: String) -> [RigFileError.Problem] {
        do throws(RigFileError) {
            _ = try RigFile.rig(from: text, named: "mine")
            return []
        } catch {
            return error.problems
        }
    }

    @Test("a rig that is written and read is the same, and so is its text", arguments: Rig.all)
    func roundTrip(rig: Rig) throws {
        let text = RigFile.text(of: rig)
        let read = try RigFile.rig(from: text, named: rig.name)
        #expect(read == rig)
        #expect(RigFile.text(of: read) == text)
    }

    @Test("what is left out is none, and the file does not name the rig")
    func leastFile() throws {
        let text = #"{"kind": "trammel rig", "version": 1, "rig": {"kind": "hardware"}}"#
        let rig = try RigFile.rig(from: text, named: "mine")
        let same = Rig(
            name: "mine", summary: "mine", kind: .hardware, bluetooth: .none, uwb: .none, nfc: .none, accessories: [],
            tags: [], motion: .none)
        #expect(rig == same)
    }

    @Test("a file that is wrong in every field has all its problems reported at once, each with its place")
    func everyField() {
        let text = """
            {"kind": "trammel plan", "version": 2, "rig": {
              "summary": 7,
              "kind": "real",
              "bluetooth": "hci",
              "uwb": "usb:1915",
              "nfc": ["usb"],
              "motion": "legs",
              "accesories": [],
              "accessories": [
                {"name": "door", "port": "le:", "console": "serial:tty", "power": "program:x", "has": "wings"},
                {"port": "le:name=Door", "colour": "red"},
                "door"
              ],
              "tags": [{"name": "doorTag", "port": "foot", "port": "hand"}],
              "screens": {"tv": 1},
              "world": {"noise": "loud"}
            }}
            """
        let problems = Self.problems(of: text)
        let places = problems.map { "\($0.place.line):\($0.place.column)" }
        #expect(
            places == [
                "1:10", "1:37", "2:14", "3:11", "4:16", "5:10", "6:10", "7:13", "8:3", "10:30", "10:48", "10:71",
                "10:91", "11:5", "11:30", "12:5", "14:48", "15:14", "16:12",
            ], "\(places)\n\(problems.map(\.message).joined(separator: "\n"))")
    }

    private static func tool(_ fields: String) -> String {
        #"""
        {"kind": "trammel rig", "version": 1, "rig": {"kind": "hardware", "bluetooth": "hci0", "accessories": [
          {"name": "door", "port": "le:name=Door", "firmware": \#(fields)}]}}
        """#
    }

    @Test("programs that write firmware survive being written")
    func firmware() throws {
        let text = Self.tool(
            #"""
            {"write": ["flash", "--file={image}"], "verify": ["check"], "recover": ["erase", "it all"],
             "mustPrint": ["OK"], "mustNotPrint": ["Failed"], "within": 90.5}
            """#)
        let rig = try RigFile.rig(from: text, named: "desk")
        let tool = FirmwareTool(
            write: ["flash", "--file={image}"], verify: ["check"], recover: ["erase", "it all"], mustPrint: ["OK"],
            mustNotPrint: ["Failed"], within: .milliseconds(90_500))
        #expect(rig.accessories.first?.firmware == tool)
        #expect(try RigFile.rig(from: RigFile.text(of: rig), named: "desk") == rig)
        let least = try RigFile.rig(from: Self.tool(#"{"write": ["flash", "{image}"]}"#), named: "desk")
        #expect(least.accessories.first?.firmware == FirmwareTool(write: ["flash", "{image}"]))
    }

    @Test(
        "programs that cannot write firmware are refused",
        arguments: [
            "true", "{}", #"{"write": "flash {image}"}"#, #"{"write": []}"#, #"{"write": ["flash"]}"#,
            #"{"write": [" ", "{image}"]}"#, #"{"write": ["flash", "{image}", 7]}"#,
            #"{"write": ["flash", "{image}"], "verify": []}"#, #"{"write": ["flash", "{image}"], "mustPrint": [""]}"#,
            #"{"write": ["flash", "{image}"], "within": 0}"#, #"{"write": ["flash", "{image}"], "within": 1e300}"#,
            #"{"write": ["flash", "{image}"], "within": "2 min"}"#, #"{"write": ["flash", "{image}"], "erase": []}"#,
        ])
    func wrongFirmware(fields: String) throws {
        let error = #expect(throws: RigFileError.self) { try RigFile.rig(from: Self.tool(fields), named: "desk") }
        #expect(error?.problems.count == 1)
    }

    @Test("the air to an accessory survives being written, and is wrong where a radio or its port is")
    func air() throws {
        func text(_ air: String, port: String = "le:name=Door") -> String {
            #"{"kind": "trammel rig", "version": 1, "rig": {"kind": "hardware", "bluetooth": "hci0", "accessories": ["#
                + #"{"name": "door", "port": "\#(port)", "air": \#(air)}]}}"#
        }
        let rig = try RigFile.rig(from: text(#"{"uwb": "program:/air"}"#), named: "desk")
        #expect(rig.accessories.first?.air == AirPorts(uwb: .program(path: "/air")))
        #expect(try RigFile.rig(from: RigFile.text(of: rig), named: "desk") == rig)
        #expect(try rig.replacing("door.air.uwb=none") == RigFile.rig(from: text("{}"), named: "desk"))
        for air in [#"{"nfc": "program:/air"}"#, #"{"ble": "hand"}"#, "true", #"{"uwb": 7}"#] {
            #expect(Self.problems(of: text(air)).count == 1, "\(air)")
        }
        let lan = Self.problems(of: text(#"{"ble": "program:/air"}"#, port: "lan:door.local:4711"))
        #expect(lan.map(\.message) == ["door is on the network: it has no Bluetooth to block"])
    }

    @Test("a reference has its distance in metres, and survives changes of its ports")
    func reference() throws {
        let text = """
            {"kind": "trammel rig", "version": 1, "rig": {"kind": "hardware", "bluetooth": "hci0", "nfc": "usb",
              "accessories": [{"name": "door", "port": "le:name=A"},
                {"name": "beacon", "port": "le:name=B", "reference": 1.25}],
              "tags": [{"name": "known", "port": "hand", "reference": true}]}}
            """
        let rig = try RigFile.rig(from: text, named: "mine").replacing("beacon=le:name=C").replacing("known=hand")
        #expect(rig.reference?.name == "beacon" && rig.reference?.distance == .millimetres(1250))
        #expect(rig.referenceTag == "known")
        #expect(try RigFile.rig(from: RigFile.text(of: rig), named: "mine") == rig)
    }

    @Test(
        "a reference that nothing can be measured against is refused",
        arguments: [
            (#""reference": "1 m""#, ""), (#""reference": 0"#, ""), (#""reference": 30"#, ""),
            (#""reference": 1"#, #", "reference": 2"#),
        ])
    func badReference(field: String, other: String) {
        let text = """
            {"kind": "trammel rig", "version": 1, "rig": {"kind": "hardware", "bluetooth": "hci0", "accessories": [
              {"name": "door", "port": "le:name=A"\(other)}, {"name": "beacon", "port": "le:name=B", \(field)}]}}
            """
        #expect(Self.problems(of: text).count == 1, "\(Self.problems(of: text))")
    }

    @Test("a rig that is readable but makes no sense has the problems of every rig")
    func senseless() {
        let text = """
            {"kind": "trammel rig", "version": 1, "rig": {
              "kind": "hardware", "bluetooth": "simulated", "accessories": [
                {"name": "door", "port": "le:name=A"}, {"name": "door", "port": "le:name=B"}]}}
            """
        let problems = Self.problems(of: text)
        #expect(problems.count == 2, "\(problems)")
        #expect(problems.allSatisfy { $0.place.line == 1 && $0.place.column == 46 })
    }

    @Test("a text that is cut anywhere is an error at its end")
    func cut() {
        let text = RigFile.text(of: .deskBench)
        let bytes = Array(text.utf8)
        // The last byte is a line feed, which may be missing.
        for length in 0..<(bytes.count - 1) {
            let problems = Self.problems(of: String(decoding: bytes[..<length], as: UTF8.self))
            #expect(problems.count == 1 && problems[0].place.offset <= length, "\(length): \(problems)")
        }
    }

    @Test("a value of another kind in any place is an error there, never a crash")
    func otherKinds() {
        let text = RigFile.text(of: .deskBench)
        let values = text.ranges(of: /"[^"\n]*"(?=,?\n)/)
        #expect(values.count > 10)
        for range in values {
            for other in ["7", "null", "[]", "{}", "true"] {
                let changed = text.replacingCharacters(in: range, with: other)
                let problems = Self.problems(of: changed)
                let line = text[..<range.lowerBound].count { $0 == "\n" } + 1
                #expect(problems.contains { $0.place.line == line }, "\(line): \(other): \(problems)")
            }
        }
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<String.Index>, with other: String) -> String {
        String(self[..<range.lowerBound]) + other + self[range.upperBound...]
    }
}
