import Foundation
import TestSupport
import Testing

@Suite struct TagTests {
    private static let app = "ABCDE12345.com.example.app"

    private func association(_ scratch: Scratch, _ text: String? = nil) throws -> String {
        let path = scratch("association.json")
        let usual = """
            {"applinks": {"details": [{"appIDs": ["\(Self.app)"],
              "components": [{"/": "/help/*", "exclude": true}, {"/": "/door/*"}]}]}}
            """
        try Data((text ?? usual).utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("the user is asked for a tag only when the reader is open")
    func readerFirst() throws {
        let ended = try Program.run("tag", "read", "--rig", "deskBench", "--port", "nfc=pn532_uart:/dev/trammel-reader")
        #expect(ended.status == 3 && !ended.error.contains("Hold the tag"), "\(ended.output)\(ended.error)")
    }

    @Test("a tag's contents are shown with its memory, its records and where a phone would take it")
    func reads() throws {
        let scratch = try Scratch()
        let file = try association(scratch)
        let ended = try Program.run("tag", "read", "doorTag", "--association", "example.com=\(file)")
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
        for text in [
            "Type 2, NTAG215", "a message of up to 492 bytes fits", "writable", "NDEF message TLV at byte 0",
            "record 1 URI https://example.com/door/open?door=1", "app com.example.app with", "B11 (documented)",
            "components[1] (line 2): matches", "e1 10 3e 00",
        ] {
            #expect(ended.output.contains(text), "\(text) in \(ended.output)")
        }
    }

    @Test("without association files a web address opens the browser")
    func readsWithoutApps() throws {
        let ended = try Program.run("tag", "read", "posterTag")
        #expect(ended.status == 0 && ended.output.contains("browser with"), "\(ended.output)")
    }

    @Test("a tag that violates the specification fails the command, and the byte is named")
    func malformed() throws {
        let ended = try Program.run(
            "tag", "read", "doorTag", "--port", "doorTag=simulated:chip=ntag215,message=d1012055046578")
        #expect(ended.status == 1, "\(ended.output)\(ended.error)")
        #expect(ended.output.contains("malformed") && ended.output.contains("byte"))
        #expect(ended.output.contains("no usable data"))
    }

    @Test("escapes on a tag never reach the terminal")
    func escapes() throws {
        let record = "text:en:\u{1B}[31mred\u{7}\u{202E}"
        let ended = try Program.run(
            "tag", "read", "doorTag", "--port", "doorTag=simulated:chip=ntag215,records=\(record)")
        #expect(ended.output.contains("red"), "\(ended.output)\(ended.error)")
        #expect(!ended.output.unicodeScalars.contains { ["\u{1B}", "\u{7}", "\u{202E}"].contains($0) })
    }

    @Test("without a tag's name the command lists the tags, and an unknown name gets a suggestion")
    func names() throws {
        let nameless = try Program.run("tag", "read")
        #expect(nameless.status == 64 && nameless.error.contains("doorTag, posterTag"))
        let wrong = try Program.run("tag", "read", "dorTag")
        #expect(wrong.status == 64 && wrong.error.contains("did you mean doorTag"), "\(wrong.error)")
    }

    @Test(
        "a link is explained component by component, and its status says whether an app opens",
        arguments: [
            ("https://example.com/door/7", Int32(0), "matches: the app opens the link"),
            ("https://example.com/help/7", 1, "matches and excludes"),
            ("https://example.com/else", 1, "no component matches"),
            ("http://maps.apple.com/?q=x", 0, "com.apple.Maps"),
            ("tel:+15551234567", 1, "handler of tel"),
            ("myapp://open", 1, "unsupported scheme myapp"),
        ])
    func routes(link: String, status: Int32, text: String) throws {
        let scratch = try Scratch()
        let ended = try Program.run("tag", "route", link, "--association", try association(scratch))
        #expect(ended.status == status, "\(ended.output)\(ended.error)")
        #expect(ended.output.contains(text), "\(ended.output)")
    }

    @Test("an invalid association file is reported with line and column")
    func wrongFile() throws {
        let scratch = try Scratch()
        let file = try association(scratch, "{\n  \"applinks\": [}\n")
        let ended = try Program.run("tag", "route", "https://example.com/a", "--association", file)
        #expect(ended.status == 1 && ended.output.contains("line 2"), "\(ended.output)")
    }

    @Test("the id of a record is shown, as text or as bytes")
    func recordIdentifiers() throws {
        for (message, text) in [
            ("d9010e02557831046578616d706c652e636f6d2f61", "record 1 URI https://example.com/a, id \"x1\""),
            ("d9010e0255ff1b046578616d706c652e636f6d2f61", "record 1 URI https://example.com/a, id ff 1b"),
        ] {
            let ended = try Program.run(
                "tag", "read", "doorTag", "--port", "doorTag=simulated:chip=ntag215,message=\(message)")
            #expect(ended.output.contains(text), "\(ended.output)\(ended.error)")
        }
    }

    @Test("an oversized association file is reported with its size")
    func largeFile() throws {
        let scratch = try Scratch()
        let file = try association(scratch, String(repeating: " ", count: 10_000_000))
        let ended = try Program.run("tag", "route", "https://example.com/a", "--association", file)
        #expect(ended.status == 1 && ended.output.contains("this one 10000000"), "\(ended.output)")
    }

    @Test("many links are routed from a file, one verdict a line, and an empty file is no success")
    func list() throws {
        let scratch = try Scratch()
        let file = try association(scratch)
        let links = (0..<2000).map { "https://example.com/\($0 % 4 == 0 ? "help" : "door")/\($0)" }
        let path = scratch("links.txt")
        try Data(links.joined(separator: "\r\n").utf8).write(to: URL(fileURLWithPath: path))
        let ended = try Program.run("tag", "route", "--list", path, "--association", "example.com=\(file)")
        #expect(ended.status == 1, "\(ended.error)")
        #expect(ended.output.split(separator: "\n").count == 2001)
        #expect(ended.output.contains("1500 of 2000 links open an installed app"), "\(ended.output.suffix(200))")
        let quiet = try Program.run("tag", "route", "--quiet", "--list", path, "--association", "example.com=\(file)")
        #expect(quiet.output.split(separator: "\n").count == 1)
        try Data().write(to: URL(fileURLWithPath: path))
        let none = try Program.run("tag", "route", "--list", path, "--association", "example.com=\(file)")
        #expect(none.status == 4)
    }

    @Test("a message is written and verified on both kinds of tags", arguments: ["doorTag", "posterTag", "bigTag"])
    func writes(tag: String) throws {
        let ended = try Program.run(
            "tag", "write", tag, "--record", "uri:https://example.com/new", "--record", "text:en:New")
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
        #expect(ended.output.contains("read back as written"))
    }

    @Test("a locked tag is left as it is")
    func locked() throws {
        let ended = try Program.run("tag", "write", "lockedTag", "--record", "uri:https://example.com/new")
        #expect(ended.status == 1 && ended.output.contains("nothing was written"), "\(ended.output)")
    }

    @Test("contents that are not understood are overwritten only with --force")
    func force() throws {
        let port = "doorTag=simulated:chip=ntag215,message=d1012055046578"
        let refused = try Program.run("tag", "write", "doorTag", "--erase", "--port", port)
        #expect(refused.status == 1 && refused.output.contains("--force"), "\(refused.output)\(refused.error)")
        let forced = try Program.run("tag", "write", "doorTag", "--erase", "--force", "--port", port)
        #expect(forced.status == 0, "\(forced.output)\(forced.error)")
    }

    @Test("a tag whose lock bits cannot be read is written only with --force, if they matter")
    func unknownLocks() throws {
        let words = [
            "tag", "write", "doorTag", "--port", "doorTag=simulated:chip=type2large,data=0300fe", "--record",
            "text:en:This text is longer than the pages that the static lock bits of a tag can lock",
        ]
        let refused = try Program(words).end()
        #expect(refused.status == 1, "\(refused.output)\(refused.error)")
        #expect(refused.output.contains("lock bits could not be read; --force tries anyway"), "\(refused.output)")
        let forced = try Program(words + ["--force"]).end()
        #expect(forced.status == 0 && forced.output.contains("read back as written"), "\(forced.output)")
    }

    @Test(
        "mistakes in the arguments are usage errors that say what to write",
        arguments: [
            (["tag", "write", "doorTag"], "--erase"),
            (["tag", "write", "doorTag", "--record", "url:https://example.com"], "uri"),
            (["tag", "write", "doorTag", "--message", "123"], "hexadecimal"),
            (["tag", "read", "doorTag", "--association", "/nowhere"], "HOST=FILE"),
            (["tag", "route", "https://example.com", "--association", "/nowhere"], "no such file"),
            (["tag", "route", "https://example.com", "--app", "door"], "bundle identifier"),
            (["tag", "route", "https://example.com", "--domain", "applinks:https://example.com"], "--domain"),
            (["tag", "route"], "--list"),
        ])
    func usage(arguments: [String], text: String) throws {
        let ended = try Program(arguments).end()
        #expect(ended.status == 64 && ended.error.contains(text), "\(ended.status) \(ended.error)")
    }
}
