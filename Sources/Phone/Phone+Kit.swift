public import Ground
import Links
import UWB

extension Phone {
    /// Starts the kit's session for a session begun since the last turn.
    mutating func startRanging(for index: Int, at now: Instant) -> [PhoneEffect] {
        guard !isKitAway, let wanted = companions[index].rangingToStart else { return [] }
        companions[index].rangingToStart = nil
        guard host != nil else { return [] }
        let (parameters, blind) = probing(wanted, for: index)
        if blind { return stopRanging(for: index, after: .zero, at: now) + blindProbe(for: index) }
        // The kit may still be listening for the previous session.
        let stopped = stopRanging(for: index, after: .zero, at: now)
        guard let effects = host?.startSession(parameters, at: now) else { return stopped }
        if effects.contains(where: { $0.refuses(parameters.sessionID) }) {
            return stopped + effects.flatMap { refused($0, for: index, isWanted: true, at: now) }
        }
        kitSessions.append(KitSession(id: parameters.sessionID, companion: index))
        return stopped + carryOut(effects, at: now)
    }

    /// Returns the parameters for the kit: the true ones, or those with a probe's value.
    ///
    /// A probe applies to the first session with an accessory, or to the second if it uses a previous address. All
    /// other sessions have the true values, to show that the kit hears the accessory: without that, silence under a
    /// probe proves nothing. A probe equal to the true value is blind.
    private mutating func probing(
        _ truth: RangingParameters, for index: Int
    ) -> (parameters: RangingParameters, isBlind: Bool) {
        guard let probe = setup.shareable.probe, let own = truth.peers.first else {
            return (truth, false)
        }
        let previous = companions[index].previousPeer
        companions[index].previousPeer = own
        let isOfPrevious = probe == .previousAccessoryAddress
        guard isOfPrevious == (previous != nil) else { return (truth, false) }
        let told = truth.probing(probe, previous: previous)
        companions[index].probed = told.peers.first.map { ($0, own) }
        return (told, told == truth)
    }

    private func blindProbe(for index: Int) -> [PhoneEffect] {
        let name = companions[index].name
        let meaning = "the probe shows nothing this time: the value reads the same either way"
        return [
            .event(.blindProbe(accessory: name)),
            .event(.finding(link: channels[index].link, finding: Finding("kit.blindProbe", .warning, meaning))),
        ]
    }

    /// Returns the round with the probe's measurements assigned to the session it was made for.
    private func unmasked(_ round: [RangingMeasurement], for index: Int) -> [RangingMeasurement] {
        guard let probed = companions[index].probed else { return round }
        return round.map { measurement in
            guard measurement.peer == .short(probed.peer) else { return measurement }
            var own = measurement
            own.peer = .short(probed.own)
            return own
        }
    }

    /// Handles what is due at the kit. The first time it does not answer, the wait is reported.
    mutating func advanceKit(to now: Instant) -> [PhoneEffect] {
        guard let before = host?.triesInFlight, let due = host?.advance(to: now) else { return [] }
        guard before == 1, host?.triesInFlight == 2, let patience = host?.patience else {
            return carryOut(due, at: now)
        }
        let what = "the kit did not answer yet; waiting up to \(patience)"
        return [.event(.waits(link: .kit, reason: what))] + carryOut(due, at: now)
    }

    /// Requests the kit's identity, only to have an answer; does nothing without a kit that can be asked.
    public mutating func askKit(at now: Instant) -> [PhoneEffect] {
        guard let effects = host?.ask(at: now) else { return [] }
        return carryOut(effects, at: now)
    }

    /// Whether the kit owes an answer.
    public var awaitsKit: Bool { host?.awaitsAnswer == true }

    /// Ends the kit's sessions with a companion after they have listened on for the span.
    mutating func stopRanging(for index: Int, after span: Lapse, at now: Instant) -> [PhoneEffect] {
        companions[index].rangingToStart = nil
        for place in kitSessions.indices where kitSessions[place].companion == index {
            if span == .zero || kitSessions[place].ends == nil { kitSessions[place].ends = now + span }
        }
        return span == .zero ? stopLingering(at: now) : []
    }

    /// Ends the kit's sessions that are no longer needed.
    mutating func stopLingering(at now: Instant) -> [PhoneEffect] {
        var ids: [UInt32] = []
        for place in kitSessions.indices where !kitSessions[place].isToldToStop {
            guard let ends = kitSessions[place].ends, ends <= now else { continue }
            kitSessions[place].isToldToStop = true
            ids.append(kitSessions[place].id)
        }
        return ids.flatMap { id -> [PhoneEffect] in
            guard let effects = host?.stopSession(id, at: now) else { return [] }
            return carryOut(effects, at: now)
        }
    }

    mutating func carryOut(_ effects: [UWBHostEffect], at now: Instant) -> [PhoneEffect] {
        effects.flatMap { carryOut($0, at: now) }
    }

    private mutating func carryOut(_ effect: UWBHostEffect, at now: Instant) -> [PhoneEffect] {
        switch effect {
        case .send(let bytes):
            return [.send(.kit(.bytes(bytes)))]
        case .ready(let name):
            kitIsReady()
            return [.event(.kitReady(name: name))]
        case .finding(let finding):
            return [.event(.finding(link: .kit, finding: finding))]
        case .failed(let reason):
            let fault = RigFault("the UWB kit failed: \(reason)", remedy: "Reset the kit and check its firmware")
            return [.event(.fault(link: .kit, fault: fault))] + loseKitSessions(at: now)
        case .sessionStarted(let id):
            return companion(ranging: id).map { [.event(.kitRanging(accessory: companions[$0].name))] } ?? []
        case .sessionFailed(let id, _):
            guard let ended = endKitSession(id) else { return [] }
            return refused(effect, for: ended.companion, isWanted: ended.ends == nil, at: now)
        case .sessionStopped(let id, let end):
            guard let ended = endKitSession(id), ended.ends == nil else { return [] }
            return stopped(for: ended.companion, end, at: now)
        case .measurements(let id, let round):
            guard let index = companion(ranging: id) else { return [] }
            let failure = round.contains { $0.distance != nil } ? nil : round.first?.failure ?? .unspecified
            return [.event(.kitRound(accessory: companions[index].name, failure: failure))]
                + kitFailed(failure, in: id) + measured(round, for: index, at: now)
        }
    }

    /// Reports, once per session, that the kit failed in a round, which is not the accessory's fault.
    private mutating func kitFailed(_ failure: RangingFailure?, in id: UInt32) -> [PhoneEffect] {
        guard let failure, failure.isOfKit, let place = kitSessions.firstIndex(where: { $0.id == id }),
            !kitSessions[place].hasFailed
        else { return [] }
        kitSessions[place].hasFailed = true
        let meaning = "the kit itself failed in a ranging round: \(failure)"
        return [.event(.finding(link: .kit, finding: Finding("kit.roundFailed", .note, meaning)))]
    }

    /// Reports parameters that the kit refused: a fault of the rig, and the failure of the session.
    private mutating func refused(
        _ effect: UWBHostEffect, for index: Int, isWanted: Bool, at now: Instant
    ) -> [PhoneEffect] {
        guard case .sessionFailed(_, let what) = effect else { return carryOut(effect, at: now) }
        let fault = RigFault(
            "the UWB kit refused the ranging session: \(what)",
            remedy: "Look at the last \(host?.dialect ?? "kit") frames; the kit may not support these parameters")
        let failed = isWanted ? nearby.fail(companions[index].name, .sessionFailed, at: now) : []
        return [.event(.fault(link: .kit, fault: fault))] + carryOut(failed, at: now)
    }

    /// Handles a session that the kit ended by itself.
    private mutating func stopped(for index: Int, _ end: SessionEnd, at now: Instant) -> [PhoneEffect] {
        let name = companions[index].name
        switch end {
        case .stoppedByPeer:
            return carryOut(nearby.peerEnded(name, at: now), at: now)
        case .hostCommand:
            return []
        case .limitReached(let reason):
            // The session receives nothing more and times out, because of the kit.
            let meaning = "the kit gave up the session with \(name) by itself: \(reason)"
            return [.event(.finding(link: .kit, finding: Finding("kit.session", .warning, meaning)))]
        case .trouble(let reason):
            let meaning = "the kit ended the session with \(name): \(reason)"
            let failed = nearby.fail(name, .sessionFailed, at: now)
            return [.event(.finding(link: .kit, finding: Finding("kit.session", .warning, meaning)))]
                + carryOut(failed, at: now)
        }
    }

    /// Fails the sessions whose kit sessions are gone.
    private mutating func loseKitSessions(at now: Instant) -> [PhoneEffect] {
        let lost = kitSessions.filter { $0.ends == nil }
        kitSessions.removeAll()
        return lost.flatMap { session in
            carryOut(nearby.fail(companions[session.companion].name, .sessionFailed, at: now), at: now)
        }
    }

    /// The companions the kit is ranging with.
    public var ranged: [AccessoryName] { kitSessions.filter { $0.ends == nil }.map { companions[$0.companion].name } }

    private func companion(ranging id: UInt32) -> Int? {
        kitSessions.first { $0.id == id && !$0.isToldToStop }?.companion
    }

    private mutating func endKitSession(_ id: UInt32) -> KitSession? {
        kitSessions.firstIndex { $0.id == id }.map { kitSessions.remove(at: $0) }
    }

    private mutating func measured(_ round: [RangingMeasurement], for index: Int, at now: Instant) -> [PhoneEffect] {
        let name = companions[index].name
        let effects = nearby.measured(unmasked(round, for: index), with: name, at: now)
        var result: [PhoneEffect] = []
        for effect in effects {
            result += carryOut([effect], at: now)
            // Zones follow the distances that the app receives.
            guard case .event(.didUpdate(let object)) = effect.effect, let distance = object.distance else { continue }
            let (smoothed, changes) = companions[index].zones.add(distance)
            result.append(.event(.distance(accessory: name, measured: distance, smoothed: smoothed)))
            for change in changes {
                result.append(.event(.zone(accessory: name, change: change)))
                result += switchFeatures(by: change, for: index, at: now)
            }
        }
        return result
    }

    private mutating func switchFeatures(
        by change: ZoneChange, for index: Int, at now: Instant
    ) -> [PhoneEffect] {
        let name = companions[index].name
        let rules = setup.features.filter { rule in
            rule.zone == change.zone && (rule.accessory == nil || rule.accessory == name)
        }
        return rules.flatMap { rule -> [PhoneEffect] in
            let isOn = companions[index].features.contains(rule.name)
            guard isOn != (change.kind == .entered) else { return [] }
            if isOn {
                companions[index].features.removeAll { $0 == rule.name }
            } else {
                companions[index].features.append(rule.name)
            }
            return [.event(.feature(accessory: name, feature: rule.name, isOn: !isOn))]
                + tell(rule.message(on: !isOn), to: index, at: now)
        }
    }

    /// Writes the app's message about a zone, if the channel can send.
    private mutating func tell(_ message: [UInt8]?, to index: Int, at now: Instant) -> [PhoneEffect] {
        guard let message, channels.indices.contains(index), channels[index].canSend else { return [] }
        return send([message], to: companions[index].name, at: now)
    }

    /// Leaves all zones and switches off their features, because ranging ended.
    mutating func leaveZones(of index: Int, at now: Instant) -> [PhoneEffect] {
        let name = companions[index].name
        let features = companions[index].features
        companions[index].features = []
        companions[index].zones.reset()
        return features.flatMap { feature -> [PhoneEffect] in
            let rule = setup.features.first { $0.name == feature && ($0.accessory ?? name) == name }
            return [.event(.feature(accessory: name, feature: feature, isOn: false))]
                + tell(rule?.message(on: false), to: index, at: now)
        }
    }
}

extension UWBHostEffect {
    fileprivate func refuses(_ session: UInt32) -> Bool {
        if case .sessionFailed(session, _) = self { true } else { false }
    }
}
