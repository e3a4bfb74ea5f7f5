import Ground

/// A companion device as a screen discovers it: its agent's instance name and record.
public struct CompanionDevice: Hashable, Sendable {
    public let name: String
    public let record: AgentRecord

    public init(_ name: String, _ record: AgentRecord) {
        self.name = name
        self.record = record
    }
}

/// The target of a connection: a service of a device, by name only, so that each connection resolves it again.
public struct ServiceEndpoint: Hashable, Sendable {
    public let device: String
    public let service: ServiceIdentifier
    public let token: ServiceToken
}

/// The result of a picker that ended without an endpoint. It is unverified which of these an app can distinguish
/// (section 3).
public enum PickerEnd: Hashable, Sendable {
    /// The TV cannot show a picker; the app has its own view for that.
    case unsupported
    /// The user dismissed the picker.
    case dismissed
    case denied
    /// The App Store was offered.
    case notInstalled
    case noListener
    case busy
    /// The screen's own time limit expired.
    case timedOut
    case failed(ConnectionFailure)
}

/// The system's picker on a screen. It offers suitable devices, and the app sees nothing before the choice (section
/// 3).
public struct DevicePicker: Hashable, Sendable {
    public enum Input: Hashable, Sendable {
        case found(CompanionDevice)
        case lost(name: String)
        case open(ServiceIdentifier, [CompanionPlatform])
        case choose(name: String)
        case dismiss
        /// The answers of the chosen device's agent.
        case granted(ServiceToken)
        case refused(PickerEnd)
    }

    public enum Effect: Hashable, Sendable {
        /// The current list, in order of discovery.
        case offered([CompanionDevice])
        case invite(CompanionDevice, ServiceIdentifier)
        case picked(ServiceEndpoint)
        case ended(PickerEnd)
    }

    enum State: Hashable {
        case closed
        case open(ServiceIdentifier, [CompanionPlatform])
        case inviting(CompanionDevice, ServiceIdentifier)
    }

    /// The maximum number of listed devices; others are ignored.
    public static let deviceLimit = 64

    public let isSupported: Bool
    /// Whether to offer a device whose record lacks the service, in order to offer the App Store. Unverified: section
    /// 8.1.
    public let offersWithoutService: Bool
    private(set) var state = State.closed
    private var devices: [CompanionDevice] = []

    public init(isSupported: Bool = true, offersWithoutService: Bool = false) {
        self.isSupported = isSupported
        self.offersWithoutService = offersWithoutService
    }

    public mutating func receive(_ input: Input) -> [Effect] {
        switch (state, input) {
        case (_, .found(let device)):
            return change { devices in
                if let place = devices.firstIndex(where: { $0.name == device.name }) {
                    devices[place] = device
                } else if devices.count < Self.deviceLimit {
                    devices.append(device)
                }
            }
        case (_, .lost(let name)): return change { $0.removeAll { $0.name == name } }
        case (.closed, .open(let service, let platforms)):
            guard isSupported else { return [.ended(.unsupported)] }
            state = .open(service, platforms)
            return [.offered(offered)]
        case (.open(let service, _), .choose(let name)):
            guard let device = offered.first(where: { $0.name == name }) else { return [] }
            state = .inviting(device, service)
            return [.invite(device, service)]
        case (.open, .dismiss), (.inviting, .dismiss): return end(.dismissed)
        case (.inviting(let device, let service), .granted(let token)):
            state = .closed
            return [.picked(ServiceEndpoint(device: device.name, service: service, token: token))]
        case (.inviting, .refused(let why)): return end(why)
        case (.closed, _), (.open, _), (.inviting, _): return []  // what makes no difference now
        }
    }

    private mutating func end(_ why: PickerEnd) -> [Effect] {
        state = .closed
        return [.ended(why)]
    }

    private mutating func change(_ body: (inout [CompanionDevice]) -> Void) -> [Effect] {
        let before = offered
        body(&devices)
        guard case .open = state, offered != before else { return [] }
        return [.offered(offered)]
    }

    private var offered: [CompanionDevice] {
        guard case .open(let service, let platforms) = state else { return [] }
        return devices.filter {
            platforms.contains($0.record.platform) && (offersWithoutService || $0.record.services.contains(service))
        }
    }
}
