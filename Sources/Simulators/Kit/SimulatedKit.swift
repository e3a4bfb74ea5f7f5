import Ground
import UCI

/// A UWB kit in bytes and instants: a UCI device whose sessions range once an interval.
struct SimulatedKit: Sendable {
    /// A ranging round that is due.
    struct Round: Sendable {
        let session: UInt32
        let parameters: RangingParameters
        let instant: Instant
    }

    private var device: UCIDevice
    private var rounds = Agenda<(session: UInt32, parameters: RangingParameters)>()

    init(generation: FiRaGeneration) {
        device = UCIDevice(generation: generation)
    }

    var deadline: Instant? { [rounds.next, device.deadline].compactMap { $0 }.min() }

    /// The host opened the line.
    mutating func opened(at now: Instant) -> [[UInt8]] { carryOut(device.powerUp(at: now), at: now) }

    /// UCI bytes of the host; gives the bytes for the host.
    mutating func receive(_ bytes: [UInt8], at now: Instant) -> [[UInt8]] {
        carryOut(device.receive(bytes, at: now), at: now)
    }

    mutating func advance(to now: Instant) -> [[UInt8]] { carryOut(device.advance(to: now), at: now) }

    /// Takes out the next round that is due, and plans the one after it.
    mutating func popRound(at now: Instant) -> Round? {
        guard let (instant, due) = rounds.popDue(at: now) else { return nil }
        rounds.add(due, at: instant + due.parameters.interval)
        return Round(session: due.session, parameters: due.parameters, instant: instant)
    }

    mutating func report(_ round: Round, _ measurements: [TWRMeasurement], at now: Instant) -> [[UInt8]] {
        carryOut(device.report(session: round.session, measurements: measurements, at: now), at: now)
    }

    private mutating func carryOut(_ effects: [UCIDeviceEffect], at now: Instant) -> [[UInt8]] {
        var sent: [[UInt8]] = []
        for effect in effects {
            switch effect {
            case .send(let bytes): sent.append(bytes)
            case .sessionActive(let session, let parameters):
                rounds.removeAll { $0.session == session }
                rounds.add((session, parameters), at: now + parameters.interval)
            case .sessionInactive(let session): rounds.removeAll { $0.session == session }
            case .finding: break
            }
        }
        return sent
    }
}

extension RangingParameters {
    /// At least a millisecond, for rounds that follow each other at once would never end.
    var interval: Span { .milliseconds(max(1, Int(rangingIntervalMilliseconds))) }
}
