import Ground
import Links
import NearbyInteraction
import Simulators
import TestSupport
import Testing
import UWB

@testable import Phone

@Suite struct PhoneFuzzTests {
    private static let good: [[UInt8]] = [
        [0x03, 0xF7, 0x00], [0x13], [0x01, 0x12, 0x03, 0x00, 0x0E], [0x19], [0x17, 0x03, 0x00, 0x00, 0x00, 0x0A],
        [0x1B, 0x06, 0x00] + SessionBench.answer, [0x1B, 0x06, 0x00, 0x02], [0x1D, 0x06, 0x00, 0x03],
        [0x11, 0x06, 0x01, 0x00, 0x09, 0x00, 0x00, 0x18], [0x09, 0x07, 0x02, 0x00, 0x0A, 0x03, 0x00, 0x00, 0x2A],
        [0x05, 0x01, 0x04, 0x00, 0x02, 0x29], [0x0A, 0x03, 0x00],
    ]
    private static let kit: [[UInt8]] = [
        [0x60, 0x01, 0x00, 0x01, 0x01], [0x40, 0x00, 0x00, 0x01, 0x00],
        [0x40, 0x02, 0x00, 0x0A, 0x00, 0x02, 0x00, 0x02, 0x00, 0x02, 0x00, 0x02, 0x00, 0x00],
        [0x41, 0x00, 0x00, 0x05, 0x00, 0x01, 0x00, 0x00, 0x00], [0x41, 0x03, 0x00, 0x02, 0x00, 0x00],
        [0x61, 0x02, 0x00, 0x06, 0x01, 0x00, 0x00, 0x00, 0x03, 0x00], [0x42, 0x00, 0x00, 0x01, 0x00],
        [0x60, 0x07, 0x00, 0x01, 0x0A],
    ]

    private var phone: Phone
    private var frames = Mutator(seeds: Self.good, number: 7)
    private var packets = Mutator(seeds: Self.kit, number: 8)
    private var chance = SeededGenerator(seed: 9)
    private let names: [AccessoryName] = ["door", "gate"]

    init() {
        phone = Phone(
            PhoneSetup(
                zones: [Zone(name: "near", radius: .metres(2), hysteresis: .zero)],
                smoothing: Smoothing(window: 5, confirmations: 1),
                features: [Feature(name: "unlock", inside: "near")],
                retry: RetryPolicy(
                    attempts: nil, onlyOnTimeout: false, cycle: .cachedConfiguration, writes: .backToBack),
                link: LinkSetup(subscribesToBoth: true), activeSessionsLimit: 2, suspensionLimit: .seconds(1)),
            accessories: names, phones: ["other"], host: UCIHost(), hasReader: true, generator: SeededGenerator(seed: 1)
        )
        phone.nearby.settings.lingering = .milliseconds(200)
    }

    private mutating func frame() -> [UInt8] {
        chance.chance(0.5) ? Self.good.randomElement(using: &chance)! : frames.next(limit: 80)
    }

    private mutating func packet() -> [UInt8] {
        chance.chance(0.5) ? Self.kit.randomElement(using: &chance)! : packets.next(limit: 80)
    }

    private mutating func bluetooth() -> BluetoothEvent {
        switch Int.random(in: 0..<24, using: &chance) {
        case 0: .connected(BluetoothAddress(value: 1))
        case 1: .disconnected(.remote)
        case 2: .connectFailed("away")
        case 3: .discovered(Advertisement(address: BluetoothAddress(value: 1), rssi: nil, name: nil, services: []))
        default: .frame(frame())
        }
    }

    private mutating func reader() -> ReaderEvent {
        let sak = UInt8.random(in: 0...255, using: &chance)
        switch Int.random(in: 0..<9, using: &chance) {
        case 0: return .opened("a reader")
        case 1, 2: return .tagFound(TagIdentity(uid: chance.bytes(7), atqa: 0x44, sak: chance.chance(0.5) ? 0 : sak))
        case 3: return .noTag
        case 4: return chance.chance(0.5) ? .exchangeFailed("no answer") : .readerFailed("too hot")
        case 5: return .tagPresent
        case 6: return .tagAbsent
        default: return .response(chance.bytes(Int.random(in: 0...20, using: &chance)))
        }
    }

    private mutating func happen(at now: Instant) -> [PhoneEffect] {
        let name = names.randomElement(using: &chance)!
        switch Int.random(in: 0..<110, using: &chance) {
        case 0..<50: return phone.receive(.bluetooth(name, bluetooth()), at: now)
        case 50..<75: return phone.receive(.kit(.bytes(packet())), at: now)
        case 75: return phone.receive(.kit(.opened("a kit")), at: now)
        case 76..<90: return phone.receive(.reader(reader()), at: now)
        case 90: return phone.receive(.stage(.arrived(name)), at: now)
        case 91..<94: return phone.startSession(with: name, at: now)
        case 94: return phone.stopSession(with: name, at: now)
        case 95, 96: return phone.connect(to: name, within: .seconds(1), at: now)
        case 97: return phone.disconnect(from: name, at: now)
        case 98, 99: return tamper(at: now)
        case 100..<109: return command(name, at: now)
        default: return phone.receive(.fault(.stage, RigFault("it broke", remedy: "Mend it")), at: now)
        }
    }

    private mutating func tamper(at now: Instant) -> [PhoneEffect] {
        let kinds: [MessageKind] = [.initialize, .shareableConfiguration, .stop]
        let number = Int.random(in: -2...40, using: &chance)
        let tamperings: [Tampering] = [
            .withhold, .delay(span: .milliseconds(number * 10)), .repeat(times: number % 4), .cut(to: number),
            .corrupt(byte: number, xor: 0x55),
        ]
        let kind = kinds.randomElement(using: &chance)!
        if chance.chance(0.3) {
            phone.untamper(kind)
        } else {
            phone.tamper(tamperings.randomElement(using: &chance)!, with: kind, times: number)
        }
        return []
    }

    private mutating func command(_ name: AccessoryName, at now: Instant) -> [PhoneEffect] {
        let isOn = chance.chance(0.5)
        switch Int.random(in: 0..<14, using: &chance) {
        case 0: return phone.run(with: name, at: now)
        case 1: return phone.pause(with: name, at: now)
        case 2: return phone.invalidate(with: name, at: now)
        case 3: return isOn ? phone.suspend(with: name, at: now) : phone.endSuspension(with: name, at: now)
        case 4: return phone.setBackground(isOn, at: now)
        case 5: return phone.setLocked(isOn, at: now)
        case 6: return phone.setPermission(isOn ? .allowed : .denied, at: now)
        case 7: return phone.relaunchApp(at: now)
        case 8: return phone.fail(name, with: NIErrorCode.allCases.randomElement(using: &chance)!, at: now)
        case 9: return phone.send([frame(), phone.shareableMessage(for: name) ?? [0x0A]], to: name, at: now)
        case 10:
            let token = DiscoveryToken(
                rawValue: chance.next(), phoneAt: ShortAddress(rawValue: UInt16(truncatingIfNeeded: chance.next())))
            return phone.run(peer: "other", token: token, isExtendedDistance: isOn, at: now)
        case 11: return isOn ? phone.pause(with: "other", at: now) : phone.invalidate(with: "other", at: now)
        case 12:
            _ = phone.discoveryToken(forPeer: "other", at: now)
            return []
        default: return phone.pair(with: name, at: now)
        }
    }

    @Test func nothingFromTheWorldBringsThePhoneDown() {
        var fuzz = self
        var now = Instant.start
        var effects = fuzz.phone.begin(at: now).count
        var late = 0
        for _ in 0..<100_000 {
            now = now + .milliseconds(Int.random(in: 0...20, using: &fuzz.chance))
            effects += fuzz.happen(at: now).count
            effects += fuzz.phone.advance(to: now).count
            if let deadline = fuzz.phone.deadline, deadline <= now { late += 1 }
        }
        #expect(late == 0 && effects > 10_000)
    }

    @Test func aBenchWhoseBytesAreDamagedBringsThePhoneDownNeither() {
        var bench = PhoneBench(["door", "gate"], retry: RetryPolicy(attempts: 3, cycle: .full))
        var damage = Mutator(seeds: Self.good + Self.kit, number: 3)
        var chance = SeededGenerator(seed: 4)
        var damaged = 0
        bench.onArrival = { inbound in
            guard chance.chance(0.02) else { return inbound }
            damaged += 1
            switch inbound {
            case .bluetooth(let name, .frame(var frame)) where !frame.isEmpty && chance.chance(0.7):
                frame[Int.random(in: 0..<frame.count, using: &chance)] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
                return .bluetooth(name, .frame(frame))
            case .bluetooth(let name, .frame): return .bluetooth(name, .frame(damage.next(limit: 60)))
            case .kit(.bytes(var bytes)) where !bytes.isEmpty:
                bytes[Int.random(in: 0..<bytes.count, using: &chance)] ^= 0x10
                return .kit(.bytes(bytes))
            default: return inbound
            }
        }
        var (late, ranged) = (0, 0)
        for _ in 0..<300 {
            for name in names { bench.connect(name) }
            bench.play(.milliseconds(600))
            for name in names { bench.start(name) }
            bench.play(.seconds(3))
            if let deadline = bench.phone.deadline, deadline <= bench.links.now { late += 1 }
            for name in names { bench.carryOut(bench.phone.disconnect(from: name, at: bench.links.now)) }
            bench.play(.milliseconds(100))
            ranged += names.count { !bench.distances($0).isEmpty }
            bench.events = []
            bench.outbound = []
            bench.carryOut(bench.phone.receive(.kit(.opened("a kit")), at: bench.links.now))
        }
        #expect(damaged > 300 && late == 0 && ranged > 100, "\(damaged) damaged, \(late) late, \(ranged) ranged")
    }
}
