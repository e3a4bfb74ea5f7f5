import Ground
import Links
import NearbyInteraction
import Phone
import Simulators
import Testing

/// Messages of every length from 0 to 512 bytes, in both directions.
@Suite struct MessageLengthTests {
    private static let firstBytes: [UInt8] = [
        0x00, 0x01, 0x02, 0x03, 0x04, 0x0A, 0x0B, 0x0C, 0x20, 0x22, 0x2F, 0x77, 0xFF,
    ]
    private static let places: [SessionBench.Place] = [.awaitingConfiguration, .running]

    private static func message(_ first: UInt8, _ length: Int) -> [UInt8] {
        Array(([first] + SessionBench.configuration.encoded + [UInt8](repeating: 0xA5, count: 512)).prefix(length))
    }

    @Test(arguments: firstBytes) func aMessageOfAnyLengthIsJudgedByItsByte(first: UInt8) {
        for place in Self.places {
            let before = SessionBench(in: place)
            for length in 0...512 {
                var bench = before
                bench.receive(Self.message(first, length))
                let offsets = bench.findings.compactMap(\.offset)
                #expect(offsets.allSatisfy { $0 <= length }, "\(length) bytes in \(place): \(bench.findings)")
                #expect(length > 0 || offsets == [0], "\(length) bytes in \(place): \(bench.findings)")
            }
        }
    }

    /// Notifications beyond the ATT_MTU come from a broken stack: they are reported, with the first excess byte.
    @Test func aNotificationOfAnyLengthIsSurvivedByThePhone() throws {
        var bench = PhoneBench()
        var handle: [UInt8] = []
        bench.onArrival = { inbound in
            if case .bluetooth(_, .frame(let frame)) = inbound, frame.first == 0x1B { handle = Array(frame[1...2]) }
            return inbound
        }
        let isRanging = bench.range()
        #expect(isRanging)
        let mtu = try #require(bench.mtu)
        for length in 0...512 {
            bench.events = []
            let frame = [0x1B] + handle + [UInt8](repeating: 0x77, count: length)
            bench.carryOut(bench.phone.receive(.bluetooth("door", .frame(frame)), at: bench.links.now))
            let faults = bench.accusations.filter { $0.weight == .fault }.map(\.offset)
            let isTooLong = frame.count > mtu
            #expect(faults == (length == 0 ? [0] : isTooLong ? [mtu] : []), "\(length) bytes: \(bench.accusations)")
            let isMeasured = bench.play(.seconds(1), until: { !$0.distances("door").isEmpty })
            #expect(isMeasured, "after \(length) bytes nothing is measured any more")
        }
    }

    /// The first bytes are those of a complete message, followed by zeros: shorter messages are truncated, longer ones
    /// padded.
    @Test(arguments: AccessoryVariant.allCases) func anAccessorySurvivesWritesOfAnyLength(variant: AccessoryVariant) {
        for first in [0x0A, 0x0B, 0x0C, 0x7E] as [UInt8] {
            var bench = RawBench(variant)
            let isOpen = bench.connect() && bench.range()
            #expect(isOpen)
            let answer: MessageKind = first == 0x0A ? .configuration : first == 0x0C ? .didStop : .didStart
            var answered: [Int] = []
            for length in 0...512 where length <= 60 || length.isMultiple(of: 23) || (240...250).contains(length) {
                let message = bench.message(first, length: length)
                if bench.write(message).contains(answer) { answered.append(length) }
                #expect(!bench.isLost, "\(variant) hangs up upon \(length) bytes of \(first.hexadecimal)")
            }
            switch first {
            case 0x0A, 0x0C: #expect(answered.first == 1 && answered.last == 506, "\(variant): \(answered)")
            case 0x0B: #expect(answered.first == 31, "\(variant): \(answered)")
            default: #expect(answered.isEmpty, "\(variant): \(answered)")
            }
            let ranges = bench.range()
            #expect(
                ranges,
                "\(variant) does not range any more after writes that begin with \(first.hexadecimal)")
        }
    }
}
