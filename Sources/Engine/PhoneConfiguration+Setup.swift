import Ground
import Phone
import RigKit
import ScenarioKit

extension PhoneConfiguration {
    /// The phone that a scenario asks for, and that knows the data channels of the accessories on the rig.
    init(_ setup: PhoneSetup, on rig: Rig) {
        self.init(
            nearby: NearbySettings(
                retry: setup.retry, suspension: setup.suspension, shareable: setup.shareable,
                rangingTimeout: setup.rangingTimeout,
                endsWithLink: setup.link.endsSessionWithLink, extendedDistance: setup.extendedDistance),
            system: SystemSettings(setup),
            zones: setup.zones, features: setup.features,
            smoothingWindow: setup.smoothing.window, confirmations: setup.smoothing.confirmations,
            channel: setup.link, ownChannels: rig.ownChannels, onNetwork: rig.onNetwork,
            tags: TagSettings(setup))
    }
}

extension SystemSettings {
    fileprivate init(_ setup: PhoneSetup) {
        self.init(
            version: setup.system, permission: setup.permission,
            hasPurposeString: setup.hasPurposeString,
            capabilities: setup.capabilities,
            activeSessionsLimit: setup.activeSessionsLimit,
            extendedDistanceSessionsLimit: setup.extendedDistanceSessionsLimit, runningLimit: setup.runningLimit,
            suspensionLimit: setup.suspensionLimit, backgroundModes: setup.backgroundModes)
    }
}
