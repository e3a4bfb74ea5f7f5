import Ground
import Links
import Traces

/// What the capturing host saw of a connection: its own doing, or the peer's.
enum HostSide {
    enum Act: Sendable {
        case connected(BluetoothAddress)
        case disconnected(UInt8)
        case encrypted
        /// A PDU of ATT; the direction is the host's, nil where the capture does not tell.
        case pdu([UInt8], FrameDirection?)
    }

    enum Event {
        case inbound(Inbound)
        case outbound(Outbound)
    }
}
