import Glibc
import Ground
import Links

/// The life of the link to one accessory, as the phone's side drives it through the kernel.
///
/// An accessory that is known by name or service, or by an address of unknown kind, is first searched by discovery; one
/// that is known by address is connected to directly, because the kernel waits for its advertisement itself. An ATT
/// socket is then connected without blocking; failures that are common on the air (HCI 0x3E) are tried again until the
/// time is over. A link that is up is ended by the management's Disconnect, and its socket is closed only when Device
/// Disconnected has come: else the kernel keeps the link for two seconds and the next connect gets the same one. A link
/// that is lost shows twice, on the socket and in the management; both are waited for, so that the reason is known
/// (facts/bluez.md, 1.3, 1.6, 8).
struct LinkMachine: Hashable, Sendable {
    enum Event: Hashable, Sendable {
        case connect(within: Span)
        case find(within: Span)
        case disconnect
        case heard(Advertisement, connectable: Bool)
        /// The management says that the link is up, with the advertisement that led to it.
        case linkUp(Advertisement)
        /// The kernel refused at once to begin connecting.
        case refused(Int32)
        /// Connecting ended: 0 for success, or an error number.
        case connectEnded(Int32)
        /// The socket reported the end of the link.
        case lost(Int32)
        /// The management reported the end of the link.
        case linkDown(DisconnectCause)
        case keys(KeyEvent)
        case adapterLost(RigFault)
    }

    /// What concerns the link's encryption and leaves its state as it is.
    enum KeyEvent: Hashable, Sendable {
        case pair
        case forget
        /// The kernel made a key for the device.
        case made(LinkSecurity, BluetoothAddress)
        case pairingEnded(ManagementStatus)
        /// The kernel asks whether to pair.
        case confirmationRequested
        case authenticationFailed(ManagementStatus)
        /// The kernel knows the device by its own address from now on.
        case identified(BluetoothAddress)
    }

    enum Effect: Hashable, Sendable {
        case post(BluetoothEvent)
        case fault(RigFault)
        /// Begin connecting an ATT socket; the kernel itself should give up only after the span.
        case openSocket(BluetoothAddress, limit: Span)
        /// Hand over what was received and close; while connecting this also cancels.
        case closeSocket
        /// Ask the management to end the link.
        case endLink(BluetoothAddress)
        case pair(BluetoothAddress)
        case unpair(BluetoothAddress)
    }

    /// How long the two reports of a link's end may be apart.
    static let reportsApart = Span.milliseconds(100)
    /// How long the adapter's own disappearance may trail the end of its links.
    static let adapterTrails = Span.milliseconds(500)
    /// How long the kernel may take to end a link.
    static let endingLimit = Span.seconds(3)
    /// The pause before connecting is tried again.
    static let retryPause = Span.milliseconds(100)
    /// How many names of other devices are kept for the error message.
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

    /// The device that the management's reports must be about to concern this link.
    var address: BluetoothAddress? {
        switch state {
        case .idle, .searching, .failed: nil
        case .abandoned(let address), .connected(let address): address
        case .connecting(let attempt), .pausing(let attempt, _): attempt.address
        case .ending(let ending): ending.address
        case .losing(let loss): loss.address
        }
    }

    /// When `advance` has something to do.
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

    /// Changes the state and lets the keys know what became of the link.
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
        /// Connecting was cancelled at the last moment, when the link may still have come up.
        case abandoned(BluetoothAddress)
        case connected(BluetoothAddress)
        case ending(Ending)
        case losing(Loss)
        case failed(RigFault)
    }

    struct Search: Hashable, Sendable {
        var until: Instant
        var limit: Span
        /// False when hearing it is all that is wanted.
        var connects = true
        /// What other devices are called, at most `namesBound`.
        var others: [String] = []
    }

    struct Attempt: Hashable, Sendable {
        var address: BluetoothAddress
        var until: Instant
        var limit: Span
        /// What the earlier attempts ended with.
        var earlier: [Int32] = []
    }

    struct Ending: Hashable, Sendable {
        var address: BluetoothAddress
        var until: Instant
        /// What the socket reported, 0 for nothing so far.
        var code: Int32 = 0
        /// False when the link was never reported as connected.
        var isReported: Bool
        /// The connect that waits for the end.
        var next: Span?
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

    /// The same with the device's own address in the place of a resolvable one.
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
