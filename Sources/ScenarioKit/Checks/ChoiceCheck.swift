import ApplicationServices
import Ground

// Whether an outcome expected of companions is possible: the choices and conditions it requires.
extension ScenarioCheck {
    /// Applies an act of a screen's user, and reports a problem if the act is impossible.
    mutating func follow(_ act: ScreenAct, at screen: ScreenName, _ spot: SourceSpot) {
        switch act {
        case .openPicker(let service, let platforms):
            let picker = ChoiceAbstractState.Picker(screen: screen, service: service, platforms: platforms, spot: spot)
            if !choice.pickers.contains(picker) { choice.pickers.append(picker) }
        case .pick(let shown):
            if let told = mistake(in: shown, at: screen) { report(told, at: spot) }
            pick(shown, at: screen)
        case .leavePicker: if !isInLane { choice.close(screen, spot) }
        case .cancel, .goOn, .send: break
        }
        updateDevices()
    }

    /// The reason a choice is impossible, or nil. Without companions every choice is possible: it means another
    /// device on the network.
    private func mistake(in shown: String, at screen: ScreenName) -> String? {
        guard !devices.isEmpty, !shown.isEmpty else { return nil }
        if named(shown).isEmpty {
            let near = suggestion(for: shown, in: devices.flatMap { [$0.setup.shownAs] + $0.otherNames })
            return "no companion is shown as \(shown.shown())\(near)"
        }
        guard !choice.pickers.contains(where: { $0.screen == screen }) else { return nil }
        let end = choice.closed[screen].map { ": it was closed in line \($0.line)" } ?? ""
        return "no picker is open at \(screen)\(end): write Let(.\(screen), .openPicker(...)) first"
    }

    /// Records the choice. A mistake already reported at this line is not held against later lines.
    private mutating func pick(_ shown: String, at screen: ScreenName) {
        let named = named(shown)
        let open = choice.pickers.filter { $0.screen == screen }.map(Optional.some)
        for picker in open.isEmpty ? [nil] : open {
            choice.choose(.init(screen: screen, places: named.isEmpty ? nil : named, picker: picker))
        }
        for index in named { devices[index].noteChoice() }
    }

    /// The indices of the companions that a network may show under the name.
    private func named(_ shown: String) -> [Int] {
        let setups = devices.map(\.setup)
        return devices.indices.filter {
            setups[$0].isListed(as: shown, among: setups) || devices[$0].otherNames.contains(shown)
        }
    }

    /// Applies an act with a companion.
    mutating func follow(_ act: CompanionAct, with name: CompanionName, _ spot: SourceSpot) {
        guard let index = place(of: name) else { return }
        devices[index].perform(act, isInLane: isInLane, spot)
        updateDevices()
    }

    /// Visits steps during which no packets pass; existing connections break.
    mutating func withoutPackets(_ trouble: NetworkDisturbance, _ steps: [Step], _ spot: SourceSpot) {
        let before = choice.silentSince
        let reason = trouble == .cableOut ? "the cable has been unplugged" : "the network has been silent"
        if !isInLane { choice.silentSince = before ?? (reason, spot) }
        for index in devices.indices { devices[index].noteBreak() }
        block(steps)
        choice.silentSince = before
        updateDevices()
    }

    /// Assumes that everything the lanes do has happened, because lanes run side by side. Problems are reported when
    /// the lines themselves are visited.
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

    /// Marks every stage that each companion may have reached by now.
    mutating func updateDevices() {
        for index in devices.indices {
            let unasked = unasked(index)
            for stage in CompanionAbstractState.Stage.allCases
            where devices[index].obstacle(to: stage, choice: unasked) == nil { devices[index].note(stage) }
        }
    }

    private func place(of name: CompanionName) -> Int? { devices.firstIndex { $0.setup.name == name } }

    private func reason(against stage: CompanionAbstractState.Stage, _ index: Int) -> String? {
        devices[index].obstacle(to: stage, choice: unasked(index))
    }

    /// The reason the companion's app cannot be requested in the current state, or nil.
    private func unasked(_ index: Int) -> String? {
        unchosen(index)
            ?? choice.silentSince.map { "\($0.reason) since line \($0.spot.line), and no packets pass" }
    }

    /// The choices that may refer to the companion.
    private func choices(of index: Int) -> [ChoiceAbstractState.Choice] {
        choice.choices.filter { $0.places?.contains(index) ?? true }
    }

    /// The reason the companion's app cannot have been requested, or nil: it was not chosen, or no picker lists it.
    private func unchosen(_ index: Int) -> String? {
        let setup = devices[index].setup
        let omissions = choices(of: index).map { $0.picker.flatMap { $0.omission(of: setup) } }
        if let last = omissions.last { return omissions.contains(nil) ? nil : last }
        let screen = choice.pickers.last?.screen.rawValue ?? "tv"
        return "\(setup.name) is not chosen before this line: write Let(.\(screen), .pick(name: "
            + "\"\(setup.shownAs.shown())\"))"
    }
}

// Expectations and measurements.
extension ScenarioCheck {
    /// Reports an expected event that no earlier line can have caused. Each reason is reported once.
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
            report("this cannot happen: \(reason)", at: expectation.spot)
        }
    }

    /// The reason the awaited outcome cannot occur from here on, or nil. Events before the line do not count.
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

    /// Records that an awaited connection completes its choice, which closes the picker.
    private mutating func learnConnection(from expectation: Expectation) {
        guard !isInLane, case .companion(let name, .connected) = expectation.outcome, let index = place(of: name)
        else { return }
        devices[index].noteConnected()
        let choices = choices(of: index)
        // A screen may have reconnected by itself, or another one may have been faster.
        guard let screen = choices.first?.screen, choices.allSatisfy({ $0.screen == screen }),
            !devices[index].mayReturn
        else { return }
        choice.close(screen, expectation.spot)
    }

    /// Checks that the screen's measurement can have a sample at the companion: a figure without a sample fails.
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
        if let reason { report("this cannot be measured: \(reason)", at: spot) }
    }
}

extension NetworkDisturbance {
    /// Whether no packets pass at all.
    var isTotal: Bool { self == .cableOut || self == .silence }
}

extension Step {
    /// The step and all steps inside it.
    fileprivate var withInner: [Step] { [self] + action.innerSteps.flatMap(\.withInner) }
}
