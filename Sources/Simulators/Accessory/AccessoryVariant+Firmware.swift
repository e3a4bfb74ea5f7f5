public import Ground
public import Links
public import NearbyInteraction

extension AccessoryVariant {
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
