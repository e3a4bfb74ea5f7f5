import Ground
import Links
import Recordings
import Testing
import Traces

/// Contents of a foreign trace that are too large to be written again.
@Suite struct OversizedTests {
    private let header = TraceHeader(
        scenario: "any", rig: "any", seed: 1, program: "test", wallClock: WallInstant(nanoseconds: 0), start: .start,
        accessories: [], hasKit: true, hasReader: true, scenarioText: "", rigText: "")

    private func file(_ events: [TraceEvent]) -> [UInt8] {
        var writer = TraceWriter()
        var file = writer.bytes(for: .began(header))
        for event in events { writer.append(event, to: &file) }
        return file
    }

    private func kit(_ count: Int) -> TraceEvent {
        let bytes = [UInt8](repeating: 0x60, count: count)
        return .received(Arrival(.kit(.bytes(bytes)), at: .start), now: .start, number: 1)
    }

    @Test("a frame that viewers would cut is kept whole, only in a record", arguments: [262_144, 262_145, 3 << 20])
    func longFrame(count: Int) {
        let read = TraceReader.read(file([kit(count)]))
        #expect(read.error == nil)
        #expect(read.events.last == kit(count))
    }

    @Test("a text that fits no option of a packet is kept")
    func longText() {
        let name = String(repeating: "n", count: 70_000)
        let event = TraceEvent.received(
            Arrival(
                .bluetooth(
                    "door",
                    .discovered(Advertisement(address: BluetoothAddress(value: 1), rssi: nil, name: name, services: []))
                ),
                at: .start), now: .start, number: 1)
        let read = TraceReader.read(file([event]))
        #expect(read.error == nil)
        #expect(read.events.last == event)
    }

    @Test("a record beyond the largest block becomes a gap, and what follows is read")
    func beyondBlocks() {
        let read = TraceReader.read(file([kit(16 << 20), .waited(until: .start, deadline: .start)]))
        #expect(read.error == nil)
        guard read.events.count == 3, case .gap(let what) = read.events[1] else {
            Issue.record("\(read.events.count) events")
            return
        }
        #expect(what.contains("left out"))
    }

    @Test("accessories beyond the handles that there are share the last one")
    func manyNames() {
        var writer = TraceWriter()
        _ = writer.bytes(for: .began(header))
        func command(_ number: Int) -> [UInt8] {
            writer.bytes(for: .sent(.bluetooth(AccessoryName("a\(number)"), .disconnect), at: .start, number: number))
        }
        let all = (1...3_900).map(command)
        // HCI Disconnect: opcode 0x0406, three bytes, the handle.
        func handle(_ block: [UInt8]) -> [UInt8]? {
            block.indices.first { block[$0...].starts(with: [0x06, 0x04, 3]) }.map { Array(block[($0 + 3)..<($0 + 5)]) }
        }
        #expect(handle(all[0]) == [0x40, 0x00])
        #expect(handle(all[3_898]) == [0xFF, 0x0E])
        #expect(handle(all[3_899]) == [0xFF, 0x0E])
    }
}
