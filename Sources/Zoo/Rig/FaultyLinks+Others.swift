import Ground
import Links

/// The NFC reader: it fails as the simulated reader does for a scenario, although no scenario asked for it.
extension FaultyLinks {
    private var troubles: [ReaderFailure] {
        switch fault {
        case .readerUnplugged, .readerMissing: [.unplugged]
        case .readerSilent: [.silent]
        case .readerGarbles: [.garbles]
        case .readerRefuses: [.refuses]
        case .readerHot: [.overheats]
        case .readerAborts: [.aborts]
        case .readerForgets: [.aborts, .forgetsItself]
        default: []
        }
    }

    func strikeReader() {
        for trouble in troubles {
            happen()
            _ = links.send(.stage(.readerTrouble(trouble, true)))
        }
    }

    func passReader(_ request: ReaderRequest) -> Bool { true }

    func passReader(_ event: ReaderEvent) -> Inbound? {
        switch (fault, event) {
        case (.readerNeverAnswers, _): return lose()
        case (.readerBlind, .tagFound), (.readerBlind, .tagsFound):
            happen()
            return .reader(.noTag)
        default: return .reader(event)
        }
    }
}

/// Console and stage.
extension FaultyLinks {
    private static let stageDelay = Lapse.seconds(1)

    func strikeConsole() {
        guard fault == .consoleUnplugged else { return }
        for name in accessories { post(.fault(.console(name), .consoleGone)) }
    }

    /// Whether the stage receives the request. It never confirms a placement: see `HiddenFault.stageMisplaces`.
    func passStage(_ request: StageRequest) -> Bool {
        switch (fault, request) {
        case (.stageStuck, .place), (.stageFails, .place): return true
        case (.stageStuck, _):
            happen()
            return false
        case (.stageFails, _):
            post(.fault(.stage, .stageFailed), after: .milliseconds(300))
            return false
        case (.powerSwitchLies, .power(let name, _)):
            post(.stage(.powered(name)), after: .seconds(1))
            return false
        default: return true
        }
    }

    func passStage(_ inbound: Inbound) -> Inbound? {
        guard fault == .stageSlow else { return inbound }
        post(inbound, after: Self.stageDelay)
        return nil
    }
}

/// The host's mailbox. Standstills are in `StallingLinks`, disk faults in `EvidenceTrial`.
extension FaultyLinks {
    func passHost(_ inbound: Inbound) -> Inbound? {
        guard fault == .mailboxOverflows else { return inbound }
        kit.packets += 1
        if kit.packets == 1 {
            happen()
            return .fault(inbound.link, .overflow)
        }
        // All arrivals are lost until some are taken.
        return kit.packets <= 4 ? lose() : inbound
    }
}

extension RigFault {
    fileprivate static let consoleGone = RigFault(
        "the console was unplugged or has hung up", remedy: "Check its cable")

    fileprivate static let stageFailed = RigFault(
        "power-switch, which switches the accessory's power, ended with status 1", remedy: "Try it by hand")

    fileprivate static let overflow = RigFault(
        "more than 65536 frames waited for the run loop, and some were lost",
        remedy: "Look for what kept the run loop busy, or for a device that floods its link")
}
