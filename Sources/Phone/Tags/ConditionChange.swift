import TagRouting

/// What the user or the system does to the whole phone, as far as tags care.
public enum ConditionChange: Hashable, Sendable {
    case display(isOn: Bool)
    case lock(isLocked: Bool)
    case airplane(isOn: Bool)
    case camera(isOn: Bool)
    /// Wallet, or Apple Pay.
    case wallet(isOn: Bool)
    /// An app's own Core NFC reader session.
    case readerSession(isOn: Bool)
    /// The phone starts anew: lit, locked, not unlocked since; airplane mode stays as it is.
    case restart
}

extension PhoneConditions {
    /// A phone as it is at the beginning.
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

    /// A phone in its owner's hand, lit and unlocked, whose owner has the same habits.
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
