import ApplicationServices
import Ground

/// The possible states of one companion at a line of a scenario, at a conforming screen.
///
/// Everything the earlier lines do not rule out is possible. Only what stays impossible is the scenario's own
/// mistake, for which a screen would otherwise be blamed (network.md, sections 0, 4 and 8.3).
struct CompanionAbstractState {
    /// A stage of a companion, from being advertised to playing a game.
    enum Stage: CaseIterable {
        case offered
        /// A screen's connection to the companion's agent is up, and the screen requests the app.
        case invited
        case prompted, allowed, refused, launched, listening
        /// The screen received the go-ahead to connect, and the app gets its connection next.
        case granted
        case connected, parked, acknowledged
        /// The app is back from the background, where one of its connections ended.
        case returned
        /// Packets stopped passing while it was connected.
        case broken
    }

    let setup: CompanionSetup
    /// Every stage that may have been reached by this line.
    private(set) var possible: Set<Stage> = []

    /// Names it may have by now, in addition to the one in its setup.
    private(set) var otherNames: [String] = []
    /// Whether the companion is advertised. If false and `leftAt` is nil, it was not advertised from the start.
    private(set) var isOffered: Bool
    private(set) var leftAt: SourceSpot?
    private(set) var isInstalled: Bool
    private(set) var uninstalledAt: SourceSpot?
    private(set) var foreignSince: SourceSpot?
    private(set) var pathLostAt: SourceSpot?
    /// The line that sent the app to the background, until a line brings it back.
    private(set) var awaySince: SourceSpot?
    /// The line that ended the app, if its system does not relaunch it.
    private(set) var deadSince: SourceSpot?
    private(set) var hasView: Bool
    private(set) var hasPlayed = false
    /// Whether anything can have kept the app from a connection.
    private(set) var wasInterrupted = false
    private(set) var wasInBackground = false
    /// Whether anything can have brought the app back from the background.
    private(set) var wasBroughtBack = false
    /// Whether packets stopped passing in the network for a while.
    private(set) var wasCut = false
    /// Whether the app was launched, or was already running for another reason, so that a connection need not wait
    /// for it.
    private(set) var wasLaunched = false
    private(set) var wasStarted = false
    /// Whether a screen may reconnect by itself, which it does only after ECONNABORTED.
    private(set) var mayReturn = false
    /// The number of times it was chosen.
    private(set) var choices = 0

    init(_ setup: CompanionSetup) {
        self.setup = setup
        (isOffered, isInstalled) = (setup.isOffered, setup.isInstalled)
        hasView = setup.listenerDelay != nil
    }

    private var system: CompanionSystem { setup.system ?? CompanionSystem() }

    mutating func note(_ stage: Stage) { possible.insert(stage) }

    /// Records a choice, which brings the app to the foreground.
    mutating func noteChoice() {
        choices += 1
        if wasInBackground { wasBroughtBack = true }
    }

    /// Records a connection that broke, and not because of the companion.
    mutating func noteBreak() { (mayReturn, wasCut) = (true, true) }

    /// Records that the app has a connection, and so is running in the foreground.
    mutating func noteConnected() { (awaySince, deadSince) = (nil, nil) }

    /// Applies an act. In lanes, which are played side by side, only what becomes possible counts.
    mutating func perform(_ act: CompanionAct, isInLane: Bool, _ spot: SourceSpot) {
        allow(act)
        if !isInLane { forbid(act, spot) }
    }

    private mutating func allow(_ act: CompanionAct) {
        switch act {
        case .offer: (isOffered, leftAt) = (true, nil)
        case .install: (isInstalled, uninstalledAt) = (true, nil)
        case .launch:
            (wasLaunched, wasStarted, deadSince) = (true, true, nil)
        case .showView: (wasStarted, hasView) = (true, true)
        case .resume:
            (wasStarted, awaySince) = (true, nil)
            if wasInBackground { wasBroughtBack = true }
        case .beItself: foreignSince = nil
        case .regainPath: pathLostAt = nil
        case .losePath, .quit: wasInterrupted = true
        case .background: (wasInterrupted, wasInBackground, mayReturn) = (true, true, true)
        case .kill:
            wasInterrupted = true
            if system.tellsKill { mayReturn = true }
        case .play: hasPlayed = true
        case .rename(let shown): otherNames.append(shown)
        case .leave, .uninstall, .impersonate, .send, .announce, .begin: break
        }
    }

    private mutating func forbid(_ act: CompanionAct, _ spot: SourceSpot) {
        switch act {
        case .leave: (isOffered, leftAt) = (false, spot)
        case .uninstall: (isInstalled, uninstalledAt, awaySince) = (false, spot, nil)
        case .impersonate: foreignSince = spot
        case .losePath: pathLostAt = spot
        case .background: awaySince = spot
        case .kill, .quit:
            awaySince = nil
            if !system.relaunchesKilled { deadSince = spot }
        case .offer, .install, .launch, .showView, .resume, .beItself, .regainPath, .play, .send, .announce,
            .begin, .rename:
            break
        }
    }
}

// Reasons why something cannot have happened yet: each without a full stop, or nil if it is possible.
extension CompanionAbstractState {
    private var name: CompanionName { setup.name }

    /// The reason the device cannot be found in the current state, or nil.
    var absence: String? {
        guard !isOffered else { return nil }
        let since = leftAt.map { ", which it left in line \($0.line)" } ?? ""
        return "\(name) is not on the network\(since): write Let(.\(name), .offer) first"
    }

    /// The reason a screen that compares certificates refuses the device in the current state, or nil.
    var strangeness: String? {
        foreignSince.map {
            "\(name) has shown a foreign certificate since line \($0.line), so no screen may connect to it: "
                + "write Let(.\(name), .beItself) first"
        }
    }

    /// The reason the app gets no connection in the current state, although it is installed and running; nil if it
    /// does.
    var exclusion: String? {
        if setup.connectionLimit == 0 { return "the app of \(name) takes no connection: its connectionLimit is 0" }
        return pathLostAt.map {
            "\(name) has kept its app off the network since line \($0.line): write Let(.\(name), .regainPath) first"
        }
    }

    /// The reason the app is missing in the current state, or nil.
    var missingApp: String? {
        guard !isInstalled else { return nil }
        let since = uninstalledAt.map { " since line \($0.line)" } ?? ""
        return "the app of \(name) is not installed\(since): write Let(.\(name), .install) first"
    }

    /// The reason a connection waits for the app in vain in the current state, or nil.
    var sleep: String? {
        if let since = awaySince {
            return "the app of \(name) has been in the background since line \(since.line): "
                + "write Let(.\(name), .resume) first"
        }
        return deadSince.map {
            "the app of \(name) ended in line \($0.line), and its system does not relaunch it: "
                + "write Let(.\(name), .launch) first"
        }
    }

    /// The reason the stage cannot have been reached by this line, or nil. `choice` is the reason the app cannot have
    /// been requested.
    func obstacle(to stage: Stage, choice: String?) -> String? {
        guard !possible.contains(stage) else { return nil }
        func before(_ other: Stage) -> String? { obstacle(to: other, choice: choice) }
        switch stage {
        case .offered: return absence
        case .invited: return choice ?? absence ?? strangeness
        case .prompted: return before(.invited) ?? business
        case .allowed: return before(.prompted) ?? answer(.allows)
        case .refused: return before(.prompted) ?? answer(.refuses)
        case .launched: return (wasLaunched ? nil : before(.allowed)) ?? missingApp
        case .listening: return before(.launched) ?? unseenView
        case .granted: return before(.allowed) ?? before(.listening) ?? impatience
        case .connected: return before(.granted) ?? exclusion
        case .parked:
            if let reason = before(.granted) { return reason }
            return wasInterrupted
                ? nil : "the app of \(name) never goes away before this line: write Let(.\(name), .background)"
        case .returned: return before(.connected) ?? stay
        case .broken:
            if let reason = before(.connected) { return reason }
            return wasCut ? nil : "packets always pass: write Troubling(.silence) { ... } first"
        case .acknowledged:
            if let reason = before(.connected) { return reason }
            return hasPlayed
                ? nil : "the app of \(name) makes no move before this line: write Let(.\(name), .play(...))"
        }
    }

    private var business: String? {
        setup.connectionLimit == 0 && system.refusesWhileBusy
            ? "the app of \(name) takes no connection, and its system says that it is busy: its connectionLimit is 0"
            : nil
    }

    private func answer(_ wanted: ConsentPolicy.Answer) -> String? {
        switch setup.consent.answer {
        case wanted: nil
        case .allows: "the user of \(name) allows it: write consent: ConsentPolicy(.refuses)"
        case .refuses: "the user of \(name) refuses"
        case .neverAnswers: "the user of \(name) never answers"
        }
    }

    /// The reason the app cannot have come back from the background, or nil.
    private var stay: String? {
        guard wasInBackground else {
            return "the app of \(name) never goes to the background before this line: write Let(.\(name), .background)"
        }
        return wasBroughtBack
            ? nil : "the app of \(name) never comes back before this line: write Let(.\(name), .resume)"
    }

    private var unseenView: String? {
        hasView ? nil : "the app of \(name) listens only in a view: write Let(.\(name), .showView) first"
    }

    /// The reason the only choice fails because the app, not started before, listens too late; nil if it does not. A
    /// second choice finds the app listening.
    private var impatience: String? {
        guard let delay = setup.listenerDelay, !wasStarted, choices < 2,
            system.listenerPatience < setup.launchDelay + delay
        else { return nil }
        return "the app of \(name) listens \(setup.launchDelay + delay) after the user's answer, and its system "
            + "waits only \(system.listenerPatience)"
    }
}

extension CompanionOutcome {
    /// The stage a companion must reach for the outcome. A connection that ends need not have been ready.
    var stage: CompanionAbstractState.Stage {
        switch self {
        case .offered: .offered
        case .reached, .invited: .invited
        case .prompted: .prompted
        case .allowed: .allowed
        case .refused: .refused
        case .launched: .launched
        case .listening: .listening
        case .parked: .parked
        case .closed, .connectRequested: .granted
        case .connected, .frame, .moveLost, .moveDoubled, .failed(.reset), .failed(.endOfStream), .failed(.badMessage),
            .failed(.security):
            .connected
        case .resumed, .failed(.aborted): .returned
        case .failed(.timedOut): .broken
        case .acknowledged: .acknowledged
        }
    }
}
