/// Why the system holds a session up; the suspension ends when no cause is left.
public struct SuspensionCauses: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The app is in the background.
    public static let background = SuspensionCauses(rawValue: 1)
    /// The phone is locked.
    public static let lock = SuspensionCauses(rawValue: 2)
    /// A call, another app, or any other reason of the system's own.
    public static let system = SuspensionCauses(rawValue: 4)

    /// Those that hold up a session with this configuration.
    func affecting(_ configuration: NIConfiguration) -> SuspensionCauses {
        configuration.isForBackground ? intersection(.system) : self
    }
}
