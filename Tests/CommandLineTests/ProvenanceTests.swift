import Foundation
import Glibc
import TestSupport
import Testing

/// Evidence states its provenance, and impossible rigs are rejected.
@Suite struct ProvenanceTests {
    @Test("verdict, report, journal and the last line tell the rig as it was used, date, program and host")
    func everywhere() throws {
        let scratch = try Scratch()
        let model = "door=simulated:variant=nxp,name=Gate"
        let ended = try Program.run(
            "run", "answersAtOnce", "--port", model, "--port", "motion=none", "--output", scratch("a"), "--junit",
            scratch("junit.xml"))
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
        let folder = scratch("a/001-answersAtOnce-seed1")
        let bytes = try #require(Scratch.bytes(of: "\(folder)/verdict.json"))
        let verdict = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let told = try #require(verdict["provenance"] as? [String: Any])
        let program = try #require(told["program"] as? String)
        let date = try #require(told["date"] as? String)
        #expect(try program == "trammel \(Program.run("--version").output.split(separator: "\n")[0])")
        #expect(date.count == 20 && date.hasPrefix("20") && date.hasSuffix("Z"))
        #expect(told["host"] as? String == Self.host && told["rig"] as? String == "simulated")
        #expect(told["overrides"] as? [String] == ["--port \(model)", "--port motion=none"])
        let parts = try #require(told["parts"] as? [[String: String]])
        #expect(parts.contains(["role": "door", "port": "simulated:variant=nxp,name=Gate"]))
        #expect(parts.contains(["role": "motion", "port": "none"]) && parts.contains { $0["role"] == "doorTag" })
        let journal = try #require(Scratch.text(of: "\(folder)/journal.jsonl")?.split(separator: "\n").first)
        let report = try #require(Scratch.text(of: scratch("junit.xml")))
        let end = try #require(ended.output.split(separator: "\nwith ").last)
        let last = end.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        for text in [String(journal), report, last] {
            for word in [program, "--port \(model)", "--port motion=none", "\(date.prefix(10))T", Self.host] {
                #expect(text.contains(word), "\(word): \(text)")
            }
        }
        #expect(report.contains("name=\"port.door\" value=\"simulated:variant=nxp,name=Gate\""))
    }

    @Test("a run that was left out before it began tells it too")
    func skipped() throws {
        let scratch = try Scratch()
        _ = try Program.run("run", "zoneWalk", "--port", "motion=none", "--output", scratch("a"))
        #expect(Scratch.text(of: scratch("a/001-zoneWalk-seed1/verdict.json"))?.contains("--port motion=none") == true)
    }

    @Test(
        "a rig that check refuses is refused in the same words before anything is played",
        arguments: [
            "uwb=serial:/dev/ttyACM0", "bluetooth=hci1", "nfc=pn532_uart:/dev/ttyUSB0", "motion=hand",
            "door.console=serial:/dev/ttyS0", "door.power=hand", "door=le:name=Door",
            "door=simulated:defect=answerTwice,name=Door",
        ])
    func refused(port: String) throws {
        let scratch = try Scratch()
        let checked = try Program.run("check", "fullFlow", "--port", port)
        #expect(checked.status == 1)
        let words = try #require(checked.output.split(separator: "\n").first { $0.hasPrefix("rig simulated: ") })
        for command in [
            ["run", "fullFlow", "--output", scratch("a"), "--junit", scratch("junit.xml")],
            ["tag", "read", "doorTag"], ["tag", "write", "doorTag", "--erase"],
            ["replay", scratch("none"), "--as", "phone", "--rig", "simulated"],
            ["replay", scratch("none"), "--as", "accessory", "--rig", "simulated"],
        ] {
            let ended = try Program(command + ["--port", port]).end()
            #expect(ended.status == 64 && ended.output.isEmpty, "\(command): \(ended.output)")
            #expect(ended.error.contains(words), "\(command): \(ended.error)")
        }
        #expect(Scratch.names(in: scratch.path) == ["junit.xml"], "nothing was begun, which the report says")
        #expect(Scratch.text(of: scratch("junit.xml"))?.contains("errors=\"1\"") == true)
    }

    @Test("an accessory that no rig could have is refused by accessory too")
    func accessory() throws {
        let name = String(repeating: "x", count: 513)
        let ended = try Program.run("accessory", "--name", name)
        #expect(ended.status == 64 && ended.error.contains("must advertise a name of 1 to 29 bytes, not 513"))
    }

    @Test("one place of the sources knows the version")
    func version() throws {
        let version = try Program.run("--version").output.split(separator: "\n")[0]
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        let knowing = try #require(files).filter { file in
            (try? String(contentsOf: file, encoding: .utf8))?.contains("\"\(version)\"") == true
        }
        #expect(knowing.map(\.lastPathComponent) == ["Program.swift"])
    }

    private static var host: String {
        var name = utsname()
        uname(&name)
        return withUnsafeBytes(of: name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
