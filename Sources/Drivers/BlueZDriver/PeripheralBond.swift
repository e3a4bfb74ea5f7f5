import Ground
import Links

/// The accessory side's knowledge of its keys and its link's encryption.
///
/// The kernel reports when it creates a key, but not when it uses one: then only the socket reveals it.
struct PeripheralBond: Sendable {
    var acceptsPairing = true
    private var phones: [(address: BluetoothAddress, security: LinkSecurity)] = []
    private var phone: BluetoothAddress?
    private var isEncrypted = false
    /// Whether the phone is pairing on this link, and its key has not yet been reported.
    private var isPairing = false
    /// The key created on this link.
    private var made: LinkSecurity?

    mutating func linkBegan(with phone: BluetoothAddress) {
        self.phone = phone
        isEncrypted = false
        isPairing = false
        made = nil
    }

    mutating func pairingBegan() { isPairing = true }

    mutating func keyMade(_ security: LinkSecurity, for phone: BluetoothAddress) {
        phones.removeAll { $0.address == phone }
        phones.append((phone, security))
        made = security
        isPairing = false
    }

    /// Forgets all phones, and returns those whose keys must be deleted.
    mutating func forget() -> [BluetoothAddress] {
        defer { phones = [] }
        return phones.map(\.address)
    }

    /// Returns the link's security, once; `keySize` queries the socket, and is nil while the link is not encrypted.
    mutating func check(keySize: () -> Int?) -> LinkSecurity? {
        guard !isEncrypted, !isPairing, let size = keySize() else { return nil }
        isEncrypted = true
        if let made { return made }
        // Pairing encrypts the link before its key is reported, so a phone without a key is new.
        guard let stored = phones.first(where: { $0.address == phone })?.security else {
            return LinkSecurity(isSecureConnections: true, isBonded: false, keySize: size)
        }
        return LinkSecurity(isSecureConnections: stored.isSecureConnections, isBonded: true, keySize: size)
    }
}
