public import Ground

/// A GATT server on one link: the accessory's side.
///
/// Every request is answered, from stored values, in the call that receives it. The client's actions are reported as
/// events, on which the owner decides how to react. The bearer is dead once an indication goes unconfirmed for 30 s.
/// Core Specification, volume 3, parts F and G; bluez.md, sections 4.1 to 4.3.
public struct GATTServer: Sendable {
    /// Whether an oversized value is silently truncated instead of refused: a common accessory bug.
    public var truncatesNotifications = false
    /// Whether requests are answered; if false, the client must give up the link after 30 s.
    public var answersRequests = true
    /// The attributes, the encryption state and the client's subscriptions.
    public var responder: GATTResponder

    private var bearer: ATTBearer

    /// Creates a server with services that have no `ServiceDefinition.problems(in:)`.
    public init(ownMTU: UInt16, services: [ServiceDefinition]) {
        bearer = ATTBearer(ownMTU: ownMTU)
        responder = GATTResponder(services: services)
    }

    /// The ATT_MTU of the link.
    public var mtu: UInt16 { bearer.mtu }
    /// The next instant at which `advance(to:)` must be called.
    public var deadline: Instant? { bearer.deadline }
    public var isDead: Bool { bearer.death != nil }
    /// Whether the link is currently encrypted.
    public var isEncrypted: Bool {
        get { responder.isEncrypted }
        set { responder.isEncrypted = newValue }
    }

    /// Resets the server for the next connection. Values are kept; a bonded client's subscriptions may be.
    public mutating func linkLost(keepingSubscriptions: Bool = false) {
        bearer = ATTBearer(ownMTU: bearer.ownMTU)
        responder.forgetClient(keepingSubscriptions: keepingSubscriptions)
    }

    /// Takes one PDU from the link.
    public mutating func receive(_ frame: [UInt8], at now: Instant) -> [GATTServerEffect] {
        carryOut(bearer.receive(frame, at: now), at: now)
    }

    /// Advances the time to `now`.
    public mutating func advance(to now: Instant) -> [GATTServerEffect] {
        carryOut(bearer.advance(to: now), at: now)
    }

    /// Notifies the client of a value of at most ATT_MTU - 3 bytes; `handle` is the characteristic's value handle.
    public mutating func notify(
        _ handle: AttributeHandle, _ value: [UInt8], at now: Instant
    ) throws(GATTRefusal) -> [GATTServerEffect] {
        try tell(handle, value, as: .notifications, at: now)
    }

    /// Indicates a value once all earlier ones are confirmed; ends with `confirmed`.
    public mutating func indicate(
        _ handle: AttributeHandle, _ value: [UInt8], at now: Instant
    ) throws(GATTRefusal) -> [GATTServerEffect] {
        try tell(handle, value, as: .indications, at: now)
    }

    /// Starts an MTU exchange, as some accessories do; ends with `settledMTU`.
    public mutating func exchangeMTU(at now: Instant) throws(ATTRefusal) -> [GATTServerEffect] {
        carryOut(try bearer.send(.exchangeMTURequest(bearer.ownMTU), at: now), at: now)
    }

    private mutating func tell(
        _ handle: AttributeHandle, _ value: [UInt8], as kind: Subscription, at now: Instant
    ) throws(GATTRefusal) -> [GATTServerEffect] {
        let pdu = try responder.telling(
            handle, value, as: kind, mtu: bearer.mtu, truncates: truncatesNotifications)
        do { return carryOut(try bearer.send(pdu, at: now), at: now) } catch { throw .bearer(error) }
    }

    private mutating func carryOut(_ effects: [ATTBearerEffect], at now: Instant) -> [GATTServerEffect] {
        var result: [GATTServerEffect] = []
        for effect in effects {
            switch effect {
            case .send(let bytes): result.append(.send(bytes))
            case .finding(let finding): result.append(.finding(finding))
            case .settledMTU(let mtu): result.append(.settledMTU(mtu))
            case .confirmed(let handle): result.append(.confirmed(handle))
            case .dead(let death): result.append(.dead(death))
            case .response, .malformedResponse: break  // only an MTU exchange is asked for, and the bearer settles it
            case .notified(let items): result += items.map { .finding(Self.misplaced($0.handle, "notification")) }
            case .indicated(let handle, _):
                result.append(.finding(Self.misplaced(handle, "indication")))
                if let sent = try? bearer.send(.confirmation, at: now) { result += carryOut(sent, at: now) }
            case .request, .malformedRequest, .command: result += serve(effect, at: now)
            }
        }
        return result
    }

    private mutating func serve(_ effect: ATTBearerEffect, at now: Instant) -> [GATTServerEffect] {
        guard answersRequests, let reply = responder.react(to: effect, mtu: bearer.mtu, ownMTU: bearer.ownMTU)
        else { return [] }
        var effects: [GATTServerEffect] = []
        if let response = reply.response, let sent = try? bearer.send(response, at: now) {
            effects += carryOut(sent, at: now)
        }
        return effects + reply.events.map { .event($0) } + reply.findings.map { .finding($0) }
    }

    private static func misplaced(_ handle: AttributeHandle, _ what: String) -> Finding {
        Finding("gatt.request", .note, "a \(what) of \(handle) from the client is not used")
    }
}
