import ApplicationServices
import Ground

// Whether what is expected of companions can come about: who must be chosen for it, and what must be so there.
extension ScenarioCheck {
    /// A screen's person does something: what nobody can do is a problem of that line.
    mutating func follow(_ act: ScreenAct, at screen: ScreenName, _ spot: SourceSpot) {
        switch act {
        case .openPicker(let service, let platforms):
            let picker = ChoicePicture.Picker(screen: screen, service: service, platforms: platforms, spot: spot)
            if !choice.pickers.contains(picker) { choice.pickers.append(picker) }
        case .pick(let shown):
            if let told = mistake(in: shown, at: screen) { report(told, at: spot) }
            pick(shown, at: screen)
        case .leavePicker: if !isInLane { choice.close(screen, spot) }
        case .cancel, .goOn, .send: break
        }
        updateDevices()
    }

    /// Why a choice is none; nil without companions: whoever is chosen is another device in the network then.
    private func mistake(in shown: String, at screen: ScreenName) -> String? {
        guard !devices.isEmpty, !shown.isEmpty else { return nil }
        if named(shown).isEmpty {
            let near = suggestion(for: shown, in: devices.flatMap { [$0.setup.shownAs] + $0.otherNames })
            return "no companion is shown as \(shown.shown())\(near)"
        }
        guard !choice.pickers.contains(where: { $0.screen == screen }) else { return nil }
        let end = choice.closed[screen].map { ": it was closed in line \($0.line)" } ?? ""
        return "no picker is open at \(screen)\(end): write Let(.\(screen), .openPicker(...)) before"
    }

    /// What a line was told off for already is not held against those that follow.
    private mutating func pick(_ shown: String, at screen: ScreenName) {
        let named = named(shown)
        let open = choice.pickers.filter { $0.screen == screen }.map(Optional.some)
        for picker in open.isEmpty ? [nil] : open {
            choice.choose(.init(screen: screen, places: named.isEmpty ? nil : named, picker: picker))
        }
        for index in named { devices[index].noteChoice() }
    }

    /// The places of the companions that a network may show under the name.
    private func named(_ shown: String) -> [Int] {
        let setups = devices.map(\.setup)
        return devices.indices.filter {
            setups[$0].isListed(as: shown, among: setups) || devices[$0].otherNames.contains(shown)
        }
    }

    /// Somebody does something with a companion.
    mutating func follow(_ act: CompanionAct, with name: CompanionName, _ spot: SourceSpot) {
        guard let index = place(of: name) else { return }
        devices[index].perform(act, isInLane: isInLane, spot)
        updateDevices()
    }

    /// Nothing passes for these steps, and what was connected is broken.
    mutating func withoutPackets(_ trouble: NetworkTrouble, _ steps: [Step], _ spot: SourceSpot) {
        let before = choice.silentSince
        let reason = trouble == .cableOut ? "the cable is out" : "the network is silent"
        if !isInLane { choice.silentSince = before ?? (reason, spot) }
        for index in devices.indices { devices[index].noteBreak() }
        block(steps)
        choice.silentSince = before
        updateDevices()
    }

    /// Takes what lanes do for done: they are played side by side. What is wrong with it is told at its own line.
    mutating func foresee(_ lanes: [Lane]) {
        let steps = lanes.flatMap(\.steps).flatMap(\.withInner)
        for step in steps {
            switch step.action {
            case .companion(let act, let name): follow(act, with: name, step.spot)
            case .screen(.openPicker(let service, let platforms), let name):
                follow(.openPicker(service: service, platforms: platforms), at: name, step.spot)
            case .troubling(let trouble, _) where trouble.isTotal:
                for index in devices.indices { devices[index].noteBreak() }
            default: break
            }
        }
        for step in steps {
            if case .screen(.pick(let shown), let name) = step.action { pick(shown, at: name) }
        }
        updateDevices()
    }

    /// Notes what may have happened by now.
    mutating func updateDevices() {
        for index in devices.indices {
            let unasked = unasked(index)
            for stage in CompanionPicture.Stage.allCases
            where devices[index].obstacle(to: stage, choice: unasked) == nil { devices[index].note(stage) }
        }
    }

    private func place(of name: CompanionName) -> Int? { devices.firstIndex { $0.setup.name == name } }

    private func reason(against stage: CompanionPicture.Stage, _ index: Int) -> String? {
        devices[index].obstacle(to: stage, choice: unasked(index))
    }

    /// Why nobody can ask for the companion's app as things stand.
    private func unasked(_ index: Int) -> String? {
        unchosen(index)
            ?? choice.silentSince.map { "\($0.reason) since line \($0.spot.line), and nothing passes" }
    }

    /// The choices that may be of the companion.
    private func choices(of index: Int) -> [ChoicePicture.Choice] {
        choice.choices.filter { $0.places?.contains(index) ?? true }
    }

    /// Why nobody can have asked for the companion's app: it was not chosen, or no picker lists it.
    private func unchosen(_ index: Int) -> String? {
        let setup = devices[index].setup
        let omissions = choices(of: index).map { $0.picker.flatMap { $0.omission(of: setup) } }
        if let last = omissions.last { return omissions.contains(nil) ? nil : last }
        let screen = choice.pickers.last?.screen.rawValue ?? "tv"
        return "nobody chooses \(setup.name) before this line: write Let(.\(screen), .pick(name: "
            + "\"\(setup.shownAs.shown())\"))"
    }
}

// What is expected and measured.
extension ScenarioCheck {
    /// What must happen, and which nothing can have brought about, is the scenario's mistake. A reason is told once.
    mutating func possibility(of expectation: Expectation, isAwaited: Bool) {
        guard !expectation.count.isMet(by: 0) else { return }
        var reasons: [String] = []
        for outcome in expectation.outcome.alternatives {
            guard case .companion(let name, let what) = outcome, let index = place(of: name),
                let reason = reason(against: what.stage, index) ?? (isAwaited ? stillness(what, index) : nil)
            else {
                if isAwaited { learnConnection(from: expectation) }
                return
            }
            reasons.append(reason)
        }
        for reason in reasons where !toldOfDevices.contains(reason) {
            toldOfDevices.append(reason)
            report("this cannot come true: \(reason)", at: expectation.spot)
        }
    }

    /// Why nothing new comes of what is awaited: what happened before the line does not count.
    private func stillness(_ outcome: CompanionOutcome, _ index: Int) -> String? {
        guard !isInLane else { return nil }
        let device = devices[index]
        switch outcome {
        case .invited, .prompted, .allowed, .refused: return unchosen(index)
        case .connected:
            if let reason = device.absence ?? device.exclusion ?? device.missingApp { return reason }
            guard let unchosen = unchosen(index) else { return nil }
            return device.mayReturn ? device.sleep : unchosen
        case .resumed, .failed(.aborted): return device.sleep
        case .offered, .reached, .launched, .listening, .connectRequested, .parked, .closed, .failed, .frame,
            .acknowledged, .moveLost, .moveDoubled:
            return nil
        }
    }

    /// A connection that was awaited is what its choice came to: the picker is closed.
    private mutating func learnConnection(from expectation: Expectation) {
        guard !isInLane, case .companion(let name, .connected) = expectation.outcome, let index = place(of: name)
        else { return }
        devices[index].noteConnected()
        let choices = choices(of: index)
        // A screen may have come back by itself, or another one may have been quicker.
        guard let screen = choices.first?.screen, choices.allSatisfy({ $0.screen == screen }),
            !devices[index].mayReturn
        else { return }
        choice.close(screen, expectation.spot)
    }

    /// Whether anything of a screen can be measured at the companion: a figure without a sample fails.
    mutating func measurability(_ measure: ScreenMeasure, at name: CompanionName, _ spot: SourceSpot) {
        guard let index = place(of: name) else { return }
        let reason: String?
        switch measure {
        case .pickToReady: reason = self.reason(against: .connected, index)
        case .abortToReconnect:
            reason =
                self.reason(against: .parked, index)
                ?? (devices[index].wasInBackground
                    ? nil : "the app of \(name) is never sent to the background: write Let(.\(name), .background)")
        case .resumeToReady:
            reason = self.reason(against: .parked, index) ?? self.reason(against: .connected, index)
        case .frameRoundTrip: reason = self.reason(against: .acknowledged, index)
        case .streams: reason = nil  // none is a number, too
        }
        if let reason { report("nothing of it can be measured: \(reason)", at: spot) }
    }
}

extension NetworkTrouble {
    /// Whether nothing at all passes.
    var isTotal: Bool { self == .cableOut || self == .silence }
}

extension Step {
    /// The step and all within it.
    fileprivate var withInner: [Step] { [self] + action.innerSteps.flatMap(\.withInner) }
}
