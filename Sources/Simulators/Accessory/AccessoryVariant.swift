public import Ground
public import NearbyInteraction

/// Whose firmware a simulated accessory behaves like: each is healthy, and they differ where the vendors do.
///
/// The differences are those of the fact sheet (nearby-interaction.md, sections 1.1, 1.4, 2.4 and 3.4), as far as a
/// phone can live with them.
public enum AccessoryVariant: String, Codable, Hashable, Sendable, CaseIterable {
    /// Qorvo's QANI from 3.0 on: its own service, and a session that initialize ends.
    case qorvo
    /// NXP's demo: Nordic UART, a UWB chip that boots with the connection, a session that initialize leaves alone.
    case nxp
    /// What most hobby and shield firmwares are: Apple's sample protocol on Nordic UART.
    case appleSample

    public var profile: DataChannelProfile {
        switch self {
        case .qorvo: .qorvoQNIS
        case .nxp, .appleSample: .nordicUART
        }
    }

    /// Its own part in ranging.
    public var role: RangingRole {
        switch self {
        case .qorvo: .initiator
        case .nxp, .appleSample: .responder
        }
    }

    public var version: UWBVersion { .v11 }

    public var advertisedName: String {
        switch self {
        case .qorvo: "DWM3001CDK (1A2B3C4D)"
        case .nxp: "NXP_SR150"
        case .appleSample: "Accessory"
        }
    }

    /// The largest ATT_MTU that it accepts.
    public var ownMTU: UInt16 {
        switch self {
        case .qorvo: 131
        case .nxp, .appleSample: 247
        }
    }

    /// From configureAndStart to the word that UWB started.
    public var startDelay: Span {
        switch self {
        case .qorvo: .milliseconds(45)
        case .nxp: .milliseconds(80)
        case .appleSample: .milliseconds(30)
        }
    }
}
