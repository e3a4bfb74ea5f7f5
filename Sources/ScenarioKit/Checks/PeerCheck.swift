import Ground

// Other phones are not accessories: the words that apply to each.
extension ScenarioCheck {
    /// Whether the scenario or the bench uses this name for another phone.
    func isPhone(_ name: AccessoryName) -> Bool { phones.contains(name) || facts?.phones.contains(name) == true }

    /// Checks that the step applies to the kind of device it names, phone or accessory.
    mutating func kind(of action: Action, _ spot: SourceSpot) {
        guard let name = action.accessory else { return }
        switch (action.isOfPhones, isPhone(name)) {
        case (true, false):
            report("\(name) is not another phone: \(action.word) is for other phones only", at: spot)
        case (false, true):
            report("\(name) is another phone: \(action.word) is for accessories only", at: spot)
        case (true, true), (false, false), (nil, _): break
        }
    }

    /// Checks that the outcome applies to the kind of device it names, phone or accessory.
    mutating func kind(of outcome: Outcome, _ spot: SourceSpot) {
        for name in outcome.accessories {
            if isPhone(name), outcome.isOfAccessories {
                report("\(name) is another phone, and only accessories show this: \(outcome)", at: spot)
            } else if !isPhone(name), outcome.isOfPhones {
                report("\(name) is not another phone, and only those send this: \(outcome)", at: spot)
            }
        }
    }

    mutating func peer(_ act: PeerAct, _ name: AccessoryName, _ spot: SourceSpot) {
        self[name].wasSeen = true
        switch act {
        case .relaunch: self[name].loseLink(mayReturn: phone.link.reconnectAttempts > 0)
        case .endSession, .enterBackground, .enterForeground, .denyPermission, .allowPermission: break
        }
    }
}

extension Action {
    /// Whether the action applies to other phones only (true) or to accessories only (false); nil for both.
    fileprivate var isOfPhones: Bool? {
        switch self {
        case .exchange(.tokens, _, _), .session(.begin(.tokens), _), .peer: true
        case .exchange(.configuration, _, _), .session(.begin(.configuration), _), .stop, .forget, .send, .power,
            .link(.pair, _, _), .link(.read, _, _):
            false
        default: nil
        }
    }

    /// The word that creates the action.
    fileprivate var word: String {
        switch self {
        case .exchange(let kind, _, _): "Exchange(.\(kind))"
        case .session(.begin(let kind), _): "Begin(.\(kind))"
        case .peer: "Let"
        case .stop: "Stop"
        case .forget: "Forget"
        case .send: "Send"
        case .power: "PowerCycle or FactoryReset"
        case .link(.pair, _, _): "Pair"
        case .link(.read, _, _): "Read"
        default: "this word"
        }
    }
}

extension Outcome {
    fileprivate var isOfPhones: Bool {
        switch self {
        case .received(let message, _), .sent(let message, _): message.isBetweenPhones
        default: false
        }
    }

    fileprivate var isOfAccessories: Bool {
        switch self {
        case .received(let message, _), .sent(let message, _): !message.isBetweenPhones && message != .other
        case .encrypted, .paired, .pairingFailed, .parametersRequested, .addressClash, .console: true
        default: false
        }
    }
}
