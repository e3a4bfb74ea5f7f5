public import ApplicationServices
public import Ground

/// An action of the person at a screen, or of the screen's app.
public enum ScreenAct: Hashable, Codable, Sendable {
    /// Open the picker for a service, offering these platforms.
    case openPicker(service: ServiceIdentifier, platforms: [CompanionPlatform])
    /// Choose the device listed under this name, as soon as it appears.
    case pick(name: String)
    /// Leave the picker, or withdraw an invitation.
    case leavePicker
    /// End the connection, whatever its state.
    case cancel
    /// Agree if the app asks whether to reconnect after ECONNABORTED; an app that does not ask ignores it.
    case goOn
    /// Have the app send `times` frames with this type and payload, `apart` from each other.
    case send(type: UInt32, payload: [UInt8], times: Int, apart: Lapse)
}

/// A disturbance of the packets between a screen and the companions.
public enum NetworkDisturbance: Hashable, Codable, Sendable {
    /// Each packet is delayed by this much, one way.
    case delayed(by: Lapse)
    /// This many packets in a thousand are lost; TCP retransmits them.
    case losing(permille: Int)
    /// This many packets in a thousand arrive after the next one.
    case reordering(permille: Int)
    /// Nothing passes, and everything plugged into the network sees the link go down.
    case cableOut
    /// Every packet is lost without any notice: no goodbye is sent, and no query answered.
    case silence
    /// A second cable joins other interfaces with different addresses. A simulated network has a single path and does
    /// not change.
    case secondCable
    /// No device has an address of this kind. A simulated network has no addresses and does not change.
    case withoutIPv4
    case withoutIPv6
}
