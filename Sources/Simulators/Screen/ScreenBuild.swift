public import ApplicationServices
import Ground

/// The build of a simulated screen.
public struct ScreenBuild: Hashable, Sendable {
    public var defects: Set<ScreenDefect>

    public init(defects: Set<ScreenDefect> = []) { self.defects = defects }

    func has(_ defect: ScreenDefect) -> Bool { defects.contains(defect) }

    var policy: ScreenPolicy {
        var policy = ScreenPolicy()
        if has(.retriesOnAnyError) { policy.reconnection = .afterAnyFailure }
        if has(.neverReconnects) || has(.opensPickerAgain) || has(.asksToGoOn) { policy.reconnection = .never }
        if has(.givesUpPreparing) { policy.preparationLimit = .seconds(5) }
        if has(.waitsForEver) { policy.invitationLimit = nil }
        if has(.unboundedFrame) { policy.longestFrame = Int(UInt32.max) }
        if has(.usesOtherParameters) { policy.connectionParameters.framer = nil }
        return policy
    }
}

/// A request of a simulated screen to the network.
public enum ScreenRequest: Hashable, Sendable {
    /// Open a transport to the agent known by this name.
    case open(TransportID, device: String)
    case send(TransportID, [UInt8])
    case close(TransportID, TransportClose)
    /// Report in TLS that the agent's certificate is not the expected one.
    case refuse(TransportID)
    /// Not for the network: an event for an observer of the screen.
    case tell(ScreenEffect)
    /// Print a line on the screen's console.
    case print(String)
}

extension ScreenRequest {
    /// The effect as seen at the screen or on the network; nil for a line of the console.
    public var seen: ScreenEffect? {
        switch self {
        case .open(let id, let device): .open(id, device: device)
        case .send(let id, let bytes): .send(id, bytes)
        case .close(let id, let how): .close(id, how)
        case .refuse(let id): .close(id, .reset)
        case .tell(let effect): effect
        case .print: nil
        }
    }
}
