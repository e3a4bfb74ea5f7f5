import Ground
import Links

/// The phone's key for one accessory, and the progress of encrypting its link.
///
/// The kernel holds the key itself; this type has only what is required to use it: the device it belongs to, and how
/// it was made. A link to that device is encrypted from the beginning. For a device without a key the management
/// pairs, and reports the new key before the end of the pairing (facts/bluez.md, 1.5 and 2).
struct LinkKeys: Hashable, Sendable {
    enum Effect: Hashable, Sendable {
        case pair
        case unpair(BluetoothAddress)
        case post(BluetoothEvent)
    }

    private enum Pairing: Hashable, Sendable {
        case none
        case begun
        /// The accessory started pairing, so no answer will report its end.
        case begunByAccessory
        /// Pairing succeeded for the phone; the accessory has yet to receive the last of the keys.
        case settling(until: Instant)
    }

    /// The time allowed for the last keys: if a link ends earlier, the accessory discards its key.
    static let settlingTime = Lapse.milliseconds(100)

    private struct Key: Hashable, Sendable {
        var address: BluetoothAddress
        var security: LinkSecurity
    }

    private var key: Key?
    /// The security of the encrypted link.
    private var security: LinkSecurity?
    private var pairing = Pairing.none
    private var hasLink = false

    /// Returns whether a link to the device is encrypted with an earlier key.
    func holds(_ address: BluetoothAddress) -> Bool { key?.address == address }

    /// Records that a link is up. One to a device with a key is already encrypted, or its socket would not be
    /// connected.
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

    /// Records the kernel's new key for the device of this link.
    mutating func receive(_ made: LinkSecurity, for address: BluetoothAddress, at now: Instant) {
        key = Key(address: address, security: made)
        if hasLink, security == nil, pairing == .none || pairing == .begunByAccessory {
            pairing = .settling(until: now + Self.settlingTime)
        }
    }

    /// Handles the kernel's request to confirm pairing with the device of this link. If the phone did not start it,
    /// the accessory did.
    mutating func confirmationRequested() -> [Effect] {
        guard hasLink, security == nil, pairing == .none else { return [] }
        pairing = .begunByAccessory
        return [.post(.pairingBegan)]
    }

    /// Handles a failed pairing; if the phone started it, an answer reports the failure as well.
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

    /// The next instant at which `advance(to:)` has work to do.
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

    /// Replaces a resolvable address by the device's identity address.
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
