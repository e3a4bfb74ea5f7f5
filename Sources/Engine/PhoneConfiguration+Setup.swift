import Ground
import NearbyInteraction
import Phone
import ScenarioKit
import TagRouting

extension PhoneConfiguration {
    /// The phone that a scenario asks for.
    init(_ setup: PhoneSetup) {
        let cycle: RetryRule.Cycle =
            switch setup.retry.cycle {
            case .full: .full
            case .cachedConfiguration: .cachedConfiguration
            }
        let retry = RetryRule(
            attempts: setup.retry.attempts, onlyOnTimeout: setup.retry.onlyOnTimeout, cycle: cycle,
            backOff: setup.retry.backOff)
        self.init(
            nearby: NearbySettings(retry: retry, rangingTimeout: setup.rangingTimeout),
            zones: setup.zones.map { ZoneRule(name: $0.name, radius: $0.radius, hysteresis: $0.hysteresis) },
            smoothingWindow: setup.smoothing.window, confirmations: setup.smoothing.confirmations,
            apps: setup.apps.map { app in
                RegisteredApp(
                    app.identifier, links: app.links.map { LinkPattern(host: $0.host, pathPrefix: $0.pathPrefix) })
            })
    }
}
