import TagRouting

/// An act of the user or the system on the whole phone that affects tags.
public enum ConditionChange: Hashable, Sendable {
    case display(isOn: Bool)
    case lock(isLocked: Bool)
    case airplane(isOn: Bool)
    case camera(isOn: Bool)
    /// Wallet, or Apple Pay.
    case wallet(isOn: Bool)
    /// An app's own Core NFC reader session.
    case readerSession(isOn: Bool)
    /// The phone restarts: display on, locked, not unlocked since; airplane mode is unchanged.
    case restart
}

extension PhoneConditions {
    /// Creates the conditions of a phone at the start of a run.
    init(_ setup: PhoneSetup) {
        self.init()
        let tags = setup.tags
        model = tags.model
        systemVersion = setup.system.major
        display = tags.startsWithDisplayOff ? .off : .on
        lock = tags.startsLocked ? .locked : .unlocked
        everUnlocked = !tags.neverUnlocked
        browserDomains = tags.browserChosenFor
    }

    /// The conditions of a phone in its owner's hand, with display on and unlocked, and the same browser choices.
    var inHand: PhoneConditions {
        var conditions = PhoneConditions()
        conditions.browserDomains = browserDomains
        return conditions
    }

    mutating func note(_ change: ConditionChange) {
        switch change {
        case .display(let isOn): display = isOn ? .on : .off
        case .lock(let isLocked):
            lock = isLocked ? .locked : .unlocked
            if !isLocked { everUnlocked = true }
        case .airplane(let isOn): airplane = isOn
        case .camera(let isOn): camera = isOn
        case .wallet(let isOn): wallet = isOn
        case .readerSession(let isOn): coreNFCSession = isOn
        case .restart:
            (display, lock, everUnlocked) = (.on, .locked, false)
            (camera, wallet, coreNFCSession) = (false, false, false)
        }
    }
}
