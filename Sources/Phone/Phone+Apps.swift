public import Ground
import TagRouting

/// The life of the apps: what the user, a tap and a launch do to it, and what sessions make of that.
extension Phone {
    /// The app that holds the sessions goes to the background, or comes back.
    public mutating func setBackground(_ isInBackground: Bool, at now: Instant) -> [PhoneEffect] {
        changeApps(at: now) { isInBackground ? $0.leaveForeground() : $0.showOwner() }
    }

    /// The app that holds the sessions quits: sessions, links and all that it knew are gone.
    public mutating func quitApp(at now: Instant) -> [PhoneEffect] {
        delayed.removeAll { _ in true }
        for index in companions.indices { companions[index].startsWhenReady = false }
        var effects = carryOut(nearby.relaunch(at: now), at: now)
        for index in channels.indices { effects += carryOut(channels[index].disconnect(), for: index, at: now) }
        apps.quitOwner()
        return effects
    }

    /// The app that holds the sessions is started, or brought to the foreground.
    public mutating func launchApp(at now: Instant) -> [PhoneEffect] { setBackground(false, at: now) }

    /// The app quits and is started again: it is in the foreground.
    public mutating func relaunchApp(at now: Instant) -> [PhoneEffect] { quitApp(at: now) + launchApp(at: now) }

    /// Whatever gets a tag's link comes to the foreground, and is launched for it where it does not run (B11).
    mutating func show(_ target: RouteTarget, at now: Instant) -> [PhoneEffect] {
        switch target {
        case .app(let identifier, _): changeApps(at: now) { $0.show(identifier) }
        case .browser, .schemeHandler: changeApps(at: now) { $0.show(nil) }
        case .ignored, .unsupportedScheme, .noUsableData: []
        }
    }

    /// Sessions learn whether their app is in the foreground.
    private mutating func changeApps(at now: Instant, _ change: (inout AppStates) -> Void) -> [PhoneEffect] {
        let before = apps.owner
        change(&apps)
        switch apps.owner {
        case before, .notRunning: return []
        case .background: return carryOut(nearby.setBackground(true, at: now), at: now)
        case .foreground: return carryOut(nearby.setBackground(false, at: now), at: now)
        }
    }

    func notRunning(_ name: AccessoryName) -> [PhoneEffect] {
        let meaning = "no session was run: the app does not run"
        return [
            .event(.finding(link: channels[companion(name)].link, finding: Finding("session.notRun", .note, meaning)))
        ]
    }
}
