import Ground
import RigKit
import ScenarioKit

/// Handwritten input: ports, tags, records, scenarios and rigs as text.
enum TextTargets {
    static let all = [
        FuzzTarget("port", seeds: { Seeds.texts(ports + tags) }, take: port),
        FuzzTarget("tag-text", seeds: { Seeds.texts(tags) }, take: { readBack(TagPort.self, $0) }),
        FuzzTarget("accessory-text", seeds: { Seeds.texts(ports) }, take: { readBack(AccessoryPort.self, $0) }),
        FuzzTarget("record", seeds: { Seeds.texts(records) }, take: record),
        FuzzTarget("console-line", seeds: { Seeds.texts(lines) }, take: line),
        FuzzTarget("assignment", seeds: { Seeds.texts(assignments) }, take: assignment),
        FuzzTarget("scenario", seeds: { scenarios }, take: scenario),
    ]

    static let ports = [
        "hci1", "usb:1915:520f:A", "serial:/dev/a", "pn532_uart:/dev/b:115200", "acr122_usb:001:004", "hand",
        "lan:[::1]:4711", "lan:service=_door._tcp,name=Door", "simulated:link=lan", "le:name=Door", "le:service=fff0",
        "le:AA:BB:CC:DD:EE:FF/random",
        "le:name=D,service=fff0,write=fff1,notify=fff2,writeType=withoutResponse,messages=initialize:A0+iOSNotify:none",
        "simulated:service=fff0,write=fff1,notify=fff2,security=encrypted,messages=stop:A2,habit=slow,name=D",
        "simulated:variant=nxp,profile=qorvoQNIS,role=initiator,uwb=2.0,tells=indications,defect=answersTwice,name=D",
        "serial:/dev/c@9600", "program:/d", "pn532_spi:/dev/spidev0.0:500000",
    ]
    static let tags = [
        "program:/usr/local/bin/door-tag",
        "simulated:ntag213:https://a",
        "simulated:chip=type4,state=readOnly,uid=04010203040506,cc=000f,mle=15,message=d00000",
        "simulated:chip=type4v3,mle=0,records=uri:https://a", "simulated:chip=ntag215,uid=04a1b2c3d4e5f6,data=0300fe",
        "simulated:chip=ntag216,records=text:en:a\\+b+poster:T:https://a+media:a/b:00+external:a:b:01+empty",
        "simulated:chip=type2large,state=locked,records=application:com.example.door+absolute:https://x",
    ]
    private static let records = [
        "uri:https://example.com", "text:en:Hello", "poster:Title:https://example.com", "media:text/plain:48656c6c6f",
        "external:example.com:door:01", "application:com.example.door", "absolute:https://example.com", "empty",
    ]
    static let assignments =
        ports.flatMap { port in
            ["bluetooth", "uwb", "nfc", "motion", "door", "door.console", "door.power"].map { "\($0)=\(port)" }
        } + tags.map { "doorTag=\($0)" }

    private static func readBack<Port: PortText>(_: Port.Type, _ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        do throws(PortError) {
            let port = try Port(text)
            must((try? Port(port.description)) == port, "\(text) becomes \(port.description)")
        } catch {
            must(!error.meaning.isEmpty && error.text == text, "\(text) is refused without its own words")
        }
    }

    private static func port(_ input: [UInt8]) {
        readBack(BluetoothPort.self, input)
        readBack(UWBPort.self, input)
        readBack(NFCPort.self, input)
        readBack(AccessoryPort.self, input)
        readBack(TagPort.self, input)
        readBack(MotionPort.self, input)
        readBack(ConsolePort.self, input)
        readBack(PowerPort.self, input)
    }

    private static func record(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        do throws(PortError) {
            let record = try TagRecord(text: text)
            guard !text.contains("\\"), !text.contains("+") else { return }
            let tag = try TagPort("simulated:chip=type4v3,records=\(text)")
            must(tag == .simulated(TagModel(.type4v3, .records([record]))), "\(text) is another record on a tag")
        } catch { must(!error.meaning.isEmpty, "a refusal without words") }
    }

    /// Checks that a valid rig stays valid, whatever is assigned to its roles.
    private static func assignment(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        do throws(PortError) {
            let rig = try bare.replacing(text)
            must(rig.replaceable == bare.replaceable, "\(text) changes the roles")
            _ = rig.problems().map(\.description)
        } catch { must(!error.meaning.isEmpty && !error.description.isEmpty, "a refusal without words") }
    }

    private static let bare = Rig(
        name: "bare", summary: "A rig of the fuzzer", kind: .simulated, bluetooth: .simulated, uwb: .simulated,
        nfc: .simulated, accessories: [AccessoryEntry("door", .simulated(.standard))],
        tags: [TagEntry("doorTag", .simulated(TagModel(.ntag215, uri: "https://a.example")))], motion: .simulated)

    /// The shorter scenarios of the catalogue, without the white space between their values.
    private static var scenarios: [[UInt8]] {
        Seeds.files(in: "Scenarios", ending: ".json", atMost: 24_000).map { file in
            file.split(separator: 0x0A).flatMap { line in line.drop { $0 == 0x20 } }
        }.filter { $0.count <= 8_000 }
    }

    /// A pattern, and a console line below it.
    private static let lines = [
        "distance[cm]={cm}\nrange: distance[cm]=213 rssi=-61", "UWB {} started\nuwb chip 3 STARTED at 12.5 s",
        "d={m} m\n  D=1.25 m, d=2 m", "{{a}={mm}\n{a}=-007", "at {cm} of {} door\nat 9 at 12 of the front door",
        "ends {} begins\nit begins and ends here",
    ]

    /// Checks that matches are in the line, in the pattern's order, and within its first `longestLine` characters.
    private static func line(_ input: [UInt8]) {
        let pattern = LinePattern(String(decoding: input.prefix { $0 != 0x0A }, as: UTF8.self))
        let line = String(decoding: input.drop { $0 != 0x0A }.dropFirst(), as: UTF8.self)
        do throws(LinePatternFault) {
            let matcher = try LineMatcher(pattern)
            must(pattern.fault == nil && pattern.hasNumber == matcher.hasNumber, "\(pattern) is another one")
            let match = matcher.match(line)
            must(matcher.match(line) == match, "\(pattern) is decided otherwise the second time")
            let padded = line + String(repeating: " ", count: max(0, LineMatcher.longestLine - line.utf8.count))
            must(matcher.match(padded + pattern.text) == matcher.match(padded), "\(pattern) is looked for too far")
            guard case .line(let distance) = match else { return }
            must((distance != nil) == matcher.hasNumber, "\(pattern) has another number of numbers")
            must(holds(line, pattern.text), "\(pattern) is not in \(line)")
        } catch { must(!error.meaning.isEmpty, "a refusal without words") }
    }

    /// Returns whether the texts between a pattern's placeholders follow each other in a line.
    private static func holds(_ line: String, _ pattern: String) -> Bool {
        var (texts, rest): ([[UInt8]], Substring) = ([[]], pattern[...])
        while let next = rest.popFirst() {
            if next == "{", rest.first != "{" {
                rest = rest.drop { $0 != "}" }.dropFirst()
                texts.append([])
            } else {
                if next == "{" { rest.removeFirst() }
                texts[texts.count - 1] += String(next).utf8.map(small)
            }
        }
        var left = line.utf8.prefix(LineMatcher.longestLine).map(small)[...]
        return texts.allSatisfy { text in
            guard !text.isEmpty, let range = left.firstRange(of: text) else { return text.isEmpty }
            left = left[range.upperBound...]
            return true
        }
    }

    /// Returns the lower-case form of an ASCII letter.
    private static func small(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    private static func scenario(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        guard let scenario = try? ScenarioFile.scenario(from: text) else { return }
        let written = ScenarioFile.text(of: scenario)
        must((try? ScenarioFile.scenario(from: written)) == scenario, "a scenario changes when it is written")
        let facts = BenchFacts(accessories: ["door", "trunk"], tags: ["doorTag"])
        _ = scenario.problems(on: facts).map { "\($0)" }
        _ = scenario.needs
    }
}
