import Ground
import NDEF
import TestSupport
import Testing

/// A Type 2 tag as plain memory with sectors, independent of the simulator.
struct PlainType2 {
    static let uid = bytes("04a1b2c3d4e580")
    var memory: [UInt8]
    private var sector = 0
    private var isChoosing = false

    init(container: [UInt8], data: [UInt8], pages: Int) {
        memory = bytes("04a1b29f c3d4e580 72480000") + container + data
        memory += [UInt8](repeating: 0, count: max(0, pages * 4 - memory.count))
    }

    mutating func receive(_ command: [UInt8]) -> [UInt8]? {
        if isChoosing {
            isChoosing = false
            sector = Int(command[0])
            return nil
        }
        if command == [0xC2, 0xFF] {
            isChoosing = true
            return [0x0A]
        }
        guard command.count == 2, command[0] == 0x30 else { return [0x00] }
        let start = sector * 1024
        let size = min(1024, memory.count - start)
        guard Int(command[1]) * 4 < size else { return [0x00] }
        return (0..<16).map { memory[start + (Int(command[1]) * 4 + $0) % size] }
    }
}

@Suite struct Type2VectorTests {
    @Test("every image gives its message or its failure, with the commands that the model needs")
    func everyImageIsReadAsTheVectorSays() throws {
        let rows = try vectors("type2-tags.tsv")
        #expect(rows.count == 42)
        for row in rows {
            try #require(row.count == 9, "\(row[0])")
            let data = try #require(repeatedBytes(row[3]), "\(row[0])")
            let pages = try #require(Int(row[1]))
            var tag = PlainType2(container: bytes(row[2]), data: data, pages: pages)
            try #require(tag.memory.count == pages * 4, "\(row[0])")
            let (step, sent) = talk(Type2Reader(uid: PlainType2.uid)) { tag.receive($0) }
            guard row[4] != "failure" else {
                #expect(step.failure?.description.contains(row[5]) == true, "\(row[0]): \(step)")
                continue
            }
            let contents = try #require(step.contents, "\(row[0]): \(step)")
            #expect(contents.message == (row[4] == "blank" ? nil : repeatedBytes(row[5])), "\(row[0])")
            let commands = sent.map { $0.hex(separator: "") }.joined(separator: " ")
            #expect(row[6] == commands || row[6] == String(sent.count), "\(row[0]): \(commands)")
            if row[7] == "-" {
                #expect(contents.findings.isEmpty, "\(row[0]): \(contents.findings)")
            } else {
                #expect(contents.findings.contains { $0.meaning.contains(row[7]) }, "\(row[0]): \(contents.findings)")
            }
        }
    }

    @Test("read to the bottom, every image gives the same message, and all of its data area")
    func everyImageIsReadToTheBottom() throws {
        for row in try vectors("type2-tags.tsv") {
            let data = try #require(repeatedBytes(row[3]))
            let pages = try #require(Int(row[1]))
            var tag = PlainType2(container: bytes(row[2]), data: data, pages: pages)
            let (step, _) = talk(Type2Reader(depth: .everything, uid: PlainType2.uid)) { tag.receive($0) }
            guard row[4] != "failure" else {
                // Complete answers end at the end of the memory, so READ is refused before it rolls over.
                let words = row[0] == "X11" ? "answered NAK" : row[5]
                #expect(step.failure?.description.contains(words) == true, "\(row[0]): \(step)")
                continue
            }
            let contents = try #require(step.contents, "\(row[0]): \(step)")
            #expect(contents.message == (row[4] == "blank" ? nil : repeatedBytes(row[5])), "\(row[0])")
            guard case .type2(let image) = contents.memory, case .type2(let capability) = contents.capability else {
                Issue.record("\(row[0]) has no image")
                continue
            }
            let end = 16 + capability.areaSize
            #expect(image.read(0..<end) == Array(tag.memory[..<end]), "\(row[0])")
        }
    }

    @Test("a tag torn away at any command fails and names that command")
    func aTagTornAwayAtAnyCommandIsNamed() throws {
        for row in try vectors("type2-tags.tsv") where row[4] == "message" {
            let data = try #require(repeatedBytes(row[3]))
            let pages = try #require(Int(row[1]))
            let whole = PlainType2(container: bytes(row[2]), data: data, pages: pages)
            var tag = whole
            let commands = talk(Type2Reader(uid: PlainType2.uid)) { tag.receive($0) }.sent
            for count in commands.indices where commands[count].count == 2 {
                var torn = whole
                var left = count
                let (step, sent) = talk(Type2Reader(uid: PlainType2.uid)) { command in
                    left -= 1
                    return left >= 0 ? torn.receive(command) : nil
                }
                #expect(step == .failed(.noAnswer(to: commands[count])), "\(row[0])")
                #expect(sent.count == count + 1, "\(row[0])")
            }
        }
    }
}
