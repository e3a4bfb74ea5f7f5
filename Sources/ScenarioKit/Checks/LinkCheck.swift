import Ground

// Steps that use the link to an accessory directly, without its session.
extension ScenarioCheck {
    mutating func link(_ act: LinkAct, _ name: AccessoryName, _ limit: Lapse, _ spot: SourceSpot) {
        positive(limit, spot)
        switch act {
        case .find: find(name, spot)
        case .connect(let stage): connect(name, stage, spot)
        case .subscribe: subscribe(name, spot)
        case .pair:
            connected(name, upTo: .link, before: "Pair", spot)
            self[name].isEncrypted = true
        case .read(_, let expected): read(expected, name, spot)
        case .identify(let shown, _):
            connected(name, upTo: .link, before: "Identify", spot)
            for problem in shown?.problems ?? [] { report(problem, at: spot) }
        case .disconnect: disconnect(name, spot)
        }
    }

    private mutating func find(_ name: AccessoryName, _ spot: SourceSpot) {
        if self[name].stage != nil {
            report("\(name) is connected here, and need not advertise: write Find before Connect", at: spot)
        }
        self[name].wasSeen = true
    }

    private mutating func connect(_ name: AccessoryName, _ stage: ChannelStage, _ spot: SourceSpot) {
        if case .up(_, let earlier) = self[name].connection {
            let remedy = stage == .subscribed ? "disconnect it first" : "continue with Subscribe"
            report("\(name) has been connected since line \(earlier.line): \(remedy)", at: spot)
        } else {
            self[name].connection = .up(stage, spot)
        }
        self[name].wasSeen = true
    }

    private mutating func subscribe(_ name: AccessoryName, _ spot: SourceSpot) {
        switch self[name].connection {
        case .down: report("\(name) is not connected here: write Connect(..., upTo: .discovered) first", at: spot)
        case .up(.link, _):
            report("\(name) is only connected up to the link: Subscribe needs upTo: .discovered", at: spot)
        case .up(.subscribed, let earlier):
            report("\(name) is already subscribed to by line \(earlier.line)", at: spot)
        case .up(.discovered, _), .unknown: break
        }
        self[name].connection = .up(.subscribed, spot)
    }

    private mutating func read(_ expected: ReadExpectation, _ name: AccessoryName, _ spot: SourceSpot) {
        connected(name, upTo: .discovered, before: "Read", spot)
        switch expected {
        case .lastConfiguration where !self[name].hasConfiguration:
            report("\(name) has sent no configuration by this line to compare with: write Exchange first", at: spot)
        case .refusal where self[name].isEncrypted:
            report("the link has been encrypted since Pair, so nothing is refused for lack of encryption", at: spot)
        case .refusal where phone.link.pairs:
            report("this phone pairs as soon as it is refused: set pairs: false in its link", at: spot)
        case .lastConfiguration, .refusal, .absence, .any: break
        }
    }

    private mutating func disconnect(_ name: AccessoryName, _ spot: SourceSpot) {
        if self[name].isDown { report("\(name) is not connected here, so there is nothing to disconnect", at: spot) }
        self[name].loseLink(mayReturn: false)
        self[name].session = .none
    }

    /// Checks that the accessory is connected up to the stage that the word needs.
    mutating func connected(_ name: AccessoryName, upTo stage: ChannelStage, before word: String, _ spot: SourceSpot) {
        switch (self[name].connection, stage) {
        case (.down, _):
            report("\(name) is not connected here: write Connect before \(word)", at: spot)
        case (.up(.link, _), .discovered), (.up(.link, _), .subscribed):
            report("\(name) is only connected up to the link: \(word) needs upTo: .\(stage)", at: spot)
        case (.up(.discovered, _), .subscribed):
            report("\(name) sends nothing before Subscribe: write it before \(word)", at: spot)
        case (.up, _), (.unknown, _): break
        }
    }

    mutating func simulate(_ trouble: InjectedFault, _ name: AccessoryName, _ spot: SourceSpot) {
        if !trouble.isMomentary {
            report("\(trouble) is lasting: write Simulating(.\(trouble), of: .\(name)) { }", at: spot)
        }
        begin(trouble, name, spot)
    }

    mutating func simulating(
        _ trouble: InjectedFault, _ name: AccessoryName, _ steps: [Step], _ spot: SourceSpot
    ) {
        if steps.isEmpty { report("Simulating { } is empty: write at least one step in it", at: spot) }
        begin(trouble, name, spot)
        guard trouble == .uwbSilence else { return block(steps) }
        if let earlier = self[name].silencedAt {
            report("\(name) has been silenced since line \(earlier.line)", at: spot)
        }
        let before = self[name].silencedAt
        self[name].silencedAt = before ?? spot
        let had = self[name].hasSession
        block(steps)
        self[name].silencedAt = before
        if !had, !steps.contains(where: { $0.action.mayRange(with: name) }) {
            report("nothing ranges with \(name) in this block, so nothing is silenced", at: spot)
        }
    }

    private mutating func begin(_ trouble: InjectedFault, _ name: AccessoryName, _ spot: SourceSpot) {
        guard trouble == .linkLoss else { return }
        if self[name].isDown { report("\(name) is not connected here, so there is no link to lose", at: spot) }
        self[name].loseLink(mayReturn: phone.link.reconnectAttempts > 0)
    }

    mutating func power(_ name: AccessoryName, _ limit: Lapse, _ spot: SourceSpot) {
        positive(limit, spot)
        self[name].loseLink(mayReturn: phone.link.reconnectAttempts > 0)
        self[name].session = .none
        self[name].hasConfiguration = false
        self[name].wasSeen = true
    }
}
