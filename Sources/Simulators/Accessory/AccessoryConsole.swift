import Ground
import Links
import NearbyInteraction

/// The lines an accessory prints on its serial console, in the format of its vendor.
struct AccessoryConsole: Sendable {
    enum Event: Hashable, Sendable {
        case booted
        case connected
        case disconnected
        case paired
        case initialized(ShortAddress)
        case started(session: UInt32)
        case stopped
        /// Data of the phone, of this many bytes, that cannot be used or came too early.
        case dropped(Int)
        /// A message with an unknown id.
        case ignored(UInt8)
        /// A message of this many bytes did not fit one packet.
        case unsent(Int)
        /// An error although it ranges.
        case complaint
        /// The distance of a round, with the number of the round; `isRaw` if the firmware prints a smaller unit than
        /// it claims.
        case measured(centimetres: Int, round: Int, isRaw: Bool)
        /// The app reported a zone.
        case zone(UInt8, isInside: Bool)
    }

    let variant: AccessoryVariant

    /// Returns the boot banner of a firmware on Zephyr with its version.
    static func banner(_ version: String) -> String { "*** Booting accessory v\(version) ***" }

    func line(_ event: Event) -> String {
        if case .measured(let centimetres, let round, let isRaw) = event {
            return distance(centimetres, round, isRaw)
        }
        return switch variant {
        case .qorvo: "[NI] " + Self.qorvo(event)
        case .nxp: "UWBIOT: " + Self.nxp(event)
        case .appleSample: Self.sample(event)
        }
    }

    /// Returns the line of a round in the vendor's format (uwb.md, section 4.5).
    ///
    /// NXP's is unverified, and the sample's is made up.
    private func distance(_ centimetres: Int, _ round: Int, _ isRaw: Bool) -> String {
        switch variant {
        case .qorvo:
            "{\"Block\":\(round), \"results\":[{\"Addr\":\"0x0001\",\"Status\":\"Ok\",\"D_cm\":"
                + "\(isRaw ? centimetres * 10 : centimetres)}]}"
        case .nxp: "UWBIOT: TWR[0].distance : \(isRaw ? centimetres * 10 : centimetres)"
        case .appleSample:
            "Ranging: distance \(isRaw ? "\(centimetres)" : decimal(Double(centimetres) / 100, places: 2)) m"
        }
    }

    private static func zone(_ number: UInt8, _ isInside: Bool) -> String {
        "zone \(number) \(isInside ? "entered" : "left")"
    }

    private static func qorvo(_ event: Event) -> String {
        switch event {
        case .booted: "QANI started, advertising"
        case .connected: "BLE connected"
        case .disconnected: "BLE disconnected, advertising"
        case .paired: "BLE paired"
        case .initialized(let address): "accessory configuration sent, MAC \(address)"
        case .started(let session): "UWB started, session \(session.hexadecimal)"
        case .stopped: "UWB stopped"
        case .dropped(let count): "shareable configuration of \(count) bytes dropped"
        case .ignored(let id): "message \(id.hexadecimal) ignored"
        case .unsent(let count): "notification of \(count) bytes does not fit ATT_MTU"
        case .complaint: "ERROR: TWR status ERR"
        case .measured: ""
        case .zone(let number, let isInside): zone(number, isInside)
        }
    }

    private static func nxp(_ event: Event) -> String {
        switch event {
        case .booted: "boot done"
        case .connected: "QPPS connected, UWB device init"
        case .disconnected: "QPPS disconnected, UWB device deinit"
        case .paired: "pairing complete"
        case .initialized(let address): "DeviceConfig sent, MAC \(address)"
        case .started(let session): "UWB started, sessionId \(session.hexadecimal)"
        case .stopped: "UWB stopped"
        case .dropped(let count): "ShareableData of \(count) bytes not accepted"
        case .ignored(let id): "command \(id.hexadecimal) not handled"
        case .unsent(let count): "TX of \(count) bytes exceeds MTU"
        case .complaint: "ERROR: ranging ntf status 0x21"
        case .measured: ""
        case .zone(let number, let isInside): zone(number, isInside)
        }
    }

    private static func sample(_ event: Event) -> String {
        switch event {
        case .booted: "Accessory ready"
        case .connected: "Phone connected"
        case .disconnected: "Phone disconnected"
        case .paired: "Phone paired"
        case .initialized(let address): "Initialize: configuration sent, MAC \(address)"
        case .started(let session): "UWB started, session \(session.hexadecimal)"
        case .stopped: "UWB stopped"
        case .dropped(let count): "Configure: \(count) bytes dropped"
        case .ignored(let id): "Unknown message \(id.hexadecimal)"
        case .unsent(let count): "Message of \(count) bytes not sent: MTU"
        case .complaint: "ERROR: UWB start returned -5"
        case .measured: ""
        case .zone(let number, let isInside): zone(number, isInside)
        }
    }
}
