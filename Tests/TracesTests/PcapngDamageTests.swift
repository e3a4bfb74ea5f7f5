import Ground
import TestSupport
import Testing
import Traces

/// A pcapng file that is damaged after one good packet.
struct DamagedFile: CustomTestStringConvertible, Sendable {
    let name: String
    let kind: CaptureError.Kind
    /// The offset of the fault, counted from the end of the good part.
    let offset: Int
    let bad: [UInt8]
    var testDescription: String { name }

    init(_ name: String, _ kind: CaptureError.Kind = .damaged, at offset: Int, _ make: (inout Blocks) -> Void) {
        var blocks = Blocks()
        make(&blocks)
        self.name = name
        self.kind = kind
        self.offset = offset
        self.bad = blocks.file
    }

    static let good: [UInt8] = {
        var blocks = Blocks()
        blocks.section()
        blocks.interface()
        blocks.packet([1, 2, 3])
        return blocks.file
    }()

    static let all = [
        DamagedFile("a block of 4 GiB", at: 4) { $0.block(6, [0, 0, 0, 0], length: 0xFFFF_FFFC) },
        DamagedFile("a block longer than the bound", at: 4) { $0.block(6, [0, 0, 0, 0], length: (16 << 20) + 4) },
        DamagedFile("a block of no length", at: 4) { $0.block(6, [], length: 0) },
        DamagedFile("a block shorter than its frame", at: 4) { $0.block(6, [], length: 8) },
        DamagedFile("a length that is no multiple of four", at: 4) { $0.block(6, [0, 0], length: 14) },
        DamagedFile("a second length that lies", at: 12) { $0.block(0x99, [0, 0, 0, 0], second: 20) },
        DamagedFile("a packet of 4 GiB", at: 20) { $0.packet([1, 2, 3, 4], captured: .max) },
        DamagedFile("a packet longer than its block", at: 20) { $0.packet([1, 2, 3, 4], captured: 5) },
        DamagedFile("a packet of an interface that is not there", at: 8) { $0.packet([1], interface: 1) },
        DamagedFile("a packet block with half a head", at: 16) { $0.block(6, [0, 0, 0, 0, 0, 0, 0, 0]) },
        DamagedFile("an obsolete packet of an interface that is not there", at: 8) {
            $0.block(2, [9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        },
        DamagedFile("a simple packet longer than its block", at: 8) { $0.block(3, [9, 0, 0, 0, 1, 2, 3, 4]) },
        DamagedFile("statistics of an interface that is not there", at: 8) {
            $0.block(5, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        },
        DamagedFile("a name longer than its block", at: 12) { $0.block(4, [1, 0, 99, 0, 1, 2, 3, 4]) },
        DamagedFile("an interface with half a head", at: 12) { $0.block(1, [1, 0, 0, 0]) },
        DamagedFile("a custom block without its owner", at: 8) { $0.block(0xBAD, []) },
        DamagedFile("a section of an unknown version", .unsupported, at: 12) { $0.section(major: 2) },
        DamagedFile("a section of no byte order", at: 8) {
            $0.block(0x0A0D_0D0A, [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        },
        DamagedFile("a packet in a section without interfaces", at: 28 + 8) {
            $0.section()
            $0.packet([1])
        },
        DamagedFile("a simple packet in a section without interfaces", at: 28) {
            $0.section()
            $0.block(3, [1, 0, 0, 0, 1, 0, 0, 0])
        },
        DamagedFile("a file that ends inside a block", .truncated, at: 0) { blocks in
            blocks.packet([1, 2, 3])
            blocks.file.removeLast()
        },
        DamagedFile("a file that ends inside a block's head", .truncated, at: 0) { $0.file = [6, 0, 0, 0, 44] },
    ]
}

@Suite("Damaged pcapng") struct PcapngDamageTests {
    @Test("A fault is reported with its place, and everything before it is kept", arguments: DamagedFile.all)
    func damage(_ file: DamagedFile) {
        let reading = Reading(DamagedFile.good + file.bad)
        #expect(reading.packets.first?.bytes == [1, 2, 3])
        #expect(reading.packets.count == 1)
        #expect(reading.error?.kind == file.kind)
        #expect(reading.error?.offset == DamagedFile.good.count + file.offset, "\(String(describing: reading.error))")
        for pieces in feedings(of: DamagedFile.good + file.bad) {
            #expect(Reading(pieces, with: PcapngReader()) == reading)
        }
    }

    @Test("A file in memory is read in one go, with the error that ended it") func inOneGo() {
        let (items, error) = PcapngReader.read(DamagedFile.good + [0x0A])
        #expect(items.count == 3)
        #expect(error?.kind == .truncated && error?.offset == DamagedFile.good.count)
        #expect(error?.description == "byte \(DamagedFile.good.count): the file ends 1 bytes into a pcapng block")
        #expect(PcapngReader.read(DamagedFile.good).error == nil)
    }

    @Test("A file that begins with no section is refused") func noSection() {
        var blocks = Blocks()
        blocks.interface()
        let reading = Reading([blocks.file], with: PcapngReader())
        #expect(reading.error?.kind == .unsupported && reading.error?.offset == 0)
        #expect(Reading([[]], with: PcapngReader()).error?.kind == .truncated)
    }

    @Test("After an error the reader repeats it and takes nothing more") func afterAnError() throws {
        var reader = PcapngReader()
        var items: [CaptureItem] = []
        let error = #expect(throws: CaptureError.self) {
            try reader.receive([UInt8](repeating: 1, count: 12)[...], into: &items)
        }
        let again = #expect(throws: CaptureError.self) { try reader.receive(DamagedFile.good[...], into: &items) }
        let end = #expect(throws: CaptureError.self) { try reader.finish() }
        #expect(error == again && again == end && items.isEmpty)
    }

    @Test("A section with too many interfaces is refused at the first too many") func interfaces() {
        var blocks = Blocks()
        blocks.section()
        for _ in 0..<PcapngReader.mostInterfaces { blocks.interface() }
        let bound = blocks.file.count
        blocks.interface()
        let reading = Reading(blocks.file)
        #expect(reading.blocks.count == PcapngReader.mostInterfaces + 1)
        #expect(reading.error?.offset == bound + 8)
    }

    @Test("The longest block is read") func longest() {
        var blocks = Blocks()
        blocks.section()
        blocks.block(0x99, [UInt8](repeating: 5, count: PcapngReader.largestBlock - 12))
        let reading = Reading(blocks.file)
        #expect(reading.error == nil && reading.blocks.count == 2)
    }
}
