public import Ground

/// The screen's side of application services: it picks a device, connects, and reconnects when the app there returns.
///
/// An invitation has its own transport, and so does every connection (network.md, section 8.3). After
/// ECONNABORTED, and nothing else, a new connection is made to the same endpoint; it remains `preparing` until the
/// app is resumed (section 0, points 16 to 18).
public struct ServiceScreen: Sendable {
    struct Invitation: Sendable {
        let transport: TransportID
        let device: CompanionDevice
        let service: ServiceIdentifier
        var stream = ControlStream()
        let limit: Instant?
    }

    struct Open: Sendable {
        var connection: ServiceConnection
        let endpoint: ServiceEndpoint
        var transport: TransportID?
        var stream = ControlStream()
        /// The instant by which the connection must be ready; nil once it was, or without a limit.
        var limit: Instant?
    }

    public let policy: ScreenPolicy
    public internal(set) var picker: DevicePicker
    var invitation: Invitation?
    var open: [Open] = []
    private var log = TransitionLog(.screen)
    private var isPathUp = true
    private var transports = 0

    public init(policy: ScreenPolicy = ScreenPolicy(), picker: DevicePicker = DevicePicker()) {
        self.policy = policy
        self.picker = picker
    }

    /// The connections that have not ended.
    public var connections: [(object: ServiceObject, state: ConnectionState)] {
        open.map { ($0.connection.object, $0.connection.state) }
    }

    /// The next instant at which `timePasses` has work to do.
    public var deadline: Instant? { ([invitation?.limit] + open.map(\.limit)).compactMap(\.self).min() }

    public mutating func receive(_ input: ScreenInput, at now: Instant) -> [ScreenEffect] {
        let passed = advance(to: now)
        switch input {
        case .picker(let input): return passed + tellPicker(input, at: now)
        case .connect(let endpoint):
            return passed + connect(to: endpoint, with: policy.connectionParameters, at: now)
        case .connectWith(let parameters, let endpoint):
            return passed + connect(to: endpoint, with: parameters, at: now)
        case .cancel: return passed + tellAll(.cancel(.orderly), at: now)
        case .send(let frame):
            guard let object = sending else { return passed + [.unsent(frame)] }
            return passed + tell(object, .send(frame), at: now)
        case .sendBytes(let bytes):
            guard let object = sending else { return passed }
            return passed + tell(object, .sendBytes(bytes), at: now)
        case .path(let isUp):
            isPathUp = isUp
            return passed + tellAll(.path(isUp: isUp), at: now)
        case .opened(let id): return passed + receiveOpened(id, at: now)
        case .received(let id, let bytes): return passed + receive(bytes, on: id, at: now)
        case .ended(let id, let end): return passed + receiveEnd(of: id, end, at: now)
        case .timePasses: return passed
        }
    }

    /// The connection the app sends on: the newest ready one, or else the newest.
    private var sending: ServiceObject? {
        (open.last { $0.connection.state == .ready } ?? open.last)?.connection.object
    }

    private mutating func advance(to now: Instant) -> [ScreenEffect] {
        var effects: [ScreenEffect] = []
        if let limit = invitation?.limit, limit <= now { effects += endInvitation(.timedOut, at: now) }
        for late in open where late.limit.map({ $0 <= now }) == true {
            effects += tell(late.connection.object, .limit, at: now)
        }
        return effects
    }

    mutating func newTransport() -> TransportID {
        transports += 1
        return TransportID(transports)
    }

    // MARK: Connections

    private mutating func connect(
        to endpoint: ServiceEndpoint, with parameters: ServiceParameters, at now: Instant
    ) -> [ScreenEffect] {
        let object = log.object(.connection)
        open.append(
            Open(
                connection: ServiceConnection(
                    object, token: endpoint.token, digest: parameters.digest, isPathUp: isPathUp,
                    longestFrame: policy.longestFrame),
                endpoint: endpoint, transport: nil, limit: policy.preparationLimit.map { now + $0 }))
        return [.transition(log.note(object, .setup, at: now))] + tell(object, .start, at: now)
    }

    private mutating func tellAll(_ input: ServiceConnection.Input, at now: Instant) -> [ScreenEffect] {
        open.map(\.connection.object).flatMap { tell($0, input, at: now) }
    }

    /// Passes an input to a connection and performs its effects; a new connection may follow its end.
    mutating func tell(
        _ object: ServiceObject, _ input: ServiceConnection.Input, at now: Instant
    ) -> [ScreenEffect] {
        guard let index = open.firstIndex(where: { $0.connection.object == object }) else { return [] }
        let wanted = open[index].connection.receive(input)
        var effects = wanted.flatMap { carryOut($0, at: index, now) }
        switch open[index].connection.state {
        case .failed(let failure):
            let endpoint = open[index].endpoint
            let left = open[index].connection.receive(.cancel(.reset))
            effects += left.flatMap { carryOut($0, at: index, now) }
            open.remove(at: index)
            if reconnects(behind: failure) {
                effects += connect(to: endpoint, with: policy.connectionParameters, at: now)
            }
        case .cancelled: open.remove(at: index)
        case .ready: open[index].limit = nil
        case .setup, .waiting, .preparing: break
        }
        return effects
    }

    private func reconnects(behind failure: ConnectionFailure) -> Bool {
        switch policy.reconnection {
        case .afterAbort: failure == .aborted
        case .afterAnyFailure: true
        case .never: false
        }
    }

    private mutating func carryOut(
        _ effect: ServiceConnection.Effect, at index: Int, _ now: Instant
    ) -> [ScreenEffect] {
        let object = open[index].connection.object
        switch effect {
        case .open:
            let id = newTransport()
            open[index].transport = id
            open[index].stream = ControlStream()
            return [.open(id, device: open[index].endpoint.device)]
        case .send(let message): return open[index].transport.map { [.send($0, message.encoded)] } ?? []
        case .close(let how):
            guard let id = open[index].transport else { return [] }
            open[index].transport = nil
            return [.close(id, how)]
        case .hello: return [.hello(object)]
        case .parked: return [.parked(object)]
        case .state(let state): return [.transition(log.note(object, state, at: now))]
        case .frame(let frame): return [.frame(object, frame)]
        case .unsent(let frame): return [.unsent(frame)]
        case .finding(let finding): return [.finding(finding)]
        }
    }
}
