import Ground
import TestSupport
import Testing
import UCI

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

    @Test("What decodes from any bytes encodes to bytes that decode to the same") func decoders() throws {
        var mutator = Mutator(seeds: try Self.toBoard() + Self.fromBoard())
        var good = 0
        for number in 0..<100_000 {
            let input = mutator.next(limit: 160)
            var framer = UCIFramer(side: number % 3 == 0 ? .device : .host)
            for case .packet(let packet) in framer.receive(input, at: .start) + framer.advance(to: .never) {
                if Self.survives(packet) { good += 1 }
            }
        }
        #expect(good > 50_000)
    }

    /// Whether the packet decodes; when it does, it must survive a round trip.
    private static func survives(_ packet: UCIPacket) -> Bool {
        switch packet.type {
        case .command:
            guard let command = try? UCICommand(decoding: packet) else { return false }
            #expect((try? UCICommand(decoding: command.packet)) == command)
        case .response:
            guard let response = try? UCIResponse(decoding: packet) else { return false }
            #expect((try? UCIResponse(decoding: response.packet))?.kind == response.kind)
        default:
            guard let notification = try? UCINotification(decoding: packet) else { return false }
            #expect((try? UCINotification(decoding: notification.packet)) == notification)
        }
        return true
    }

    @Test("A host survives any device, with one command in flight") func host() throws {
        var mutator = Mutator(seeds: try Self.fromBoard(), number: 2)
        var chance = SeededGenerator(seed: 3)
        var host = UCIHost()
        var now = Instant.start
        var starts = 0
        for _ in 0..<100_000 {
            var effects: [UCIHostEffect] = []
            switch Int.random(in: 0..<40, using: &chance) {
            case 0: effects = host.begin(at: now)
            case 1: effects = host.startSession(Bench.parameters(UInt32.random(in: 0..<20, using: &chance)), at: now)
            case 2: effects = host.stopSession(UInt32.random(in: 0..<20, using: &chance), at: now)
            case 3:
                now = now + .milliseconds(Int.random(in: 0..<500, using: &chance))
                effects = host.advance(to: now)
                #expect(host.deadline ?? .never > now)
            default: effects = host.receive(mutator.next(limit: 100), at: now)
            }
            for effect in effects {
                if case .send(let bytes) = effect { #expect(Self.isCommand(bytes)) }
                if case .sessionStarted = effect { starts += 1 }
            }
        }
        #expect(starts > 20)
    }

    private static func isCommand(_ bytes: [UInt8]) -> Bool {
        var framer = UCIFramer(side: .device)
        guard case .packet(let packet)? = framer.receive(bytes, at: .start).first else { return false }
        return (try? UCICommand(decoding: packet)) != nil
    }

    @Test("A device survives any host, and answers every command") func device() throws {
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
            // Power fails now and then, otherwise a long session keeps the others out.
            if number % 500 == 0 { _ = device.powerUp(at: now) }
        }
        #expect(starts > 20)
    }
}
