public import Ground

/// One connection of an application service, on either side: its states, and its frames in `data` messages.
///
/// A screen's connection opens a transport, presents its token, and is ready only after `hello`: under TLS 1.3 its
/// handshake completes before the other side has accepted anything (network.md, section 8.2). A companion's
/// connection starts with an existing transport and is ready once it sends hello. It reads no clock: its owner
/// enforces the limits.
public struct ServiceConnection: Sendable {
    public enum Input: Hashable, Sendable {
        case start
        /// The local network went down or came up.
        case path(isUp: Bool)
        /// The screen's transport is up, including TLS.
        case opened
        /// The companion's app accepts the connection.
        case accept
        case message(ControlMessage)
        /// The received bytes are malformed.
        case malformed
        case ended(TransportEnd)
        /// The owner's time limit expired.
        case limit
        case send(ServiceFrame)
        /// Bytes that need not form frames; they are discarded unless the connection is ready.
        case sendBytes([UInt8])
        /// The companion's app goes to the background; the connection is frozen until `resume`.
        case suspend(AbortReason)
        case resume
        case cancel(TransportClose)
    }

    public enum Effect: Hashable, Sendable {
        /// Open a transport to the endpoint's current address.
        case open
        case send(ControlMessage)
        case close(TransportClose)
        /// The agent's hello was received or sent; the state `ready` follows.
        case hello
        /// The agent is holding the connection until the app returns.
        case parked
        case state(ConnectionState)
        case frame(ServiceFrame)
        /// A frame that could not be sent because the connection was not ready.
        case unsent(ServiceFrame)
        case finding(Finding)
    }

    public let object: ServiceObject
    public private(set) var state = ConnectionState.setup
    /// The credentials a screen presents once its transport is up.
    private let token: ServiceToken
    private let digest: ParametersDigest
    private var framer: ServiceFramer
    private var isPathUp: Bool
    private var hasTransport = false
    private var isSuspended = false

    public init(
        _ object: ServiceObject, token: ServiceToken, digest: ParametersDigest, isPathUp: Bool = true,
        longestFrame: Int = ServiceFramer.defaultLongest
    ) {
        self.object = object
        self.token = token
        self.digest = digest
        self.isPathUp = isPathUp
        framer = ServiceFramer(longest: longestFrame)
    }

    public mutating func receive(_ input: Input) -> [Effect] {
        switch input {
        case .start: return start()
        case .path(let isUp): return receivePath(isUp)
        case .opened:
            guard state == .preparing, object.side == .screen else { return [] }
            hasTransport = true
            return [.send(.connect(token, digest))]
        case .accept:
            guard state == .preparing, object.side == .companion else { return [] }
            return [.send(.hello), .hello] + move(to: .ready)
        case .message(let message): return isOver ? [] : receive(message)
        case .malformed: return isOver ? [] : fail(.badMessage, close: .reset)
        case .ended(let end): return isOver ? [] : fail(end.failure, close: nil)
        case .limit: return isOver ? [] : fail(.timedOut, close: .reset)
        case .send(let frame): return send(frame)
        case .sendBytes(let bytes):
            return state == .ready && !isSuspended ? ControlMessage.data(of: bytes).map { .send($0) } : []
        case .suspend(let reason): return suspend(reason)
        case .resume:
            guard isSuspended else { return [] }
            isSuspended = false
            return isOver ? [] : fail(.aborted, close: nil)
        case .cancel(let how): return cancel(how)
        }
    }

    /// Whether it failed, was cancelled, or will fail once the app returns.
    private var isOver: Bool { state.kind == .failed || state.kind == .cancelled || isSuspended }

    private mutating func move(to next: ConnectionState) -> [Effect] {
        state = next
        return [.state(next)]
    }

    private mutating func start() -> [Effect] {
        guard state == .setup else { return [] }
        guard object.side == .screen else {
            hasTransport = true
            return move(to: .preparing)
        }
        return isPathUp ? move(to: .preparing) + [.open] : move(to: .waiting(.networkDown))
    }

    private mutating func receivePath(_ isUp: Bool) -> [Effect] {
        isPathUp = isUp
        switch (state, isUp) {
        case (.preparing, false):
            hasTransport = false
            return [.close(.reset)] + move(to: .waiting(.networkDown))
        case (.waiting, true): return move(to: .preparing) + [.open]
        // A ready connection is affected only when its transport ends.
        default: return []
        }
    }

    private mutating func receive(_ message: ControlMessage) -> [Effect] {
        switch (message, object.side, state) {
        case (.hello, .screen, .preparing) where hasTransport: return [.hello] + move(to: .ready)
        case (.parked, .screen, .preparing) where hasTransport: return [.parked]
        case (.aborted, .screen, .preparing), (.aborted, .screen, .ready): return fail(.aborted, close: .reset)
        case (.busy, .screen, .preparing): return fail(.reset, close: .reset)
        case (.refused(let refusal), .screen, .preparing): return fail(.refused(reason: refusal), close: .reset)
        case (.data(let bytes), _, .ready): return receive(bytes)
        default:
            let meaning = "\(message) came while \(object) was \(state)"
            return [.finding(Finding("services.outOfOrder", .fault, meaning))] + fail(.badMessage, close: .reset)
        }
    }

    private mutating func receive(_ bytes: [UInt8]) -> [Effect] {
        let effects = framer.receive(bytes).map(Self.effect)
        return framer.isBroken ? effects + fail(.badMessage, close: .reset) : effects
    }

    private static func effect(_ output: ServiceFramer.Output) -> Effect {
        switch output {
        case .frame(let frame): .frame(frame)
        case .finding(let finding): .finding(finding)
        }
    }

    private mutating func fail(_ failure: ConnectionFailure, close: TransportClose?) -> [Effect] {
        let left = framer.finish().map(Self.effect)
        let closing = (hasTransport ? close : nil).map { [Effect.close($0)] } ?? []
        hasTransport = false
        return left + closing + move(to: .failed(failure))
    }

    private mutating func send(_ frame: ServiceFrame) -> [Effect] {
        guard state == .ready, !isSuspended else { return [.unsent(frame)] }
        return ControlMessage.data(of: frame.encoded).map { .send($0) }
    }

    /// Notifies the other side and resets; the app learns about it on its return.
    private mutating func suspend(_ reason: AbortReason) -> [Effect] {
        guard !isOver else { return [] }
        isSuspended = true
        hasTransport = false
        return [.send(.aborted(reason)), .close(.reset)]
    }

    private mutating func cancel(_ how: TransportClose) -> [Effect] {
        guard state != .cancelled else { return [] }
        let closing: [Effect] = hasTransport || state == .preparing ? [.close(how)] : []
        hasTransport = false
        isSuspended = false
        return closing + move(to: .cancelled)
    }
}
