import Ground

// Blocks, and steps that own checks.
extension ScenarioCheck {
    mutating func stay(_ span: Lapse, _ checks: [Check], _ spot: SourceSpot) {
        if span <= .zero { report("the phone stays for \(span): write a longer time", at: spot) }
        for case .expect(let check) in checks where !check.count.forbids && check.outcome.isOpening {
            // A tag presented earlier can still open during the stay if opening takes time.
            if !tags.mayHaveOpened || !phone.tags.takesTime(isLocked: lockedAt != nil) {
                report("nothing is tapped during a Stay: put this Expect inside Tap { }", at: check.spot)
            }
        }
        judge(checks)
    }

    /// A count that already holds with no events, `.atMost` or 0, must be held while time passes, before or after it.
    /// An exact count is met by the last of its events, so one event too many can only be seen after it.
    mutating func boundsAtTheEnd(of steps: [Step]) {
        let end = (steps.lastIndex { $0.action.takesTime } ?? -1) + 1
        let hasLasted = steps[..<end].contains { $0.action.lasts }
        for case .expect(let expectation) in steps[end...].map(\.action) where expectation.lasting == nil {
            let isHeld = expectation.count.forbids ? end > 0 : hasLasted
            if !isHeld || expectation.isLimited { boundOfNoTime(expectation) }
        }
        if let (expectation, count) = steps.last(where: \.action.takesTime)?.action.exactly, expectation.isLimited {
            report(
                "no time passes after this line in its block, so an extra event is never seen: write "
                    + "count: .atLeast(\(count)), or a Stay after this line",
                at: expectation.spot)
        }
    }

    private mutating func boundOfNoTime(_ expectation: Expectation) {
        report(
            "no time passes after this line in its block, so the bound is never tested: write "
                + "for: \(expectation.within) instead of within",
            at: expectation.spot)
    }

    mutating func nothingElse(_ span: Lapse, _ spot: SourceSpot) {
        positive(span, spot)
        if isInLane {
            report("other lanes cause events meanwhile: write NothingElse outside Together { }", at: spot)
        }
    }

    mutating func throughout(_ checks: [Check], _ steps: [Step], _ spot: SourceSpot) {
        if checks.isEmpty { report("Throughout checks nothing: add an Expect or a Require", at: spot) }
        if steps.isEmpty { report("Throughout { } steps: { } has no steps: write at least one", at: spot) }
        block(steps)
        // The checks are judged after the steps, when more is known.
        for case .expect(let check) in checks where check.outcome.isOpening {
            if !steps.contains(where: \.action.mayOpen) { report("nothing is tapped in these steps", at: check.spot) }
        }
        judge(checks)
    }

    mutating func together(_ lanes: [Lane], _ spot: SourceSpot) {
        if lanes.count < 2 { report("Together { } needs at least two lanes", at: spot) }
        if lanes.count > 16 { report("\(lanes.count) lanes are too many: the limit is 16", at: spot) }
        var used: [AccessoryName] = []
        var hasTap = false
        for lane in lanes {
            if lane.steps.isEmpty { report("Lane { } is empty: write at least one step in it", at: lane.spot) }
            let own = lane.steps.flatMap(\.action.sessionsBegun)
                .reduce(into: [AccessoryName]()) { if !$0.contains($1) { $0.append($1) } }
            for name in own where used.contains(name) {
                report("\(name) is connected or exchanged with in two lanes: keep it in one", at: lane.spot)
            }
            used += own
            let taps = lane.steps.contains(where: \.action.taps)
            if taps, hasTap { report("two lanes tap, and the phone reads one tag at a time", at: lane.spot) }
            hasTap = hasTap || taps
        }
        let wasInLane = isInLane
        isInLane = true
        foresee(lanes)
        for lane in lanes { block(lane.steps) }
        isInLane = wasInLane
    }

    mutating func repetition(_ times: Int, _ steps: [Step], _ spot: SourceSpot) {
        if times < 1 { report("a block is repeated at least once, not \(times) times", at: spot) }
        if steps.isEmpty { report("Repeat { } is empty: write at least one step in it", at: spot) }
        if times > 10_000 { report("\(times) rounds are too many: the limit is 10000", at: spot) }
        let around = rounds
        rounds = times
        defer { rounds = around }
        block(steps)
        // The second round starts with the state the first one left. Blocks inside a second round are visited once,
        // or the work would double with every level.
        guard times > 1, !isSecondRound else { return }
        isSecondRound = true
        block(steps)
        isSecondRound = false
    }

    mutating func tampering(
        _ tampering: Tampering, _ message: MessageKind, _ times: Int, _ steps: [Step], _ spot: SourceSpot
    ) {
        let word = tampering.word
        if times < 1 { report("a message is \(tampering.participle) at least once, not \(times) times", at: spot) }
        if steps.isEmpty { report("\(word) { } is empty: write at least one step in it", at: spot) }
        if let fault = tampering.fault(with: message) { report(fault, at: spot) }
        if !message.isSentByPhone {
            report(
                "the accessory sends \(message): only the phone's messages can be \(tampering.participle)", at: spot)
        } else if !steps.isEmpty, !steps.contains(where: { $0.action.mayCauseSending(of: message) }) {
            report("nothing in this block sends \(message), so nothing is \(tampering.participle)", at: spot)
        }
        if let earlier = tampered.first(where: { $0.message == message }) {
            report("\(message) is already tampered with since line \(earlier.spot.line): one fault at a time", at: spot)
        }
        if isInLane {
            report("\(word) would affect the messages of other lanes too: write it around Together { }", at: spot)
        }
        if tampering == .withhold, message == .shareableConfiguration { lostConfigurations(times, steps, spot) }
        tampered.append((message, spot))
        block(steps)
        tampered.removeLast()
    }

    /// Checks that the phone's retries and the exchange's limit outlast the losses: each lost shareable configuration
    /// costs one timeout.
    private mutating func lostConfigurations(_ times: Int, _ steps: [Step], _ spot: SourceSpot) {
        guard let exchange = steps.first(where: { $0.action.isExchange }) else { return }
        if let attempts = phone.retry.attempts, times > attempts {
            report(
                "the exchange cannot succeed: \(times) configurations are lost, and the phone tries again only "
                    + "\(attempts) times",
                at: spot)
        }
        let cost = (phone.rangingTimeout + phone.retry.backOff) * max(times, 0)
        if case .exchange(_, _, let limit) = exchange.action, limit <= cost {
            report(
                "the exchange cannot finish within \(limit): the losses alone cost \(cost) of timeouts",
                at: exchange.spot)
        }
    }
}

extension Action {
    /// The expectation and its count if the action is an `Expect` that waits for an exact count above 0; otherwise
    /// nil.
    fileprivate var exactly: (expectation: Expectation, count: Int)? {
        guard case .expect(let expectation) = self, expectation.lasting == nil,
            case .exactly(let count) = expectation.count, count > 0
        else { return nil }
        return (expectation, count)
    }
}

extension Expectation {
    /// Whether the limit differs from the default.
    fileprivate var isLimited: Bool { within != Self.usualLimit }
}

extension Tampering {
    fileprivate var word: String {
        switch self {
        case .withhold: "Losing"
        case .delay: "Delaying"
        case .repeat: "Doubling"
        case .cut: "Cutting"
        case .corrupt: "Corrupting"
        }
    }

    fileprivate var participle: String {
        switch self {
        case .withhold: "lost"
        case .delay: "delayed"
        case .repeat: "doubled"
        case .cut: "cut"
        case .corrupt: "corrupted"
        }
    }

    /// The reason the tampering cannot apply to such a message, without a full stop; nil if it can.
    fileprivate func fault(with message: MessageKind) -> String? {
        switch self {
        case .withhold: return nil
        case .delay(let span): return span <= .zero ? "a delay of \(span) has no effect" : nil
        case .repeat(let copies):
            if copies < 2 { return "a message that leaves \(copies) times is not doubled: write 2 copies or more" }
            return copies > 100 ? "\(copies) copies are too many: the limit is 100" : nil
        case .cut(let length):
            if length < 0 { return "nothing can be cut to \(length) bytes" }
            guard let most = message.longest, length >= most else { return nil }
            return "\(message) has at most \(most) bytes: a cut to \(length) cuts nothing"
        case .corrupt(let byte, let mask):
            if mask == 0 { return "a mask of 0 changes nothing: write the bits to change, such as 0x01" }
            guard let most = message.longest, byte < 0 || byte >= most else { return nil }
            return "\(message) has at most \(most) bytes, counted from 0: none is number \(byte)"
        }
    }
}
