import Ground
import Links
import Recordings
import TestSupport
import Testing
import Traces

@Suite("Foreign files") struct ForeignFileTests {
    private static func capture() -> [UInt8] {
        var writer = PcapngWriter()
        var file = writer.section(.init(application: "somebody"))
        file += writer.interface(.firaUCI, name: "uwb")
        file += writer.packet(CapturedPacket(instant: nil, linkType: .firaUCI, bytes: [0x60, 1, 0, 1, 1]))
        file += writer.custom(PcapngCustom(owner: 7, mayBeCopied: true, data: [1, 2, 3, 4]))
        return file
    }

    @Test("a capture by another program is refused with the command that imports it")
    func capture() throws {
        let error = try #require(TraceReader.read(Self.capture()).error)
        #expect(error.kind == .unsupported && error.meaning.contains("trammel import"))
        #expect(TraceReader.read([]).error?.kind == .truncated)
        #expect(TraceReader.read(Array("no capture at all".utf8)).error?.kind == .unsupported)
    }

    @Test("packets and blocks that other programs added are skipped") func beside() throws {
        let events = Samples.numbered(1)
        var writer = TraceWriter()
        var file = writer.bytes(for: events[0]) + writer.bytes(for: events[1])
        file += Self.capture()
        let (end, beginning) = writer.nextPart()
        file += end + beginning + writer.bytes(for: events[2])
        let reading = TraceReader.read(file)
        #expect(reading.error == nil)
        #expect(reading.events == events)
    }

    @Test("a packet truncated by another program is an error at its block, not a shorter frame") func snapped() throws {
        let blocks = Samples.blocks(of: Samples.numbered(1))
        let items = PcapngReader.read(blocks.flatMap { $0 }).items
        var writer = PcapngWriter()
        var file: [UInt8] = []
        for item in items {
            switch item {
            case .block(.section, _): file += writer.section(.init())
            case .block(.interface(let interface), _):
                file += writer.interface(interface.linkType, name: "x", extra: interface.options)
            case .block(.custom(let custom), _): file += writer.custom(custom)
            case .packet(var packet):
                packet.bytes.removeLast()
                file += writer.packet(packet)
            default: break
            }
        }
        let reading = TraceReader.read(file)
        let error = try #require(reading.error)
        #expect(error.kind == .damaged && error.meaning.contains("truncated"))
        #expect(reading.events == [.began(Samples.header)])
    }

    @Test("100,000 damaged traces end with an error that names a byte, or with events") func damage() {
        var seeds: [[UInt8]] = []
        // Without interface descriptions in front, so that the damage hits Trammel's own blocks.
        var header = Samples.smallHeader
        (header.accessories, header.hasKit, header.hasReader) = ([], false, false)
        for event in Samples.events.dropFirst() {
            let seed = Samples.blocks(of: [.began(header), event]).flatMap { $0 }
            if seed.count < 600 { seeds.append(seed) }
        }
        var mutator = Mutator(seeds: seeds)
        var refused = 0
        for _ in 0..<100_000 {
            let input = mutator.next()
            guard let error = TraceReader.read(input).error else { continue }
            refused += 1
            if error.offset < 0 || error.offset > input.count || error.meaning.isEmpty {
                Issue.record("\(error) for \(input.hex)")
            }
        }
        #expect(refused > 50_000)
    }
}
