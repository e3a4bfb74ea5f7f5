import ApplicationServices
import Ground

/// What may have become of one companion by a line of a scenario, at a screen that keeps to the rules.
///
/// What the lines before do not rule out is possible: only what stays impossible is the scenario's own mistake, and a
/// screen would be blamed for it (network fact sheet, sections 0, 4 and 8.3).
struct CompanionPicture {
    /// What a companion comes to, on the way from its offer to a game.
    enum Stage: CaseIterable {
        case offered
        /// A screen's connection to its agent is up, and asks for the app.
        case invited
        case prompted, allowed, refused, launched, listening
        /// The screen was told to come, and the app is given its connection.
        case granted
        case connected, parked, acknowledged
        /// The app is back from the background in which a connection of its ended.
        case returned
        /// Nothing passed while it was connected.
        case broken
    }

    let setup: CompanionSetup
    /// All that may have happened by this line.
    private(set) var possible: Set<Stage> = []

    /// What it may be called by now besides its setup's name.
    private(set) var otherNames: [String] = []
    /// The line that took it off the network; `isOffered` is false from the start without one.
    private(set) var isOffered: Bool
    private(set) var leftAt: SourceSpot?
    private(set) var isInstalled: Bool
    private(set) var uninstalledAt: SourceSpot?
    private(set) var foreignSince: SourceSpot?
    private(set) var pathLostAt: SourceSpot?
    /// The line that sent the app away, while nothing has brought it back.
    private(set) var awaySince: SourceSpot?
    /// The line that ended the app, where its system does not launch it again.
    private(set) var deadSince: SourceSpot?
    private(set) var hasView: Bool
    private(set) var hasPlayed = false
    /// Whether anything can have kept the app from a connection.
    private(set) var wasInterrupted = false
    private(set) var wasInBackground = false
    /// Whether anything can have brought the app back from there.
    private(set) var wasBroughtBack = false
    /// Whether nothing passed in the network for a while.
    private(set) var wasCut = false
    /// Whether somebody launched the app, or had it run otherwise, so that nobody need wait for it.
    private(set) var wasLaunched = false
    private(set) var wasStarted = false
    /// Whether a screen may come again by itself, as it does behind ECONNABORTED and nothing else.
    private(set) var mayReturn = false
    /// How often somebody chose it.
    private(set) var choices = 0

    init(_ setup: CompanionSetup) {
        self.setup = setup
        (isOffered, isInstalled) = (setup.isOffered, setup.isInstalled)
        hasView = setup.listenerDelay != nil
    }

    private var system: CompanionSystem { setup.system ?? CompanionSystem() }

    mutating func note(_ stage: Stage) { possible.insert(stage) }

    /// Whoever chooses an app brings it to the front.
    mutating func noteChoice() {
        choices += 1
        if wasInBackground { wasBroughtBack = true }
    }

    /// A connection broke, and not by the companion's doing.
    mutating func noteBreak() { (mayReturn, wasCut) = (true, true) }

    /// The app has a connection: it runs, and is in front.
    mutating func noteConnected() { (awaySince, deadSince) = (nil, nil) }

    /// Somebody does something with it. In lanes that are played side by side only what becomes possible counts.
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

// Why something cannot have come about yet: a sentence without its full stop, nil for what is possible.
extension CompanionPicture {
    private var name: CompanionName { setup.name }

    /// Why the device cannot be met as things stand, whoever looks for it.
    var absence: String? {
        guard !isOffered else { return nil }
        let since = leftAt.map { ", which it left in line \($0.line)" } ?? ""
        return "\(name) is not in the network\(since): write Let(.\(name), .offer) before"
    }

    /// Why a screen that compares certificates does not talk to it as things stand.
    var strangeness: String? {
        foreignSince.map {
            "\(name) shows a foreign certificate since line \($0.line), and no screen may ask it: "
                + "write Let(.\(name), .beItself) before"
        }
    }

    /// Why the app gets no connection as things stand, though it is there and runs.
    var exclusion: String? {
        if setup.connectionLimit == 0 { return "the app of \(name) takes no connection: its connectionLimit is 0" }
        return pathLostAt.map {
            "\(name) keeps its app out of the network since line \($0.line): write Let(.\(name), .regainPath) before"
        }
    }

    /// Why the app is not there as things stand.
    var missingApp: String? {
        guard !isInstalled else { return nil }
        let since = uninstalledAt.map { " since line \($0.line)" } ?? ""
        return "the app of \(name) is not installed\(since): write Let(.\(name), .install) before"
    }

    /// Why a connection that waits for the app waits in vain as things stand.
    var sleep: String? {
        if let since = awaySince {
            return "the app of \(name) is in the background since line \(since.line): "
                + "write Let(.\(name), .resume) before"
        }
        return deadSince.map {
            "the app of \(name) ended in line \($0.line), and its system does not launch it again: "
                + "write Let(.\(name), .launch) before"
        }
    }

    /// Why it cannot have come so far by this line; `choice` says why nobody can have asked for its app.
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
            return wasCut ? nil : "something passes all the time: write Troubling(.silence) { ... } before"
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
        case .allows: "the person at \(name) allows it: write consent: ConsentPolicy(.refuses)"
        case .refuses: "the person at \(name) refuses"
        case .neverAnswers: "the person at \(name) never answers"
        }
    }

    /// Why the app cannot have come back from the background.
    private var stay: String? {
        guard wasInBackground else {
            return "the app of \(name) never goes to the background before this line: write Let(.\(name), .background)"
        }
        return wasBroughtBack
            ? nil : "the app of \(name) never comes back before this line: write Let(.\(name), .resume)"
    }

    private var unseenView: String? {
        hasView ? nil : "the app of \(name) listens in a view alone: write Let(.\(name), .showView) before"
    }

    /// An app that nobody had run listens too late for the only choice; a second choice finds it.
    private var impatience: String? {
        guard let delay = setup.listenerDelay, !wasStarted, choices < 2,
            system.listenerPatience < setup.launchDelay + delay
        else { return nil }
        return "the app of \(name) listens \(setup.launchDelay + delay) after the person's answer, and its system "
            + "waits \(system.listenerPatience) alone"
    }
}

extension CompanionOutcome {
    /// How far a companion must come for it; a connection that ends need not have been ready.
    var stage: CompanionPicture.Stage {
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
