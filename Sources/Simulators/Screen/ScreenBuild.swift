public import ApplicationServices
import Ground

/// How a simulated screen is built.
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

/// What a simulated screen wants of the network.
public enum ScreenWish: Hashable, Sendable {
    /// Open a transport to the agent that is known under this name.
    case open(TransportID, device: String)
    case send(TransportID, [UInt8])
    case close(TransportID, TransportClose)
    /// Say in TLS that the agent's certificate is not the one that was expected.
    case refuse(TransportID)
    /// Nothing of the network: what happened, for whoever looks at the screen.
    case tell(ScreenEffect)
    /// Print a line on the screen's console.
    case print(String)
}

extension ScreenWish {
    /// What is seen of it at the screen or on the wire; nil for a line of the console.
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
