public import Ground

/// A GATT client on one link, along with the few services that a phone itself offers.
///
/// Procedures may be requested at any time and run one after the other. The peer's requests are answered immediately,
/// even while a procedure is waiting, because an accessory stalls for 30 s on an unanswered request. After a
/// procedure times out, nothing more is sent and the link must be dropped. Core Specification, volume 3, part G,
/// section 4; bluez.md, sections 4.3, 4.4 and 4.6.
public struct GATTClient: Sendable {
    /// The maximum number of procedures waiting behind the running one.
    public static let queueLimit = 64

    public enum WriteMode: Hashable, Codable, Sendable {
        /// A Write Request, or prepared writes if the value is longer than ATT_MTU - 3.
        case withResponse
        /// A Write Command of at most ATT_MTU - 3 bytes.
        case withoutResponse
    }

    /// Whether indications are confirmed immediately; if false, the accessory must stop indicating.
    public var confirmsIndications = true
    /// Whether the peer's requests are answered; if false, the peer must give up the link after 30 s.
    public var answersRequests = true
    /// The services that this side offers to the peer.
    public var responder: GATTResponder

    private var bearer: ATTBearer
    private var running: (id: ProcedureID, procedure: any ClientProcedure)?
    private var waiting: [(id: ProcedureID, procedure: any ClientProcedure)] = []
    private var count = 0

    /// Creates a client that receives PDUs of up to `ownMTU` bytes and offers `services`.
    public init(ownMTU: UInt16, services: [ServiceDefinition] = ServiceDefinition.phone) {
        bearer = ATTBearer(ownMTU: ownMTU)
        responder = GATTResponder(services: services)
    }

    /// The ATT_MTU of the link.
    public var mtu: UInt16 { bearer.mtu }
    /// The next instant at which `advance(to:)` must be called.
    public var deadline: Instant? { bearer.deadline }
    public var isDead: Bool { bearer.death != nil }
    /// Whether a procedure is running.
    public var isBusy: Bool { running != nil }

    // MARK: Procedures

    public typealias Begun = (id: ProcedureID, effects: [GATTClientEffect])

    /// Exchanges the MTU, offering by default what this side can receive; ends with `mtu`.
    public mutating func exchangeMTU(_ preferred: UInt16? = nil, at now: Instant) -> Begun {
        begin(ExchangeMTU(ownMTU: preferred ?? bearer.ownMTU), at: now)
    }

    /// Discovers all primary services; ends with `services`.
    public mutating func discoverServices(at now: Instant) -> Begun { begin(DiscoverServices(), at: now) }

    /// Discovers the primary services with a given UUID; ends with `services`, which may be empty.
    public mutating func discoverService(_ uuid: AttributeUUID, at now: Instant) -> Begun {
        begin(DiscoverServices(uuid: uuid), at: now)
    }

    /// Discovers the characteristics of a service; ends with `characteristics`.
    public mutating func discoverCharacteristics(in service: Service, at now: Instant) -> Begun {
        begin(DiscoverCharacteristics(in: service), at: now)
    }

    /// Reads a complete value, in parts if it is long; ends with `value`.
    public mutating func read(_ handle: AttributeHandle, at now: Instant) -> Begun { begin(ReadValue(handle), at: now) }

    /// Writes a value of at most 512 bytes; ends with `written`.
    public mutating func write(
        _ value: [UInt8], to handle: AttributeHandle, mode: WriteMode, at now: Instant
    ) -> Begun {
        switch mode {
        case .withResponse: begin(WriteValue(value, to: handle), at: now)
        case .withoutResponse: begin(WriteWithoutResponse(handle: handle, value: value), at: now)
        }
    }

    /// Writes a characteristic's CCCD, which it discovers first if `descriptor` is nil; ends with `subscribed`.
    public mutating func subscribe(
        _ subscription: Subscription, to characteristic: Characteristic, descriptor: AttributeHandle? = nil,
        at now: Instant
    ) -> Begun {
        begin(Subscribe(subscription, to: characteristic, descriptor: descriptor), at: now)
    }

    // MARK: The link and time

    /// Takes one PDU from the link.
    public mutating func receive(_ frame: [UInt8], at now: Instant) -> [GATTClientEffect] {
        carryOut(bearer.receive(frame, at: now), at: now)
    }

    /// Advances the time to `now`.
    public mutating func advance(to now: Instant) -> [GATTClientEffect] {
        carryOut(bearer.advance(to: now), at: now)
    }

    /// Confirms an indication whose confirmation was withheld; does nothing if there is none.
    public mutating func sendConfirmation(at now: Instant) -> [GATTClientEffect] {
        guard let effects = try? bearer.send(.confirmation, at: now) else { return [] }
        return carryOut(effects, at: now)
    }

    // MARK: Carrying out

    private mutating func begin(_ procedure: any ClientProcedure, at now: Instant) -> Begun {
        let id = ProcedureID(rawValue: count)
        count += 1
        if let death = bearer.death { return (id, [.completed(id, .failed(.notSent(.dead(death))))]) }
        guard waiting.count < Self.queueLimit else { return (id, [.completed(id, .failed(.notSent(.queueFull)))]) }
        waiting.append((id, procedure))
        return (id, startNext(at: now))
    }

    private mutating func startNext(at now: Instant) -> [GATTClientEffect] {
        var effects: [GATTClientEffect] = []
        while running == nil, !waiting.isEmpty {
            let (id, waited) = waiting.removeFirst()
            var procedure = waited
            let step = procedure.start(mtu: bearer.mtu)
            running = (id, procedure)
            effects += carryOut(step, of: id, at: now)
        }
        return effects
    }

    private mutating func carryOut(
        _ step: ProcedureStep, of id: ProcedureID, at now: Instant
    ) -> [GATTClientEffect] {
        switch step {
        case .request(let pdu):
            do { return carryOut(try bearer.send(pdu, at: now), at: now) } catch {
                return end(.failed(.notSent(error)))
            }
        case .command(let pdu, let outcome):
            do { return carryOut(try bearer.send(pdu, at: now), at: now) + end(outcome) } catch {
                return end(.failed(.notSent(error)))
            }
        case .done(let outcome): return end(outcome)
        case .violation(let finding): return [.finding(finding)] + end(.failed(.violation(finding)))
        case .noted(let findings, let next): return findings.map { .finding($0) } + carryOut(next, of: id, at: now)
        }
    }

    private mutating func end(_ outcome: GATTOutcome) -> [GATTClientEffect] {
        guard let id = running?.id else { return [] }
        running = nil
        return [.completed(id, outcome)]
    }

    private mutating func carryOut(_ effects: [ATTBearerEffect], at now: Instant) -> [GATTClientEffect] {
        var result: [GATTClientEffect] = []
        for effect in effects {
            switch effect {
            case .send(let bytes): result.append(.send(bytes))
            case .finding(let finding): result.append(.finding(finding))
            case .settledMTU(let mtu): result.append(.settledMTU(mtu))
            case .response(let response, _): result += take(response, at: now)
            case .malformedResponse(let finding, _):
                result += end(.failed(.violation(finding))) + startNext(at: now)
            case .notified(let items): result += items.map { .notified($0.handle, $0.value) }
            case .indicated(let handle, let value):
                result.append(.indicated(handle, value))
                if confirmsIndications { result += sendConfirmation(at: now) }
            case .request, .malformedRequest, .command, .confirmed: result += serve(effect, at: now)
            case .dead(let death): result += die(death)
            }
        }
        return result
    }

    private mutating func take(_ response: ATTPDU, at now: Instant) -> [GATTClientEffect] {
        guard let id = running?.id, var procedure = running?.procedure else { return [] }
        let step =
            if case .errorResponse(_, let handle, let code) = response {
                procedure.receive(error: code, on: handle)
            } else {
                procedure.receive(response, mtu: bearer.mtu)
            }
        running = (id, procedure)
        return carryOut(step, of: id, at: now) + startNext(at: now)
    }

    private mutating func serve(_ effect: ATTBearerEffect, at now: Instant) -> [GATTClientEffect] {
        guard answersRequests, let reply = responder.react(to: effect, mtu: bearer.mtu, ownMTU: bearer.ownMTU)
        else { return [] }
        var effects: [GATTClientEffect] = []
        if let response = reply.response, let sent = try? bearer.send(response, at: now) {
            effects += carryOut(sent, at: now)
        }
        return effects + reply.events.map { .served($0) } + reply.findings.map { .finding($0) }
    }

    private mutating func die(_ death: ATTBearerFailure) -> [GATTClientEffect] {
        var effects = end(.failed(.timedOut))
        effects += waiting.map { .completed($0.id, .failed(.notSent(.dead(death)))) }
        waiting = []
        return effects + [.dead(death)]
    }
}
