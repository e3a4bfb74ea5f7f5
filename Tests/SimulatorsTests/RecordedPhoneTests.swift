import GATT
import Ground
import NearbyInteraction
import Simulators
import Testing

/// The deviations of a phone from the recorded one.
struct RecordedPhoneTests {
    private static func configure(_ session: UInt32, channel: UInt8 = 9) -> [UInt8] {
        guard let vector = StaticSTSInitialization([9, 8, 7, 6, 5, UInt8(truncatingIfNeeded: session)]) else {
            return []
        }
        var data = ShareableConfigurationData(
            sessionID: session, intervalMilliseconds: session % 2 == 0 ? 180 : 198, initialization: vector,
            address: ShortAddress(rawValue: UInt16(truncatingIfNeeded: session)))
        data.channel = channel
        return PhoneMessage.configureAndStart(data.encoded).encoded()
    }

    private func watch(until end: Instant? = nil) -> PhoneWatch {
        var hand = HandRecording()
        hand.connect(at: 0)
        hand.phone(.writeRequest(6, [0x0A]), at: 1_000)
        hand.accessory(.writeResponse, at: 1_010)
        hand.phone(.writeRequest(6, Self.configure(2)), at: 1_500)
        hand.accessory(.writeResponse, at: 1_510)
        hand.phone(.writeRequest(6, [0x0C]), at: 9_000)
        return PhoneWatch(hand.recording(), patience: .seconds(2), until: end)
    }

    private func write(_ value: [UInt8], _ watch: inout PhoneWatch, at milliseconds: Int) {
        watch.receive(ATTPDU.writeRequest(6, value).encoded, at: .start + .milliseconds(milliseconds))
    }

    @Test("a phone that writes the same but for what phones draw by chance does not differ")
    func same() {
        var watch = watch()
        watch.connected(at: .start)
        write([0x0A], &watch, at: 2_000)
        // In parts, as other phones write values that are longer than their MTU.
        let message = Self.configure(4711)
        for (offset, part) in [(0, message.prefix(18)), (18, message.dropFirst(18))] {
            let pdu = ATTPDU.prepareWriteRequest(6, offset: UInt16(offset), Array(part))
            watch.receive(pdu.encoded, at: .start + .milliseconds(2_500))
        }
        watch.receive(ATTPDU.executeWriteRequest(.write).encoded, at: .start + .milliseconds(2_600))
        write([0x0C], &watch, at: 11_000)
        watch.end(at: .start + .seconds(12))
        #expect(watch.difference == nil && watch.compared == 3 && watch.isThrough)
    }

    @Test("another message, another field, one too many and one that is missing are named by the recorded frame")
    func differs() throws {
        var other = watch()
        other.connected(at: .start)
        write([0x0C], &other, at: 1_000)
        #expect(other.difference?.frame == 2 && other.difference?.kind == .wrote([0x0C], insteadOf: [0x0A]))
        #expect(other.difference?.otherByte == nil)
        var field = watch()
        field.connected(at: .start)
        write([0x0A], &field, at: 1_000)
        write(Self.configure(2, channel: 5), &field, at: 1_500)
        #expect(field.difference?.frame == 4 && field.compared == 1)
        let byte = try #require(field.difference?.otherByte)
        #expect(byte.place == 13 && byte.now == 0x05 && byte.then == 0x09)
        for end in [nil, Instant.never] {
            var more = watch(until: end)
            more.connected(at: .start)
            write([0x0A], &more, at: 1_000)
            write(Self.configure(2), &more, at: 1_500)
            write([0x0C], &more, at: 2_000)
            write([0x0A], &more, at: 2_100)
            #expect((more.difference?.frame == 6 && more.difference?.kind == .wroteBesides([0x0A])) == (end == nil))
        }
    }

    @Test("a message is missed when the recorded time and the patience are over, and not before")
    func misses() throws {
        var watch = watch()
        #expect(watch.deadline == nil, "no phone came yet")
        watch.connected(at: .start + .seconds(100))
        #expect(watch.deadline == .start + .seconds(103))
        write([0x0A], &watch, at: 102_000)
        #expect(watch.deadline == .start + .milliseconds(104_500))
        watch.advance(to: .start + .milliseconds(104_499))
        #expect(watch.difference == nil)
        watch.advance(to: .start + .milliseconds(104_500))
        #expect(watch.difference?.frame == 4)
        guard case .didNotWrite(let missed)? = watch.difference?.kind else { throw CancellationError() }
        #expect(missed.first == 0x0B)
        write(Self.configure(2), &watch, at: 104_600)
        #expect(watch.compared == 1, "nothing is compared after the first difference")
    }
}
