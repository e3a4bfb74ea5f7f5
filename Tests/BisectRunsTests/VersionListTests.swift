import Ground
import Runs
import TestSupport
import Testing

@Suite struct VersionListTests {
    @Test("each line is a name, blank lines and comments are skipped, and any line ending is accepted")
    func lines() throws {
        let list = try VersionList("# the oldest first\r\n1.0\r\n\r\n  1.1 rc 1\t\n1.2\n#1.3\n1.4")
        #expect(list.names == ["1.0", "1.1 rc 1", "1.2", "1.4"])
    }

    @Test(
        "a mistake is reported with its line number",
        arguments: [
            ("a\nb\na\n", 3), ("a\n\u{1B}[2J\n", 2), ("a\nb\u{202E}c\n", 2), ("a\nb\u{0}\n", 2),
            ("\n\n" + String(repeating: "x", count: 1_025), 3),
        ])
    func mistakes(text: String, line: Int) {
        #expect { try VersionList(text) } throws: { ($0 as? VersionList.Problem)?.line == line }
    }

    @Test("names that a shell or git would interpret stay names")
    func hostile() throws {
        let names = ["$(reboot)", "; rm -rf *", "--upload-pack=x", "`id`", "../../etc/passwd", "'\"", "%s%n"]
        #expect(try VersionList(names.joined(separator: "\n")).names == names)
    }

    @Test("a range runs from the good version to the bad one, and a search needs two versions")
    func part() throws {
        let list = VersionList(names: ["a", "b", "c", "d"])
        #expect(try list.between(good: "b", bad: "d").names == ["b", "c", "d"])
        #expect(try list.between(good: nil, bad: nil) == list)
        for (good, bad) in [("d", "a"), ("b", "b"), ("x", "d"), ("a", "x")] {
            #expect(throws: VersionList.Problem.self) { try list.between(good: good, bad: bad) }
        }
        #expect(throws: VersionList.Problem.self) { try VersionList(names: ["a"]).between(good: nil, bad: nil) }
        #expect(throws: VersionList.Problem.self) { try VersionList("").between(good: nil, bad: nil) }
    }

    @Test("any text is read or refused, and a list that was read is written as the same list")
    func mutations() throws {
        let text = Array("1.0\n1.1 \u{E9}\n# x\n\n1.2\n".utf8)
        for cut in 0...text.count {
            guard let part = String(validating: text[..<cut], as: UTF8.self) else { continue }
            let names = try VersionList(part).names
            #expect(try VersionList(names.joined(separator: "\n")).names == names)
        }
    }
}
