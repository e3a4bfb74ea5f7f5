import ScenarioKit

extension PhoneSetup {
    /// The phone of the conformance suite: it never retries, so that failures show immediately.
    static let strict = strict()

    /// Returns the phone with other settings.
    static func strict(
        mtu: Int? = nil, pairs: Bool = true, retry: RetryPolicy = .never, rangingTimeout: Lapse = .seconds(8),
        suspension: SuspensionPolicy = .stopAndInitialize, permission: NearbyPermission = .allowed,
        hasPurposeString: Bool = true,
        sharing shareable: ShareableSetup = .standard, backgroundModes: Bool = false, activeSessionsLimit: Int? = nil
    ) -> PhoneSetup {
        PhoneSetup(
            retry: retry, rangingTimeout: rangingTimeout, suspension: suspension, shareable: shareable,
            link: LinkSetup(mtu: mtu, pairs: pairs), permission: permission, hasPurposeString: hasPurposeString,
            backgroundModes: backgroundModes,
            activeSessionsLimit: activeSessionsLimit)
    }
}
