import Glibc
import TestSupport
import Testing

@testable import Evidence

/// Files that appear completely or not at all, and files that grow by whole units.
@Suite struct FileTests {
    @Test("a file gets its name only when it is finished, and an abandoned one leaves nothing")
    func unfinished() throws {
        let scratch = try Scratch()
        var file: UnfinishedFile? = try UnfinishedFile(scratch("a"))
        try file?.append([1, 2])
        #expect(Scratch.bytes(of: scratch("a")) == nil)
        #expect(Scratch.names(in: scratch.path)?.count == 1)
        try file?.finish()
        #expect(Scratch.bytes(of: scratch("a")) == [1, 2])
        file = try UnfinishedFile(scratch("b"))
        try file?.append([3])
        file = nil
        #expect(Scratch.names(in: scratch.path) == ["a"])
    }

    @Test("a new file replaces nothing, and a replacing one nothing but a regular file")
    func places() throws {
        let scratch = try Scratch()
        try UnfinishedFile.write([1], to: scratch("a"))
        #expect(throws: CommandError.self) { try UnfinishedFile.write([2], to: scratch("a")) }
        #expect(Scratch.bytes(of: scratch("a")) == [1])
        try UnfinishedFile.write([3], to: scratch("a"), .replacing)
        #expect(Scratch.bytes(of: scratch("a")) == [3])
        try #require(symlink(scratch("a"), scratch("link")) == 0)
        #expect(throws: CommandError.self) { try UnfinishedFile.write([4], to: scratch("link"), .replacing) }
        #expect(Scratch.bytes(of: scratch("a")) == [3] && Scratch.names(in: scratch.path) == ["a", "link"])
    }

    @Test("whole lines and whole blocks are counted as written")
    func units() {
        #expect(EvidenceFile.Unit.lines.complete(in: Array("ab\nc\nd".utf8)[...]) == 5)
        #expect(EvidenceFile.Unit.lines.complete(in: Array("ab".utf8)[...]) == 0)
        let block: [UInt8] = [1, 0, 0, 0, 12, 0, 0, 0, 12, 0, 0, 0]
        for end in 0...(2 * block.count) {
            #expect(EvidenceFile.Unit.blocks.complete(in: (block + block)[..<end]) == end / 12 * 12)
        }
        #expect(EvidenceFile.Unit.blocks.complete(in: [UInt8](repeating: 0, count: 16)[...]) == 0, "no length is 0")
    }

    @Test("the last line of a file is found from its end, and a cut one is none")
    func lastLine() throws {
        let scratch = try Scratch()
        let long = String(repeating: "x", count: 200_000)
        for (text, line) in [
            ("a\nb\n", "b"), ("a\n", "a"), ("a\nb", nil), ("", nil), ("a\n\(long)\n", long), ("\(long)\nb\n", "b"),
        ] as [(String, String?)] {
            try Scratch.write(text, to: scratch("file"))
            #expect(try Files.lastLine(of: scratch("file")).map { String(decoding: $0, as: UTF8.self) } == line)
        }
    }

    @Test(
        "a byte count is read as written and written as read",
        arguments: [("1000", 1000, "1000"), ("64K", 65_536, "64K"), ("2g", 2 << 30, "2G"), ("1024M", 1 << 30, "1G")])
    func byteCounts(text: String, bytes: UInt64, told: String) throws {
        let count = try #require(ByteCount(argument: text))
        #expect(count.bytes == bytes && count.description == told)
        #expect(ByteCount(argument: count.description) == count)
    }

    @Test("a malformed byte count is refused", arguments: ["", "K", "-1", "1.5M", "99999999999T", "1 K", "1B"])
    func noByteCounts(text: String) { #expect(ByteCount(argument: text) == nil) }
}
