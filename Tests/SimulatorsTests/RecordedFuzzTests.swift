import GATT
import Ground
import Links
import Scenarios
import Simulators
import Testing
import Zoo

/// Nonsensical recordings and phones.
struct RecordedFuzzTests {
    private static let recordings = 1_000
    private static let framesEach = 60
    private static let livePDUs = 40

    @Test("100,000 damaged, doubled, shuffled and invented frames, recorded and live, end without a trap")
    func nonsense() throws {
        let run = try RecordedRun(of: .named("fullFlow"), with: ZooAccessory(.qorvo))
        let own = run.frames.filter { frame in
            switch frame.content {
            case .sent(.bluetooth), .received(.bluetooth), .received(.console): true
            default: false
            }
        }
        var generator = SeededGenerator(seed: 20_261_122)
        var taken = 0
        var answered = 0
        for _ in 0..<Self.recordings {
            let frames = (0..<Self.framesEach).map { number in
                damaged(own[number % own.count], others: own, number: number, using: &generator)
            }
            taken += frames.count
            let recording = AccessoryRecording(
                of: "door", in: frames, since: .start, advertisedName: "", playsStage: generator.chance(0.5))
            answered += play(recording, own, using: &generator)
            taken += Self.livePDUs
        }
        #expect(taken == 100_000)
        #expect(answered > Self.recordings, "they are accessories still")
    }

    /// Plays a recording for a phone that writes random data; returns the number of frames that came back.
    private func play(
        _ recording: AccessoryRecording, _ own: [RecordedFrame], using generator: inout SeededGenerator
    ) -> Int {
        var accessory = RecordedAccessory(recording)
        var watch = PhoneWatch(recording, patience: .seconds(1))
        var now = Instant.start
        var count = 0
        func note(_ effects: [SimulatedAccessoryEffect]) {
            count += effects.filter { if case .frame = $0 { true } else { false } }.count
        }
        note(accessory.connected(at: now))
        watch.connected(at: now)
        for round in 0..<Self.livePDUs {
            now = now + .milliseconds(Int(generator.next() % 300))
            let bytes = live(own, using: &generator)
            note(accessory.receive(bytes, at: now))
            watch.receive(bytes, at: now)
            switch generator.next() % 20 {
            case 0:
                note(accessory.disconnected(at: now))
                note(accessory.connected(at: now))
            case 1: note(accessory.encryptionChanged(isEncrypted: true, isBonded: round % 2 == 0, at: now))
            case 2:
                note(accessory.power(round % 2 == 0 ? .cycle : .factoryReset, at: now))
                note(accessory.connected(at: now))
            case 3: _ = (accessory.advertisement, accessory.keepsBond, accessory.acceptsPairing, accessory.deadline)
            default: note(accessory.advance(to: now))
            }
        }
        watch.end(at: now)
        return count
    }

    private func live(_ own: [RecordedFrame], using generator: inout SeededGenerator) -> [UInt8] {
        guard generator.chance(0.7), let frame = own.randomElement(using: &generator),
            case .sent(.bluetooth(_, .frame(var bytes))) = frame.content
        else { return generator.bytes(Int(generator.next() % 24)) }
        if generator.chance(0.5), !bytes.isEmpty {
            bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
        }
        return bytes
    }

    private func damaged(
        _ frame: RecordedFrame, others: [RecordedFrame], number: Int, using generator: inout SeededGenerator
    ) -> RecordedFrame {
        let instants = [Instant.start, .never, Instant(nanoseconds: .min)]
        let usual = frame.instant + .milliseconds(Int(generator.next() % 50))
        let instant = generator.chance(0.02) ? instants[Int(generator.next() % 3)] : usual
        let chosen = generator.chance(0.3) ? others.randomElement(using: &generator) ?? frame : frame
        var content = chosen.content
        switch (content, generator.next() % 4) {
        case (.sent(.bluetooth(let name, .frame(let bytes))), 0):
            content = .sent(.bluetooth(name, .frame(mutated(bytes, using: &generator))))
        case (.received(.bluetooth(let name, .frame(let bytes))), 0):
            content = .received(.bluetooth(name, .frame(mutated(bytes, using: &generator))))
        case (_, 1) where generator.chance(0.2):
            let events: [BluetoothEvent] = [
                .connected(BluetoothAddress(value: 2, kind: .random)), .disconnected(.supervisionTimeout),
                .disconnected(.remote), .pairingFailed("\u{1B}[31m"), .connectFailed(""),
                .encrypted(LinkSecurity(isSecureConnections: false, isBonded: true)), .disconnected(.authentication),
                .discovered(
                    Advertisement(
                        address: BluetoothAddress(value: 3, kind: .random), rssi: nil, name: nil, services: [])),
            ]
            content = .received(.bluetooth("door", events[Int(generator.next() % UInt64(events.count))]))
        case (_, 2) where generator.chance(0.05):
            content = .sent(.stage(generator.chance(0.5) ? .dropLink("door") : .power("door", .factoryReset)))
        default: break
        }
        return RecordedFrame(content, at: instant, number: number)
    }

    private func mutated(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0...generator.next() % 3 {
            switch generator.next() % 4 {
            case 0: if !bytes.isEmpty { bytes.removeLast(Int(generator.next() % UInt64(bytes.count)) + 1) }
            case 1: bytes += generator.bytes(Int(generator.next() % 40))
            default:
                guard !bytes.isEmpty else { continue }
                bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
            }
        }
        return bytes
    }
}
