import Ground
import Links
import Traces

/// Bytes of the kit's line as UCI packets of link type 299.
enum KitView {
    /// Bytes that are exactly one UCI packet are shown; any others are in the record alone.
    static func show(_ bytes: [UInt8], _ direction: FrameDirection) -> FrameView.Shown? {
        FrameView.Shown(packet: bytes, linkType: .firaUCI, direction: direction, content: (0, nil))
    }
}
