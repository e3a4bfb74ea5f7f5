/// What the app writes when its session is suspended, and when the suspension ends.
public enum SuspensionPolicy: String, Codable, Hashable, Sendable, CaseIterable {
    /// Apple's sample app: stop, and afterwards a full cycle from initialize.
    case stopAndInitialize
    /// Stop, and afterwards a new shareable configuration without an initialize.
    case rerun
    /// Nothing at all: the accessory ranges on by itself, and afterwards waits for what the app is told to do.
    case silent
}
