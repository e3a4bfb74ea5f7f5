import Ground
import TestSupport
import Testing
import UWB

@Suite("UCI against hostile bytes") struct UCIFuzzTests {
    static func seeds(_ isWanted: (Step) -> [UInt8]?) throws -> [[UInt8]] {
        try capturedExchange().compactMap(isWanted).filter { $0.count < 80 }
    }

    static func toBoard() throws -> [[UInt8]] {
        try seeds { if case .toBoard(let bytes) = $0 { bytes } else { nil } }
    }

    static func fromBoard() throws -> [[UInt8]] {
        try seeds { if case .fromBoard(let bytes) = $0 { bytes } else { nil } }
    }

    @Test("A decoded packet encodes to bytes that decode to the same") func decoders() throws {
        var mutator = Mutator(seeds: try Self.toBoard() + Self.fromBoard())
        var good = 0
        var changed: [UCIPacket] = []
        for number in 0..<100_000 {
            let input = mutator.next(limit: 160)
            var framer = UCIFramer(side: number % 3 == 0 ? .device : .host)
            for case .packet(let packet) in framer.receive(input, at: .start) + framer.advance(to: .never) {
                guard let isSame = Self.survives(packet) else { continue }
                good += 1
                if !isSame { changed.append(packet) }
            }
        }
        #expect(changed.isEmpty)
        #expect(good > 20_000)
    }

    /// Returns whether a packet's meaning survives a round trip; nil if it is malformed.
    private static func survives(_ packet: UCIPacket) -> Bool? {
        switch packet.type {
        case .command:
            guard let command = try? UCICommand(decoding: packet) else { return nil }
            return (try? UCICommand(decoding: command.packet)) == command
        case .response:
            guard let response = try? UCIResponse(decoding: packet) else { return nil }
            let again = try? UCIResponse(decoding: response.packet)
            return again?.kind == response.kind && again?.status == response.status
        default:
            guard let notification = try? UCINotification(decoding: packet) else { return nil }
            return (try? UCINotification(decoding: notification.packet)) == notification
        }
    }

    @Test("A host survives any device: its deadlines pass, and it sends only commands") func host() throws {
        var hostile = HostileLine(mutator: Mutator(seeds: try Self.fromBoard(), number: 2))
        for _ in 0..<100_000 { hostile.step() }
        #expect(hostile.badCommands.isEmpty)
        #expect(hostile.passedDeadlines == 0)
        #expect(hostile.starts > 200)
        #expect(hostile.stops > 100)
        #expect(hostile.failures > 100)
        #expect(hostile.givenUp > 3)
    }

    @Test("A device survives any host") func device() throws {
        var mutator = Mutator(seeds: try Self.toBoard(), number: 4)
        var chance = SeededGenerator(seed: 5)
        var device = UCIDevice(generation: .fira2)
        var now = Instant.start
        var starts = 0
        for number in 0..<100_000 {
            var effects: [UCIDeviceEffect] = []
            switch Int.random(in: 0..<20, using: &chance) {
            case 0: effects = device.report(session: 7, measurements: Bench.round(700), at: now)
            case 1: effects = device.stopInBand(session: 7, at: now)
            case 2:
                now = now + .milliseconds(Int.random(in: 0..<200, using: &chance))
                effects = device.advance(to: now)
            default: effects = device.receive(mutator.next(limit: 100), at: now)
            }
            if effects.contains(where: { if case .sessionActive = $0 { true } else { false } }) { starts += 1 }
            // Power fails now and then; otherwise sessions with wrong ids keep the others out.
            if number % 500 == 0 { _ = device.powerUp(at: now) }
        }
        #expect(starts > 20)
    }
}

/// A host and a good device, with a line between them that loses, damages and invents packets.
private struct HostileLine {
    var mutator: Mutator
    private var chance = SeededGenerator(seed: 3)
    private var host = UCIHost()
    private var device = UCIDevice(generation: .fira2)
    private var now = Instant.start
    private(set) var badCommands: [[UInt8]] = []
    private(set) var passedDeadlines = 0
    private(set) var starts = 0
    private(set) var stops = 0
    private(set) var failures = 0
    private(set) var givenUp = 0

    init(mutator: Mutator) { self.mutator = mutator }

    mutating func step() {
        let id = UInt32.random(in: 0..<6, using: &chance)
        switch Int.random(in: 0..<100, using: &chance) {
        case 0: take(host.begin(at: now))
        case 1...12: take(host.startSession(Bench.parameters(id), at: now))
        case 13...20: take(host.stopSession(id, at: now))
        case 21...24: take(device.stopInBand(session: id, at: now))
        case 25...50: take(device.report(session: id, measurements: Bench.round(300), at: now))
        case 51...54: take(host.receive(mutator.next(limit: 100), at: now))
        default:
            now = now + .milliseconds(Int.random(in: 0..<500, using: &chance))
            take(host.advance(to: now))
            if let due = host.deadline, due <= now { passedDeadlines += 1 }
        }
    }

    private mutating func take(_ effects: [UWBHostEffect]) {
        for effect in effects {
            switch effect {
            case .send(let bytes):
                if !Self.isCommand(bytes) { badCommands.append(bytes) }
                if !chance.chance(0.02) { take(device.receive(bytes, at: now)) }
            case .sessionStarted: starts += 1
            case .sessionStopped: stops += 1
            case .sessionFailed: failures += 1
            case .failed:
                givenUp += 1
                take(host.begin(at: now))
            case .ready, .measurements, .finding: break
            }
        }
    }

    private mutating func take(_ effects: [UCIDeviceEffect]) {
        for case .send(let bytes) in effects {
            var arriving = bytes
            if chance.chance(0.02) { arriving = mutator.next(limit: 100) }
            if chance.chance(0.02) { arriving = [] }
            take(host.receive(arriving, at: now))
        }
    }

    private static func isCommand(_ bytes: [UInt8]) -> Bool {
        var framer = UCIFramer(side: .device)
        guard case .packet(let packet)? = framer.receive(bytes, at: .start).first else { return false }
        return (try? UCICommand(decoding: packet)) != nil
    }
}
