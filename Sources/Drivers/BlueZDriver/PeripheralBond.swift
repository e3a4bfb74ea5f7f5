import Ground
import Links

/// What an accessory's side knows of its keys and of its link's encryption.
///
/// The kernel tells when it makes a key, and nothing when it uses one: then only the socket knows.
struct PeripheralBond: Sendable {
    var acceptsPairing = true
    private var phones: [(address: BluetoothAddress, security: LinkSecurity)] = []
    private var phone: BluetoothAddress?
    private var isEncrypted = false
    /// The phone pairs on this link, and its key is yet to be told.
    private var isPairing = false
    /// The key that was made on this link.
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

    /// The phones whose keys are to be dropped.
    mutating func forget() -> [BluetoothAddress] {
        defer { phones = [] }
        return phones.map(\.address)
    }

    /// How the link is encrypted, told once; `keySize` is what its socket says, nil while it is not.
    mutating func check(keySize: () -> Int?) -> LinkSecurity? {
        guard !isEncrypted, !isPairing, let size = keySize() else { return nil }
        isEncrypted = true
        if let made { return made }
        // Pairing encrypts before its key is told, so a phone without a key is new.
        guard let stored = phones.first(where: { $0.address == phone })?.security else {
            return LinkSecurity(isSecureConnections: true, isBonded: false, keySize: size)
        }
        return LinkSecurity(isSecureConnections: stored.isSecureConnections, isBonded: true, keySize: size)
    }
}
