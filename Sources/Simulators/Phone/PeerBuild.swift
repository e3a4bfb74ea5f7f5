import Phone
public import Vocabulary

/// The build of another, simulated phone.
public struct PeerBuild: Hashable, Sendable {
    public var system: SystemVersion
    public var permission: PermissionSetting
    /// The generation of its tokens.
    public var generation: UInt8
    public var advertisedName: String
    public var defects: Set<PeerDefect>

    public init(
        system: SystemVersion = .iOS17, permission: PermissionSetting = .allowed,
        generation: UInt8 = DiscoveryToken.generation, advertisedName: String? = nil, defects: Set<PeerDefect> = []
    ) {
        self.system = system
        self.permission = permission
        self.generation = generation
        self.advertisedName = advertisedName ?? "Phone"
        self.defects = defects
    }

    func has(_ defect: PeerDefect) -> Bool { defects.contains(defect) }

    var settings: NearbySettings {
        // It retries without limit, so a peer that comes back into reach is measured again.
        NearbySettings(
            retry: RetryPolicy(attempts: nil), answersTokens: true, sharesDistances: !has(.tellsNothing))
    }

    var systemSettings: SystemSettings { SystemSettings(version: system, permission: permission.permission) }
}
