import ApplicationServices
import Ground

// Companions and screens: which exist, and what can be expected of them.
extension ScenarioCheck {
    mutating func companion(_ act: CompanionAct, _ name: CompanionName, _ spot: SourceSpot) {
        guard known(name, spot) else { return }
        follow(act, with: name, spot)
        switch act {
        case .play(let moves, let apart):
            if !(1...100_000).contains(moves) { report("an app makes 1 to 100,000 moves, not \(moves)", at: spot) }
            if apart < .zero { report("moves cannot be \(apart) apart", at: spot) }
        case .send(_, let payload):
            if payload.count > ServiceFramer.defaultLongest {
                report("a frame has at most \(ServiceFramer.defaultLongest) bytes, not \(payload.count)", at: spot)
            }
        case .begin(_, let payload, let bytes):
            let most = ServiceFrame.headerSize + payload.count - 1
            if !(1...most).contains(bytes) {
                report("a partial frame sends 1 to \(most) bytes, not \(bytes)", at: spot)
            }
        case .rename(let shown): check(shown, of: name, spot)
        case .offer, .leave, .install, .uninstall, .launch, .showView, .background, .resume, .kill, .quit,
            .impersonate, .beItself, .losePath, .regainPath, .announce:
            break
        }
    }

    mutating func screen(_ act: ScreenAct, _ name: ScreenName, _ spot: SourceSpot) {
        known(name, spot)
        follow(act, at: name, spot)
        switch act {
        case .openPicker(let service, let platforms):
            let count = service.rawValue.utf8.count
            if !(1...ControlMessage.longestService).contains(count) {
                report("a service has 1 to \(ControlMessage.longestService) bytes, not \(count)", at: spot)
            }
            if platforms.isEmpty { report("a picker without a platform lists nothing: name one", at: spot) }
        case .pick(let shown):
            if shown.isEmpty { report("a device without a name cannot be chosen", at: spot) }
        case .send(_, let payload, let times, let apart):
            if payload.count > ServiceFramer.defaultLongest {
                report("a frame has at most \(ServiceFramer.defaultLongest) bytes, not \(payload.count)", at: spot)
            }
            if times < 1 || apart < .zero {
                report("a screen sends at least one frame", at: spot)
            }
        case .leavePicker, .cancel, .goOn: break
        }
    }

    /// Checks that a rig has the screen.
    mutating func known(_ name: ScreenName, _ spot: SourceSpot) {
        guard let facts, !facts.screens.contains(name) else { return }
        let hint = suggestion(for: name.rawValue, in: facts.screens.map(\.rawValue))
        report("no rig has the screen \(name)\(hint)", at: spot)
    }

    mutating func troubling(_ trouble: NetworkDisturbance, _ steps: [Step], _ spot: SourceSpot) {
        switch trouble {
        case .losing(let permille), .reordering(let permille):
            if !(1...999).contains(permille) {
                report("1 to 999 of 1000 packets can be lost or out of order, not \(permille)", at: spot)
            }
        case .delayed(let span): if span <= .zero { report("a delay of \(span) has no effect", at: spot) }
        case .cableOut, .silence, .secondCable, .withoutIPv4, .withoutIPv6: break
        }
        if steps.isEmpty { report("Troubling { } is empty: write at least one step in it", at: spot) }
        if trouble.isTotal { withoutPackets(trouble, steps, spot) } else { block(steps) }
    }

    /// Checks that the phone's setup has the companion, and returns whether it does.
    @discardableResult mutating func known(_ name: CompanionName, _ spot: SourceSpot) -> Bool {
        let names = phone.companions.map(\.name)
        guard !names.contains(name) else { return true }
        let hint = suggestion(for: name.rawValue, in: names.map(\.rawValue))
        report("the phone's setup has no companion \(name)\(hint)", at: spot)
        return false
    }

    private mutating func durations(of companion: CompanionSetup, _ spot: SourceSpot) {
        let spans = [companion.consent.delay, companion.launchDelay, companion.listenerDelay ?? .zero]
        if let early = spans.first(where: { $0 < .zero }) {
            report("\(companion.name) cannot act \(early) after the request", at: spot)
        }
        if let patience = companion.system?.listenerPatience, patience <= .zero {
            report("the system of \(companion.name) must wait for a listener longer than \(patience)", at: spot)
        }
        if companion.connectionLimit < 0 {
            report("the app of \(companion.name) cannot take \(companion.connectionLimit) connections", at: spot)
        }
    }

    private mutating func check(_ shown: String, of companion: CompanionName, _ spot: SourceSpot) {
        let count = shown.utf8.count
        if !(1...63).contains(count) {
            report("a picker shows \(companion) with 1 to 63 bytes, not \(count)", at: spot)
        }
    }

    /// Checks the companions of the phone's setup.
    mutating func companions(of scenario: Scenario) {
        let spot = scenario.spot
        updateDevices()
        let hasScreen = scenario.needs.contains { if case .screen = $0 { true } else { false } }
        if !phone.companions.isEmpty, !hasScreen {
            report("there are companions, but no step uses a screen: write Let(.tv, ...)", at: spot)
        }
        for (index, companion) in phone.companions.enumerated() {
            if companion.name.rawValue.isEmpty { report("a companion has no name", at: spot) }
            if phone.companions[..<index].contains(where: { $0.name == companion.name }) {
                report("two companions are called \(companion.name)", at: spot)
            }
            check(companion.shownAs, of: companion.name, spot)
            let record = AgentRecord(
                platform: companion.platform, services: companion.services,
                pin: String(repeating: "0", count: AgentRecord.pinLength))
            do throws(AgentRecord.Refusal) { _ = try record.encoded() } catch {
                report("the record of \(companion.name): \(error)", at: spot)
            }
            durations(of: companion, spot)
            if companion.services.contains(where: { $0.rawValue.isEmpty }) {
                report("\(companion.name) advertises a service without a name", at: spot)
            }
        }
    }
}
