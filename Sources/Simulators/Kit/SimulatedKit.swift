import Ground
import UWB

/// A UWB kit in bytes and instants: a device whose sessions range once per interval.
struct SimulatedKit: Sendable {
    /// A ranging round that is due.
    struct Round: Sendable {
        let session: UInt32
        let parameters: RangingParameters
        let instant: Instant
    }

    /// The protocol engine of the kit; one of these two is non-nil.
    private var uci: UCIDevice?
    private var cli: CLIDevice?
    /// The sessions that range.
    private var active: [UInt32] = []
    private var rounds = Agenda<(session: UInt32, parameters: RangingParameters)>()

    init(_ model: EnvironmentModel) {
        switch model.kit {
        case .uci: uci = UCIDevice(generation: model.generation)
        case .cli: cli = CLIDevice()
        }
    }

    var deadline: Instant? {
        let due = min(rounds.next ?? .never, uci?.deadline ?? .never, cli?.deadline ?? .never)
        return due == .never ? nil : due
    }

    /// Powers the kit up when the host opens the line.
    mutating func opened(at now: Instant) -> [[UInt8]] {
        carryOut(uci?.powerUp(at: now), cli?.powerUp(at: now), at: now)
    }

    /// Receives bytes of the host, and returns bytes for the host.
    mutating func receive(_ bytes: [UInt8], at now: Instant) -> [[UInt8]] {
        carryOut(uci?.receive(bytes, at: now), cli?.receive(bytes, at: now), at: now)
    }

    mutating func advance(to now: Instant) -> [[UInt8]] {
        carryOut(uci?.advance(to: now), cli?.advance(to: now), at: now)
    }

    /// Removes the next round that is due, and plans the one after it.
    mutating func popRound(at now: Instant) -> Round? {
        guard let (instant, due) = rounds.popDue(at: now) else { return nil }
        rounds.add(due, at: instant + due.parameters.interval)
        return Round(session: due.session, parameters: due.parameters, instant: instant)
    }

    /// Ends a session over UWB on behalf of the other side.
    mutating func stopInBand(_ session: UInt32, at now: Instant) -> [[UInt8]] {
        active.contains(session)
            ? carryOut(uci?.stopInBand(session: session, at: now), cli?.stopInBand(at: now), at: now) : []
    }

    mutating func report(_ round: Round, _ measurements: [TWRMeasurement], at now: Instant) -> [[UInt8]] {
        carryOut(
            uci?.report(session: round.session, measurements: measurements, at: now),
            cli?.report(measurements.map { CLIMessage.Measurement($0) }, at: now), at: now)
    }

    private mutating func carryOut(
        _ uci: [UCIDeviceEffect]?, _ cli: [CLIDeviceEffect]?, at now: Instant
    ) -> [[UInt8]] {
        var sent: [[UInt8]] = []
        for effect in uci ?? [] {
            switch effect {
            case .send(let bytes): sent.append(bytes)
            case .sessionActive(let session, let parameters): begin(session, parameters, at: now)
            case .sessionInactive(let session): end(session)
            case .finding: break
            }
        }
        for effect in cli ?? [] {
            switch effect {
            case .print(let message): sent.append(Array(message.text.utf8))
            case .sessionActive(let parameters): begin(parameters.sessionID, parameters, at: now)
            case .sessionInactive(let session): end(session)
            }
        }
        return sent
    }

    private mutating func begin(_ session: UInt32, _ parameters: RangingParameters, at now: Instant) {
        end(session)
        active.append(session)
        rounds.add((session, parameters), at: now + parameters.interval)
    }

    private mutating func end(_ session: UInt32) {
        active.removeAll { $0 == session }
        rounds.removeAll { $0.session == session }
    }
}

extension CLIMessage.Measurement {
    /// Creates the firmware's printed form of a measurement, without angles or line of sight.
    init(_ measurement: TWRMeasurement) {
        let address: UInt16 =
            switch measurement.peer {
            case .short(let short): short.rawValue
            case .extended(let long): UInt16(truncatingIfNeeded: long)  // its short form
            }
        let centimetres = measurement.distance.map { Int($0.millimetres / 10) }
        self.init(address: address, status: measurement.status.cliText, centimetres: centimetres)
    }
}

extension UCIStatus {
    fileprivate var cliText: String {
        switch self {
        case .ok, .okNegativeDistance: "SUCCESS"
        case .rangingTxFailed: "TX_FAILED"
        case .rangingRxTimeout: "RX_TIMEOUT"
        default: name ?? "Unknown"
        }
    }
}

extension RangingParameters {
    /// At least a millisecond, because rounds without an interval would never end.
    var interval: Lapse { .milliseconds(max(1, Int(rangingIntervalMilliseconds))) }
}
