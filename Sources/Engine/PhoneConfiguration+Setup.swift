import Ground
import Phone
import ScenarioKit

extension PhoneConfiguration {
    /// The phone that a scenario asks for.
    init(_ setup: PhoneSetup) {
        self.init(
            nearby: NearbySettings(
                retry: setup.retry, suspension: setup.suspension, shareable: setup.shareable,
                rangingTimeout: setup.rangingTimeout,
                endsWithLink: setup.link.endsSessionWithLink),
            system: SystemSettings(setup),
            zones: setup.zones, features: setup.features,
            smoothingWindow: setup.smoothing.window, confirmations: setup.smoothing.confirmations,
            channel: setup.link,
            tags: TagSettings(setup))
    }
}

extension SystemSettings {
    fileprivate init(_ setup: PhoneSetup) {
        self.init(
            version: setup.system, permission: setup.permission,
            hasPurposeString: setup.hasPurposeString,
            capabilities: setup.capabilities,
            activeSessionsLimit: setup.activeSessionsLimit, runningLimit: setup.runningLimit,
            suspensionLimit: setup.suspensionLimit, backgroundModes: setup.backgroundModes)
    }
}
