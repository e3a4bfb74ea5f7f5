public import Ground
import TagRouting

/// The life cycle of the apps: what the user, a tap and a launch do, and the effects on sessions.
extension Phone {
    /// Sends the app that holds the sessions to the background, or brings it back.
    public mutating func setBackground(_ isInBackground: Bool, at now: Instant) -> [PhoneEffect] {
        changeApps(at: now) { isInBackground ? $0.leaveForeground() : $0.showOwner() }
    }

    /// Quits the app that holds the sessions: its sessions, links and memory are gone.
    public mutating func quitApp(at now: Instant) -> [PhoneEffect] {
        delayed.removeAll { _ in true }
        for index in companions.indices { companions[index].startsWhenReady = false }
        var effects = carryOut(nearby.relaunch(at: now), at: now)
        for index in channels.indices { effects += carryOut(channels[index].disconnect(), for: index, at: now) }
        apps.quitOwner()
        return effects
    }

    /// Launches the app that holds the sessions, or brings it to the foreground.
    public mutating func launchApp(at now: Instant) -> [PhoneEffect] { setBackground(false, at: now) }

    /// Quits and relaunches the app, which is then in the foreground.
    public mutating func relaunchApp(at now: Instant) -> [PhoneEffect] { quitApp(at: now) + launchApp(at: now) }

    /// Brings the receiver of a tag's link to the foreground, launching it if it is not running (B11).
    mutating func show(_ target: RouteTarget, at now: Instant) -> [PhoneEffect] {
        switch target {
        case .app(let identifier, _): changeApps(at: now) { $0.show(identifier) }
        case .browser, .schemeHandler: changeApps(at: now) { $0.show(nil) }
        case .ignored, .unsupportedScheme, .noScheme, .noUsableData: []
        }
    }

    /// Changes the apps' states, and informs sessions whether their app is in the foreground.
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
