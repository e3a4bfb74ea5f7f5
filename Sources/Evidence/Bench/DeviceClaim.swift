/// A device that a command needs exclusively, by a name that is the same on every rig with that device.
public struct DeviceClaim: Hashable, Comparable, Sendable {
    /// The name, which is also shown to people: `hci0`, `/dev/ttyUSB0`.
    public let name: String
    /// Whether others may hold the same claim: the name is then that of a kind of device, and the device itself is
    /// claimed by its own name.
    public let isShared: Bool

    public init(_ name: String, isShared: Bool = false) { (self.name, self.isShared) = (name, isShared) }

    public static func < (one: DeviceClaim, other: DeviceClaim) -> Bool {
        (one.name, one.isShared ? 1 : 0) < (other.name, other.isShared ? 1 : 0)
    }

    /// Returns each device once, exclusively if any of the claims is exclusive; always in the same order.
    static func merged(_ claims: [DeviceClaim]) -> [DeviceClaim] {
        claims.sorted().reduce(into: []) { if $0.last?.name != $1.name { $0.append($1) } }
    }
}
