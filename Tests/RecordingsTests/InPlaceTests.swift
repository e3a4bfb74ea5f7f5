import Ground
import Recordings
import TestSupport
import Testing
import Traces

/// Most blocks of a trace are parsed in place, and all others through an item; both must give the same result.
@Suite("Reading blocks in place") struct InPlaceTests {
    /// The option of an interface with nanosecond time stamps (option 9, one byte).
    private static let nanoseconds: [UInt8] = [9, 0, 1, 0, 9]

    /// Returns the same file with finer time stamps, which causes every packet to be parsed through an item.
    private static func roundabout(_ file: [UInt8]) -> [UInt8] {
        var file = file
        for place in file.indices.dropLast(4) where file[place..<place + 5].elementsEqual(nanoseconds) {
            file[place + 4] = 10
        }
        return file
    }

    @Test("a whole trace is the same either way") func whole() {
        let file = Samples.blocks(of: Samples.events.filter { !$0.isKernel }).flatMap { $0 }
        let other = Self.roundabout(file)
        #expect(other != file)
        #expect(TraceReader.read(other) == TraceReader.read(file))
        #expect(TraceReader.read(file).events.count == Samples.events.count - 1)
    }

    @Test("a damaged trace gives the same events and the same error either way") func damaged() {
        let seeds = [Samples.shortRun, Samples.numbered(3)].map { events in
            Samples.blocks(of: events).flatMap { $0 }
        }
        // Both make the same changes, since the files have the same length.
        var mutator = Mutator(seeds: seeds, number: 5)
        var roundabouts = Mutator(seeds: seeds.map(Self.roundabout), number: 5)
        var (whole, cut) = (0, 0)
        for _ in 0..<3_000 {
            let file = mutator.next(limit: 2_000)
            let (one, other) = (TraceReader.read(file), TraceReader.read(roundabouts.next(limit: 2_000)))
            if one.error == nil { whole += 1 } else if !one.events.isEmpty { cut += 1 }
            // The error message may quote the one byte in which the files differ.
            guard one.events == other.events, one.error?.kind == other.error?.kind,
                one.error?.offset == other.error?.offset
            else {
                Issue.record("\(one.error?.description ?? "no error") in place for \(file.hex)")
                return
            }
        }
        #expect(whole > 30 && cut > 300)
    }

    @Test("an oddity of a packet does not keep its frame from being read", arguments: Oddity.allCases)
    func oddities(_ oddity: Oddity) {
        let events = Samples.numbered(2)
        var file: [UInt8] = []
        for item in PcapngReader.read(Samples.blocks(of: events).flatMap { $0 }).items {
            file += oddity.bytes(of: item)
        }
        let reading = TraceReader.read(file)
        #expect(reading.error == nil)
        #expect(reading.events == events)
    }

    /// Changes that other programs make to a packet with a record, and accidental contents.
    enum Oddity: CaseIterable {
        case commentFirst
        case strangersOptionFirst
        case shortOptionFirst
        case swappedOptionFirst
        case noDirection
        case noTime

        func bytes(of item: CaptureItem) -> [UInt8] {
            var writer = PcapngWriter()
            // The writer counts interfaces, and must have as many as the packets name.
            _ = writer.section(.init())
            for _ in 0..<8 { _ = writer.interface(.firaUCI, name: "") }
            switch item {
            case .block(.section, _): return writer.section(.init())
            case .block(.interface(let interface), _):
                return writer.interface(interface.linkType, name: "x", extra: interface.options)
            case .block(.custom(let custom), _): return writer.custom(custom)
            case .packet(var packet):
                change(&packet)
                return writer.packet(packet)
            default: return []
            }
        }

        private func change(_ packet: inout CapturedPacket) {
            switch self {
            case .commentFirst: packet.options.insert(PcapngOption(.comment, text: "seen"), at: 0)
            case .strangersOptionFirst: packet.options.insert(PcapngOption(.custom, [1, 2, 3, 4, 5]), at: 0)
            case .shortOptionFirst: packet.options.insert(PcapngOption(.custom, [1, 2]), at: 0)
            case .swappedOptionFirst:
                // The form written by programs with the other byte order; it is not a record.
                packet.options.insert(PcapngOption(.custom, [0, 0, 0x7E, 0xD9, 1, 2, 3, 4]), at: 0)
            case .noDirection: packet.direction = nil
            case .noTime: packet.instant = nil
            }
        }
    }
}

extension TraceEvent {
    fileprivate var isKernel: Bool { if case .kernel = self { true } else { false } }
}
