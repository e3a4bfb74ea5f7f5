public import ApplicationServices
public import Ground

/// What the person before a screen does, or has its app do.
public enum ScreenAct: Hashable, Codable, Sendable {
    /// Open the picker for a service, on these platforms.
    case openPicker(service: ServiceIdentifier, platforms: [CompanionPlatform])
    /// Choose the device that is listed under this name, as soon as it is.
    case pick(name: String)
    /// Leave the picker, or take an invitation back.
    case leavePicker
    /// End the connection, in whatever state it is.
    case cancel
    /// Say yes if the app asks whether to reconnect after ECONNABORTED; an app that does not ask ignores it.
    case goOn
    /// Have the app send so many frames with this type and payload, so far apart.
    case send(type: UInt32, payload: [UInt8], times: Int, apart: Span)
}

/// What happens to packets between a screen and the companions.
public enum NetworkTrouble: Hashable, Codable, Sendable {
    /// Each takes so much longer, one way.
    case delayed(by: Span)
    /// So many in a thousand are lost; TCP sends them again.
    case losing(permille: Int)
    /// So many in a thousand come behind the next one.
    case reordering(permille: Int)
    /// Nothing passes, and whoever has a plug in the network sees that.
    case cableOut
    /// Every packet is lost, and nobody is told: no goodbye is said, and no question answered.
    case silence
    /// There is another cable, from and to other interfaces with addresses of their own; a simulated network has one
    /// way, and is as it was.
    case secondCable
    /// Nobody has an address of this kind; a simulated network has no addresses, and is as it was.
    case withoutIPv4
    case withoutIPv6
}
