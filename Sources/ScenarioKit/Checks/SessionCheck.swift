import Ground

// Steps that concern sessions, the app and the system around them.
extension ScenarioCheck {
    mutating func exchange(_ kind: ExchangeKind, _ name: AccessoryName, _ limit: Lapse, _ spot: SourceSpot) {
        positive(limit, spot)
        begin(name, "Exchange", spot)
        let others = pictures.filter { $0.hasSession && !$0.isSuspended && $0.name != name }
        if let limit = phone.activeSessionsLimit, others.count >= limit {
            let running = others.map(\.name.rawValue).joined(separator: ", ")
            report(
                "the phone runs \(limit) sessions at most, and has \(running): this exchange is refused, "
                    + "write Begin to test that",
                at: spot)
        }
        if let refusal = refusal(of: kind) {
            report("\(refusal), so the exchange never ends: write Begin to test that", at: spot)
        }
    }

    mutating func begin(_ name: AccessoryName, _ word: String, _ spot: SourceSpot) {
        connected(name, upTo: .subscribed, before: word, spot)
        if case .suspended(let earlier) = self[name].session {
            report(
                "the session with \(name) has been suspended since line \(earlier.line): write Resume first", at: spot)
        }
        if let since = quitAt {
            report("the app has not been running since line \(since.line): write LaunchApp() first", at: spot)
        }
        if let since = backgroundedAt ?? lockedAt, !phone.backgroundModes {
            let what = backgroundedAt == nil ? "the phone has been locked" : "the app has been in the background"
            report("\(what) since line \(since.line), and this phone has no background modes", at: spot)
        }
        self[name].run()
        (self[name].hasConfiguration, self[name].stoppedAt) = (true, nil)
        hasAsked = true
    }

    /// The reason no session runs on this phone, whatever the accessory does; nil if one can.
    private func refusal(of kind: ExchangeKind) -> String? {
        if phone.system == .iOS14, kind == .configuration { return "iOS 14 runs no sessions with accessories" }
        if !phone.hasPurposeString { return "the app has no purpose string for Nearby Interaction" }
        if !phone.capabilities.distance { return "the phone has no UWB" }
        switch permission {
        case .allowed, .asks(.allowOnce, _), .asks(.allowWhileInUse, _): return nil
        case .denied: return "the app has no permission"
        case .asks(.deny, _): return "the user denies permission"
        }
    }

    mutating func stop(_ name: AccessoryName, _ limit: Lapse, _ spot: SourceSpot) {
        positive(limit, spot)
        if !self[name].mayBeStopped {
            report("\(name) is not ranging here, so there is nothing to stop: write Exchange before Stop", at: spot)
        }
        self[name].session = .none
        (self[name].hasConfiguration, self[name].stoppedAt) = (false, spot)
    }

    mutating func session(_ act: SessionAct, _ name: AccessoryName, _ spot: SourceSpot) {
        switch act {
        case .begin: begin(name, "Begin", spot)
        case .run: run(name, spot)
        case .pause:
            if case .running = self[name].session {
                self[name].session = .paused
            } else {
                report("no session with \(name) is running here, so there is nothing to pause", at: spot)
            }
        case .invalidate:
            if !self[name].hasSession { report("there is no session with \(name) to invalidate here", at: spot) }
            self[name].session = .invalidated
        case .suspend: suspend(name, spot)
        case .resume:
            guard case .suspended = self[name].session else {
                return report("the session with \(name) is not suspended here: write Suspend before Resume", at: spot)
            }
            self[name].run()
        }
    }

    private mutating func run(_ name: AccessoryName, _ spot: SourceSpot) {
        connected(name, upTo: .subscribed, before: "Run", spot)
        switch self[name].session {
        case .suspended(let earlier):
            report(
                "the session with \(name) has been suspended since line \(earlier.line): write Resume first", at: spot)
        case .invalidated:
            report("the session with \(name) was invalidated: only Exchange makes a new one", at: spot)
        case .none, .running, .paused:
            if let earlier = self[name].stoppedAt {
                report(
                    "the configuration of \(name) ended with the Stop of line \(earlier.line): write Exchange instead",
                    at: spot)
            } else if !self[name].hasConfiguration {
                report("the session with \(name) has no configuration yet: write Exchange before Run", at: spot)
            }
        }
        self[name].run()
    }

    private mutating func suspend(_ name: AccessoryName, _ spot: SourceSpot) {
        if case .suspended(let earlier) = self[name].session {
            report("the session with \(name) has been suspended since line \(earlier.line)", at: spot)
        } else if !self[name].hasSession {
            report("there is no session with \(name) to suspend here: write Exchange before Suspend", at: spot)
        }
        self[name].session = .suspended(spot)
    }

    mutating func system(_ act: SystemAct, _ spot: SourceSpot) {
        switch act {
        case .background:
            if let since = quitAt {
                report(
                    "the app has not been running since line \(since.line), so it cannot enter the background", at: spot
                )
            }
            if let earlier = backgroundedAt {
                report("the app has been in the background since line \(earlier.line)", at: spot)
            }
            backgroundedAt = spot
        case .foreground:
            if backgroundedAt == nil, !mayBeElsewhere {
                report("the app is not in the background: write EnterBackground() first", at: spot)
            }
            comeForward()
        case .lock:
            if let earlier = lockedAt { report("the phone has been locked since line \(earlier.line)", at: spot) }
            lockedAt = spot
        case .unlock:
            if lockedAt == nil { report("the phone is not locked: write Lock() before Unlock()", at: spot) }
            if let since = tags.line(of: .displayOff) {
                report(
                    "the display has been off since line \(since.line): write TurnOn(.display) before Unlock()",
                    at: spot)
            }
            lockedAt = nil
            readsAgain(.neverUnlocked)
        case .relaunch: relaunch()
        case .quit:
            if let since = quitAt { report("the app has not been running since line \(since.line)", at: spot) }
            relaunch()
            quitAt = spot
        case .launch:
            if quitAt == nil, backgroundedAt == nil, !mayBeElsewhere {
                report("the app is already in the foreground: write QuitApp() or EnterBackground() first", at: spot)
            }
            comeForward()
        case .changePermission(let setting):
            if phone.system == .iOS14 {
                report("iOS 14 keeps no permission in its settings: it asks at every launch", at: spot)
            } else if case .asks = permission, !hasAsked {
                report("the app is not listed in Settings before it has asked: write Begin or Exchange first", at: spot)
            }
            permission = setting.permission
        case .display(let isOn): condition(.displayOff, !isOn, act, spot)
        case .airplane(let isOn): condition(.airplane, isOn, act, spot)
        case .camera(let isOn): condition(.camera, isOn, act, spot)
        case .wallet(let isOn): condition(.wallet, isOn, act, spot)
        case .readerSession(let isOn): condition(.readerSession, isOn, act, spot)
        case .restart:
            relaunch()
            quitAt = spot
            restart(spot)
        }
    }

    private mutating func comeForward() {
        (backgroundedAt, quitAt, mayBeElsewhere) = (nil, nil, false)
    }

    /// Records that a tag or a link opens something: this app, which is launched for it, or another one in front of
    /// it.
    mutating func opensSomething() {
        comeForward()
        mayBeElsewhere = true
    }

    /// Records that everything the app kept in memory is gone: sessions, and the links it held.
    private mutating func relaunch() {
        comeForward()
        for name in pictures.map(\.name) {
            self[name].session = .none
            (self[name].hasConfiguration, self[name].stoppedAt) = (false, nil)
            if !self[name].isDown { self[name].connection = .unknown }
        }
    }

    mutating func answer(_ permission: NearbyPermission, _ spot: SourceSpot) {
        guard case .asks(let answer, let span) = permission else { return }
        if span < .zero { report("a user cannot answer \(span) after the question", at: spot) }
        switch (answer, phone.system) {
        case (.allowWhileInUse, .iOS14):
            report("iOS 14 offers \"Allow Once\" and \"Don't Allow\": write .asks(.allowOnce, ...)", at: spot)
        case (.allowOnce, .iOS15), (.allowOnce, .iOS16), (.allowOnce, .iOS17):
            report("only iOS 14 offers \"Allow Once\": write .asks(.allowWhileInUse, ...)", at: spot)
        case (.deny, _), (.allowOnce, _), (.allowWhileInUse, _): break
        }
    }

    mutating func walk(_ course: WalkPath, _ spot: SourceSpot) {
        let name = course.accessory
        if !self[name].hasSession { report("\(name) is not ranging here: write Exchange before Walk", at: spot) }
        if let place = self[name].place, place != course.from {
            report(
                "the phone is at \(place) and would jump to \(course.from): begin at its position",
                weight: .warning, at: spot)
        }
        self[name].place = course.to
        self.course(course, spot)
        passages(course, spot)
    }

    mutating func turn(_ turn: SeenDirection, _ span: Lapse, _ spot: SourceSpot) {
        if turn == SeenDirection(azimuth: .zero) { report("the phone does not turn: give it an angle", at: spot) }
        if span <= .zero { report("a phone cannot be turned in \(span)", at: spot) }
        upright(turn, spot)
    }

    private mutating func upright(_ seen: SeenDirection, _ spot: SourceSpot) {
        if seen.elevation.magnitude > .degrees(90) {
            report("\(seen.elevation) is beyond vertical: turn it by 180 degrees instead", at: spot)
        }
    }

    mutating func place(_ name: AccessoryName, _ distance: Distance, _ seen: SeenDirection?, _ spot: SourceSpot) {
        if let seen {
            upright(seen, spot)
            self[name].isFaced = true
        }
        if distance < .zero { report("the phone cannot be at \(distance) from \(name)", at: spot) }
        self[name].place = distance
    }
}
