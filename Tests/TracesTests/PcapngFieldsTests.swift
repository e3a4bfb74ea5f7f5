import Ground
import Testing
import Traces

@Suite("Packets that are written field by field") struct PcapngFieldsTests {
    private static let code = PcapngOption.Code(rawValue: 2989)

    @Test("a packet of fields, bytes, an option and comments is the same block as that packet written as any is")
    func same() {
        var generator = SeededGenerator(seed: 5)
        var writer = PcapngWriter()
        var (quick, plain) = (writer.section(.init()), [UInt8]())
        quick += writer.interface(.firaUCI, name: "kit")
        plain = quick
        for round in 0..<2_000 {
            let first = [UInt8](repeating: 0xA5, count: .random(in: 0...13, using: &generator))
            let count = Int.random(in: 0...40, using: &generator)
            let rest = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let value = [UInt8](repeating: 0x5A, count: .random(in: 0...44, using: &generator))
            let comments = (0..<Int.random(in: 0...2, using: &generator)).map { "step \(round), \($0)" }
            let direction = [nil, FrameDirection.inbound, .outbound][round % 3]
            let instant = round % 7 == 0 ? nil : WallInstant(nanoseconds: 1_700_000_000_123_456_789 + Int64(round))
            writer.append(
                .init(interface: 0, instant: instant, direction: direction), first: first.count,
                { fields in for byte in first { fields.put(byte) } }, rest: rest, option: Self.code,
                length: value.count, { fields in for byte in value { fields.put(byte) } }, comments: comments,
                to: &quick)
            let options = [PcapngOption(Self.code, value)] + comments.map { PcapngOption(.comment, text: $0) }
            writer.append(
                CapturedPacket(
                    instant: instant, linkType: .firaUCI, direction: direction, bytes: first + rest, options: options),
                to: &plain)
            #expect(quick == plain)
            if quick != plain { return }
        }
        #expect(PcapngReader.read(quick).error == nil)
    }

    @Test("numbers are written in either order of their bytes")
    func orders() {
        var writer = PcapngWriter()
        var file = writer.section(.init()) + writer.interface(.firaUCI, name: "kit")
        let start = file.count
        writer.append(
            .init(interface: 0, instant: nil), first: 8,
            { fields in
                fields.put(big: UInt32(0x0102_0304))
                fields.put(UInt16(0x0506))
                fields.put(zeros: 2)
            }, rest: [], option: Self.code, length: 0, { _ in }, to: &file)
        #expect(Array(file[(start + 28)..<(start + 36)]) == [1, 2, 3, 4, 6, 5, 0, 0])
    }
}
