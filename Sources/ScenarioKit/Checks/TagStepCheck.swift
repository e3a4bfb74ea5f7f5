import Ground

// Steps that hold tags to the reader and take them away.
extension ScenarioCheck {
    mutating func tap(_ tag: TagName, _ limit: Lapse, _ checks: [Check], _ spot: SourceSpot) {
        positive(limit, spot)
        known(tag, spot)
        if checks.isEmpty { report("the tap checks nothing: add Expect(.opened(...))", at: spot) }
        mustBeFree(for: "Tap", spot)
        mustRead("a tap has no effect: write Hold(.\(tag), for: ...) { Expect(.tagDetected, count: 0) }", spot)
        touch()
        opens(checks)
        judge(checks)
    }

    mutating func present(_ tag: TagName, _ limit: Lapse, _ spot: SourceSpot) {
        positive(limit, spot)
        known(tag, spot)
        put(tag, spot)
        touch()
    }

    mutating func remove(_ tag: TagName, _ limit: Lapse, _ spot: SourceSpot) {
        positive(limit, spot)
        known(tag, spot)
        if tags.place(of: tag) == nil {
            report("\(tag) is not on the reader here: write Present(.\(tag), within: ...) before Remove", at: spot)
        }
        tags.take(tag)
        tags.wasTouched = true
    }

    mutating func swap(_ tag: TagName, _ other: TagName, _ limit: Lapse, _ spot: SourceSpot) {
        positive(limit, spot)
        known(tag, spot)
        known(other, spot)
        mustRead("the phone never detects \(other): write Remove and Present", spot)
        if tag == other {
            report("\(tag) cannot be swapped for itself: write Remove and Present", at: spot)
        } else if tags.place(of: tag) == nil {
            report("\(tag) is not on the reader here: write Present(.\(tag), within: ...) before Swap", at: spot)
        }
        tags.take(tag)
        put(other, spot)
        touch()
    }

    mutating func hold(_ tag: TagName, _ span: Lapse, _ checks: [Check], _ spot: SourceSpot) {
        if span <= .zero { report("\(tag) is held for \(span): write a longer time", at: spot) }
        known(tag, spot)
        mustBeFree(for: "Hold", spot)
        touch()
        opens(checks)
        judge(checks)
    }

    mutating func tearAway(_ tag: TagName, _ answers: Int, _ limit: Lapse, _ spot: SourceSpot) {
        positive(limit, spot)
        known(tag, spot)
        mustBeFree(for: "TearAway", spot)
        mustRead("the phone never notices that \(tag) is torn away", spot)
        if answers < 1 {
            report("a tag is torn away after 1 answer or more, not after \(answers): it would never be found", at: spot)
        } else if answers > Self.mostAnswers {
            report("no read takes \(answers) answers: \(tag) would never be torn away", at: spot)
        }
        touch()
    }

    /// Reading the largest memory in the smallest pieces takes fewer.
    private static let mostAnswers = 10_000

    mutating func inspect(_ tag: TagName, _ limit: Lapse, _ checks: [TagExpectation], _ spot: SourceSpot) {
        positive(limit, spot)
        known(tag, spot)
        mustBeFree(for: "Inspect", spot)
        if checks.isEmpty { report("the inspection checks nothing: add Is(.type2) or StartsWithLink()", at: spot) }
        tags.wasTouched = true
        tagChecks(checks)
    }

    mutating func openNotification(_ limit: Lapse, _ spot: SourceSpot) {
        positive(limit, spot)
        if !tags.mayHaveNotified {
            report("no tag was read before this line, so there is no notification: write Present first", at: spot)
        }
        if case .opens = phone.tags.answer, phone.tags.unlock != .fails {
            report(
                "this phone's user opens every notification immediately: set answer: .ignores to open one by a step",
                at: spot)
        }
        if let since = tags.line(of: .displayOff) {
            report(
                "the display has been off since line \(since.line): write TurnOn(.display) before OpenNotification",
                at: spot)
        }
        opened()
    }

    mutating func followLink(_ url: String, _ spot: SourceSpot) {
        if !url.contains(":") || url.contains(where: \.isWhitespace) {
            report("\"\(url.escapedForDisplay)\" is no link: write it in full, as https://example.com/door", at: spot)
        }
        opened()
    }

    private mutating func put(_ tag: TagName, _ spot: SourceSpot) {
        if let earlier = tags.place(of: tag) {
            report("\(tag) has been on the reader since line \(earlier.line): write Remove first", at: spot)
            return
        }
        if let first = tags.present.first, tags.reasonNotToRead(by: phone.tags.model) == nil {
            report(
                "the phone has found \(first.name) and polls for no other: present both while it does not read, "
                    + "for example between TurnOff(.display) and TurnOn(.display)",
                at: spot)
        }
        if tags.present.count >= Self.mostTags {
            let names = tags.present.map(\.name.rawValue).joined(separator: ", ")
            report(
                "a reader distinguishes at most \(Self.mostTags) tags, and has \(names): write Remove first", at: spot)
        }
        tags.put(tag, spot)
    }

    /// The most tags on the reader: a PN532 finds no more than two at a time (nfc.md 2.5).
    private static let mostTags = 2

    /// Records that a tag is on the reader. Its effect depends on the phone and its user.
    mutating func touch() {
        tags.wasTouched = true
        guard tags.reasonNotToRead(by: phone.tags.model) == nil else { return }
        tags.mayHaveNotified = true
        if case .opens = phone.tags.answer { opened() }
    }

    /// Records that an app may have received a link: it may have connected to the accessory named in the link and be
    /// ranging with it.
    private mutating func opened() {
        tags.mayHaveOpened = true
        for session in phone.apps.first?.sessions ?? [] {
            let name = session.accessory
            guard self[name].isDown || !self[name].hasSession else { continue }
            if self[name].isDown { self[name].loseLink(mayReturn: true) }
            self[name].hasConfiguration = true
            self[name].run()
        }
    }

    /// Checks that the user opens notifications if a tag must open something while it is on the reader.
    private mutating func opens(_ checks: [Check]) {
        guard phone.tags.answer == .ignores else { return }
        for case .expect(let check) in checks where check.outcome.isOpening && !check.count.forbids {
            if check.outcome.opensNothing { continue }
            report("the user leaves notifications alone: write OpenNotification after this step", at: check.spot)
        }
    }

    private mutating func mustBeFree(for word: String, _ spot: SourceSpot) {
        guard let first = tags.present.first else { return }
        report(
            "\(first.name) has been on the reader since line \(first.spot.line): write Remove before \(word)", at: spot)
    }

    private mutating func mustRead(_ consequence: String, _ spot: SourceSpot) {
        guard let reason = tags.reasonNotToRead(by: phone.tags.model) else { return }
        report("\(reason), so \(consequence)", at: spot)
    }

    private mutating func known(_ tag: TagName, _ spot: SourceSpot) {
        guard let facts, !facts.tags.contains(tag) else { return }
        let hint = suggestion(for: tag.rawValue, in: facts.tags.map(\.rawValue))
        report("no tag of the rig is called \(tag.rawValue.escapedForDisplay)\(hint)", at: spot)
    }
}

// Faults of the reader.
extension ScenarioCheck {
    mutating func simulateReader(_ trouble: ReaderFailure, _ spot: SourceSpot) {
        if !trouble.isMomentary {
            report("\(trouble) is lasting: write SimulatingReader(.\(trouble)) { }", at: spot)
        }
    }

    mutating func simulatingReader(_ trouble: ReaderFailure, _ steps: [Step], _ spot: SourceSpot) {
        if trouble.isMomentary {
            report("\(trouble) is momentary: write SimulateReader(.\(trouble)) without a block", at: spot)
        }
        if steps.isEmpty { report("SimulatingReader { } is empty: write at least one step in it", at: spot) }
        if let earlier = tags.troubles.first {
            report(
                "the reader has been disturbed since line \(earlier.spot.line): simulate one fault at a time", at: spot)
        }
        if isInLane { report("all lanes share the reader: write SimulatingReader around Together { }", at: spot) }
        tags.troubles.append((trouble, spot))
        block(steps)
        tags.troubles.removeLast()
    }

    /// Warns about tags still on the reader when the scenario ends.
    mutating func leftovers() {
        for entry in tags.present {
            report(
                "\(entry.name) is still on the reader when the scenario ends: write Remove(.\(entry.name), ...)",
                weight: .warning, at: entry.spot)
        }
    }
}
