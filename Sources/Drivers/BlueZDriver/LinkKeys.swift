import Ground
import Links

/// The phone's key for one accessory, and how far encrypting its link has gone.
///
/// The kernel holds the key itself; here is only what must be known to use it: which device it is for, and how it was
/// made. A link to that device is encrypted from its beginning. For one without a key the management pairs, and tells
/// the new key before the end of the pairing (facts/bluez.md, 1.5 and 2).
struct LinkKeys: Hashable, Sendable {
    enum Effect: Hashable, Sendable {
        case pair
        case unpair(BluetoothAddress)
        case post(BluetoothEvent)
    }

    private enum Pairing: Hashable, Sendable {
        case none
        case begun
        /// The accessory began it: no answer will say that it has ended.
        case begunByAccessory
        /// It has ended well for the phone; the accessory is yet to get the last of the keys.
        case settling(until: Instant)
    }

    /// How long the last keys may take: a link that ends before has the accessory throw its key away.
    static let settlingTime = Span.milliseconds(100)

    private struct Key: Hashable, Sendable {
        var address: BluetoothAddress
        var security: LinkSecurity
    }

    private var key: Key?
    /// The link is encrypted with this.
    private var security: LinkSecurity?
    private var pairing = Pairing.none
    private var hasLink = false

    /// Whether a link to the device is encrypted with a key from earlier.
    func holds(_ address: BluetoothAddress) -> Bool { key?.address == address }

    /// A link is up; one to a device with a key is encrypted already, or its socket would not be connected.
    mutating func linkBegan(_ address: BluetoothAddress) -> [Effect] {
        self = LinkKeys(key: key, hasLink: true)
        guard let key, key.address == address else { return [] }
        let stored = LinkSecurity(
            isSecureConnections: key.security.isSecureConnections, isBonded: true, keySize: key.security.keySize)
        security = stored
        return [.post(.encrypted(stored))]
    }

    mutating func linkEnded() { self = LinkKeys(key: key, hasLink: false) }

    mutating func pair() -> [Effect] {
        guard hasLink, pairing == .none else { return [] }
        if let security { return [.post(.encrypted(security))] }
        pairing = .begun
        return [.pair]
    }

    mutating func forget() -> [Effect] {
        defer { key = nil }
        return key.map { [.unpair($0.address)] } ?? []
    }

    /// The kernel has a new key for the device of this link.
    mutating func receive(_ made: LinkSecurity, for address: BluetoothAddress, at now: Instant) {
        key = Key(address: address, security: made)
        if hasLink, security == nil, pairing == .none || pairing == .begunByAccessory {
            pairing = .settling(until: now + Self.settlingTime)
        }
    }

    /// The kernel asks whether to pair with the device of this link: where nobody asked for that, the accessory did.
    mutating func confirmationRequested() -> [Effect] {
        guard hasLink, security == nil, pairing == .none else { return [] }
        pairing = .begunByAccessory
        return [.post(.pairingBegan)]
    }

    /// The kernel gave pairing up; where the phone began it, an answer says so, too.
    mutating func authenticationFailed(_ status: ManagementStatus) -> [Effect] {
        guard pairing == .begunByAccessory else { return [] }
        pairing = .none
        return [.post(.pairingFailed("the kernel reports: \(status)"))]
    }

    mutating func pairingEnded(_ status: ManagementStatus, at now: Instant) -> [Effect] {
        guard pairing == .begun else { return [] }
        guard status == .success else {
            pairing = .none
            return [.post(.pairingFailed("the kernel reports: \(status)"))]
        }
        pairing = .settling(until: now + Self.settlingTime)
        return []
    }

    /// When `advance(to:)` has something to do.
    var deadline: Instant? {
        switch pairing {
        case .none, .begun, .begunByAccessory: nil
        case .settling(let until): until
        }
    }

    mutating func advance(to now: Instant) -> [Effect] {
        guard let deadline, deadline <= now else { return [] }
        pairing = .none
        let made = key?.security ?? LinkSecurity(isSecureConnections: false, isBonded: false)
        security = made
        return [.post(.encrypted(made))]
    }

    /// What was a resolvable address is known as the device's own.
    mutating func identify(_ resolvable: BluetoothAddress, as identity: BluetoothAddress) {
        if key?.address == resolvable { key?.address = identity }
    }
}

extension LinkKeys {
    private init(key: Key?, hasLink: Bool) {
        self.init()
        self.key = key
        self.hasLink = hasLink
    }
}
