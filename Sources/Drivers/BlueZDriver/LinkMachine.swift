import Glibc
import Ground
import Links

/// The life cycle of the link to one accessory, as the phone's side drives it through the kernel.
///
/// An accessory identified by name or service, or by an address of unknown kind, is first found by discovery; one
/// with a known address is connected to directly, because the kernel itself waits for its advertisement. An ATT
/// socket is then connected without blocking; failures that are common on the air (HCI 0x3E) are retried until the
/// time limit. An established link is ended by the management's Disconnect, and its socket is closed only after
/// Device Disconnected: otherwise the kernel keeps the link for two seconds and the next connect reuses it. A lost
/// link is reported by both the socket and the management; the machine waits for both in order to determine the
/// reason (facts/bluez.md, 1.3, 1.6, 8).
struct LinkMachine: Hashable, Sendable {
    enum Event: Hashable, Sendable {
        case connect(within: Lapse)
        case find(within: Lapse)
        case disconnect
        case heard(Advertisement, connectable: Bool)
        /// The management reported that the link is up, with the advertisement that led to it.
        case linkUp(Advertisement)
        /// The kernel immediately refused to connect.
        case refused(Int32)
        /// Connecting completed with 0 for success, or an error number.
        case connectEnded(Int32)
        /// The socket reported the end of the link.
        case lost(Int32)
        /// The management reported the end of the link.
        case linkDown(DisconnectCause)
        case keys(KeyEvent)
        case adapterLost(RigFault)
    }

    /// An event that concerns the link's encryption and does not change its state.
    enum KeyEvent: Hashable, Sendable {
        case pair
        case forget
        /// The kernel created a key for the device.
        case made(LinkSecurity, BluetoothAddress)
        case pairingEnded(ManagementStatus)
        /// The kernel requests confirmation of a pairing.
        case confirmationRequested
        case authenticationFailed(ManagementStatus)
        /// The kernel now uses the device's identity address.
        case identified(BluetoothAddress)
    }

    enum Effect: Hashable, Sendable {
        case post(BluetoothEvent)
        case fault(RigFault)
        /// Start connecting an ATT socket; the kernel itself should give up only after `limit`.
        case openSocket(BluetoothAddress, limit: Lapse)
        /// Pass on the frames received, then close; while connecting, this also cancels.
        case closeSocket
        /// Ask the management to end the link.
        case endLink(BluetoothAddress)
        case pair(BluetoothAddress)
        case unpair(BluetoothAddress)
    }

    /// The maximum time between the two reports of a link's end.
    static let reportsApart = Lapse.milliseconds(100)
    /// The maximum time between the end of its links and the adapter's own disappearance.
    static let adapterTrails = Lapse.milliseconds(500)
    /// The maximum time the kernel takes to end a link.
    static let endingLimit = Lapse.seconds(3)
    /// The pause before a connection is retried.
    static let retryPause = Lapse.milliseconds(100)
    /// The maximum number of other devices' names kept for the error message.
    static let namesBound = 8

    let selector: AccessorySelector
    /// The adapter's name, for messages.
    let adapter: String
    private(set) var state = State.idle
    private(set) var keys = LinkKeys()

    init(selector: AccessorySelector, adapter: String) {
        self.selector = selector
        self.adapter = adapter
    }

    var wantsDiscovery: Bool {
        if case .searching = state { true } else { false }
    }

    /// The device that a management report must concern to be relevant to this link.
    var address: BluetoothAddress? {
        switch state {
        case .idle, .searching, .failed: nil
        case .abandoned(let address), .connected(let address): address
        case .connecting(let attempt), .pausing(let attempt, _): attempt.address
        case .ending(let ending): ending.address
        case .losing(let loss): loss.address
        }
    }

    /// The next instant at which `advance` has work to do.
    var deadline: Instant? { [keys.deadline, stateDeadline].compactMap(\.self).min() }

    private var stateDeadline: Instant? {
        switch state {
        case .idle, .abandoned, .connected, .failed: nil
        case .searching(let search): search.until
        case .connecting(let attempt): attempt.until
        case .pausing(let attempt, let until): min(attempt.until, until)
        case .ending(let ending): ending.until
        case .losing(let loss): loss.until
        }
    }

    mutating func receive(_ event: Event, at now: Instant) -> [Effect] {
        if case .adapterLost(let fault) = event { return fail(fault) }
        if case .keys(let event) = event { return receive(event, at: now) }
        let (next, effects) = transition(event, now)
        return move(to: next, effects)
    }

    private mutating func receive(_ event: KeyEvent, at now: Instant) -> [Effect] {
        switch event {
        case .pair: return perform(keys.pair())
        case .forget: return perform(keys.forget())
        case .made(let security, let address):
            keys.receive(security, for: address, at: now)
            return []
        case .confirmationRequested: return perform(keys.confirmationRequested())
        case .authenticationFailed(let status): return perform(keys.authenticationFailed(status))
        case .pairingEnded(let status): return perform(keys.pairingEnded(status, at: now))
        case .identified(let identity):
            if let address { keys.identify(address, as: identity) }
            state = state.identified(as: identity)
            return []
        }
    }

    /// Changes the state and notifies the keys of the link's beginning or end.
    private mutating func move(to next: State, _ effects: [Effect]) -> [Effect] {
        let wasConnected = state.isConnected
        state = next
        if case .connected(let address) = next, !wasConnected { return effects + perform(keys.linkBegan(address)) }
        if wasConnected, !next.isConnected { keys.linkEnded() }
        return effects
    }

    private func perform(_ effects: [LinkKeys.Effect]) -> [Effect] {
        effects.compactMap { effect in
            switch effect {
            case .pair: address.map { .pair($0) }
            case .unpair(let address): .unpair(address)
            case .post(let event): .post(event)
            }
        }
    }

    mutating func advance(to now: Instant) -> [Effect] {
        let told = perform(keys.advance(to: now))
        guard let stateDeadline, stateDeadline <= now else { return told }
        let (next, effects) = timePassed(now)
        return told + move(to: next, effects)
    }

    private mutating func fail(_ fault: RigFault) -> [Effect] {
        if case .failed = state { return [] }
        keys.linkEnded()
        state = .failed(fault)
        return [.closeSocket, .fault(fault)]
    }
}

extension LinkMachine {
    enum State: Hashable, Sendable {
        case idle
        case searching(Search)
        case connecting(Attempt)
        case pausing(Attempt, until: Instant)
        /// Connecting was cancelled at the last moment, when the link may still have been established.
        case abandoned(BluetoothAddress)
        case connected(BluetoothAddress)
        case ending(Ending)
        case losing(Loss)
        case failed(RigFault)
    }

    struct Search: Hashable, Sendable {
        var until: Instant
        var limit: Lapse
        /// Whether to connect after finding the accessory.
        var connects = true
        /// The names of other devices, at most `namesBound`.
        var others: [String] = []
    }

    struct Attempt: Hashable, Sendable {
        var address: BluetoothAddress
        var until: Instant
        var limit: Lapse
        /// The error numbers of earlier attempts.
        var earlier: [Int32] = []
    }

    struct Ending: Hashable, Sendable {
        var address: BluetoothAddress
        var until: Instant
        /// The socket's error number; 0 if there is none yet.
        var code: Int32 = 0
        /// Whether the link was ever reported as connected.
        var isReported: Bool
        /// The time limit of a connection requested in the meantime, to be made after the end.
        var next: Lapse?
    }

    struct Loss: Hashable, Sendable {
        var address: BluetoothAddress
        var until: Instant
        var code: Int32?
        var cause: DisconnectCause?
    }
}

extension LinkMachine.State {
    fileprivate var isConnected: Bool {
        if case .connected = self { true } else { false }
    }

    /// Returns the state with a resolvable address replaced by the identity address.
    fileprivate func identified(as identity: BluetoothAddress) -> LinkMachine.State {
        switch self {
        case .connected: return .connected(identity)
        case .ending(var ending):
            ending.address = identity
            return .ending(ending)
        case .losing(var loss):
            loss.address = identity
            return .losing(loss)
        case .idle, .searching, .connecting, .pausing, .abandoned, .failed: return self
        }
    }
}
