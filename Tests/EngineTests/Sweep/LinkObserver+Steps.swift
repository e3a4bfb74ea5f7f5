import Ground
import Journal
import NearbyInteraction
import ScenarioKit
import Vocabulary

// The evidence that the journal must contain for a single step that passed.
extension LinkObserver {
    private mutating func mustLast(_ span: Lapse, _ record: StepRecord, from start: Int, to end: Int) {
        if entries[end].instant - entries[start].instant < span { complain(record, "it was over too soon") }
    }

    mutating func judge(_ step: Step, _ record: StepRecord, from start: Int, to end: Int, in block: Int) {
        let slice = entries[start...end]
        switch step.action {
        case .link(let act, let name, _):
            if let missing = missing(act, name, in: slice, until: end) { complain(record, missing) }
        case .exchange(.tokens, let name, _):
            if let missing = missingToken(with: name, in: slice) { complain(record, missing) }
        case .exchange(.configuration, let name, _):
            if let missing = missingExchange(with: name, in: slice) { complain(record, missing) }
        case .stop(let name, _):
            if let missing = missingStop(of: name, in: slice) { complain(record, missing) }
        case .walk(let course):
            let crossed = slice.compactMap { $0.report(on: .kit) }.filter { $0.kind == "zone" }.map(\.text)
            let wanted = course.crossings.map {
                "\(course.accessory) \($0.kind == .enter ? "entered" : "left") \($0.zone) at "
            }
            let fits = crossed.count == wanted.count && zip(crossed, wanted).allSatisfy { $0.hasPrefix($1) }
            if !fits { complain(record, "the journal shows the zone changes \(crossed)") }
        case .stay(let span, let checks):
            mustLast(span, record, from: start, to: end)
            check(checks, from: start, to: end)
        case .tap(_, _, let checks):
            check(checks, from: start, to: end)
            let hasTag = slice.contains { $0.isAct("tag found", on: .reader) }
            if !hasTag { complain(record, "no tag was found") }
        case .hold(_, let span, let checks):
            mustLast(span, record, from: start, to: end)
            check(checks, from: start, to: end)
        case .present, .swap:
            if !slice.contains(where: { $0.isAct("presented", on: .stage) || $0.isAct("tag found", on: .reader) }) {
                complain(record, "no tag was presented")
            }
        case .tearAway, .remove:
            if !slice.contains(where: { $0.isAct("removed", on: .stage) }) {
                complain(record, "no tag was taken away")
            }
        case .inspect:
            if !slice.contains(where: { $0.report(on: .reader)?.kind == "inspected" }) {
                complain(record, "no tag was inspected")
            }
        case .openNotification:
            let kinds = slice.compactMap { $0.report(on: .reader)?.kind }
            if !kinds.contains("delivered"), !kinds.contains("unlock failed") {
                complain(record, "nothing was delivered")
            }
        case .expect(let expectation):
            mustLast(expectation.lasting ?? .zero, record, from: start, to: end)
            check(expectation, at: end, in: block)
        case .await(let expectation): check([.expect(expectation: expectation)], from: start, to: end)
        case .nothingElse(let span): mustLast(span, record, from: start, to: end)
        case .forget, .send, .session, .system, .place, .turn, .power, .peer, .companion, .screen, .troubling,
            .simulate,
            .require, .followLink,
            .simulateReader, .tampering, .simulating, .simulatingReader, .throughout, .together, .repeat:
            break
        }
    }

    /// Checks an expectation at its own place.
    private mutating func check(_ expectation: Expectation, at end: Int, in block: Int) {
        guard expectation.outcome.canBeShown else { return }
        let seen = count(from: block, to: end) { expectation.outcome.isShown(by: $0) == true }
        let isMet = expectation.count.isMet(by: seen.upperBound) || expectation.count.fits(seen)
        if !isMet { complain("\(expectation) at its place: the journal shows \(seen)") }
    }

    /// Checks that the kit was listening if the expectation is that nothing is measured: it must have reported rounds.
    mutating func checkEvidence(for expectation: Expectation, from start: Int, to end: Int) {
        let isSilence = expectation.outcome.alternatives.contains { outcome in
            switch outcome {
            case .ranging, .kitMeasured, .direction: true
            default: false
            }
        }
        guard isSilence, expectation.count.isMet(by: 0), entries[end].instant - entries[start].instant >= .seconds(1)
        else { return }
        if !entries[start...end].contains(where: \.isRound) {
            complain("\(expectation): the kit reported no round at all, so that nothing could be measured")
        }
    }

    /// Checks that every distance rests on a separate round of the kit.
    mutating func checkMeasurements(upTo end: Int) {
        let distances = entries[...end].count { if case .phone(.distance) = $0.event { true } else { false } }
        let rounds = Set(entries[...end].filter(\.isRound).compactMap { $0.frame?.bytes }).count
        if distances > rounds { complain("\(distances) distances were measured in \(rounds) rounds") }
    }

    private func missingStop(of name: AccessoryName, in slice: ArraySlice<JournalEntry>) -> String? {
        guard let asked = slice.lastIndex(where: { $0.message(to: name)?.first == 0x0C }) else {
            return "no stop was written"
        }
        let hasCome = slice[asked...].contains { $0.message(from: name)?.first == 0x03 }
        return hasCome ? nil : "no word that it stopped came after the stop"
    }

    private func missingToken(with name: AccessoryName, in slice: ArraySlice<JournalEntry>) -> String? {
        guard let sent = slice.firstIndex(where: { $0.message(to: name)?.first == PeerMessage.tokenID }) else {
            return "no token was written"
        }
        let hasCome = slice[sent...].contains { $0.message(from: name)?.first == PeerMessage.tokenID }
        return hasCome ? nil : "no token came back"
    }

    private func missingExchange(with name: AccessoryName, in slice: ArraySlice<JournalEntry>) -> String? {
        guard let started = slice.lastIndex(where: { $0.message(from: name) == [0x02] }) else {
            return "no word that it ranges came"
        }
        let before = slice[..<started]
        guard let configured = before.lastIndex(where: { $0.message(to: name)?.first == 0x0B }) else {
            return "no configureAndStart was written before the word that it ranges"
        }
        guard before[..<configured].contains(where: { $0.message(from: name)?.first == 0x01 }) else {
            return "no configuration data came before configureAndStart"
        }
        return nil
    }

    private func missing(
        _ act: LinkAct, _ name: AccessoryName, in slice: ArraySlice<JournalEntry>, until end: Int
    ) -> String? {
        let link = LinkID.bluetooth(name)
        switch act {
        case .find:
            return slice.contains { $0.isAct("discovered", on: link) } ? nil : "no advertisement came"
        case .connect(let stage):
            guard let connected = slice.firstIndex(where: { $0.isAct("connected", on: link) }) else {
                return "no connection was made"
            }
            return stage == .subscribed ? missingSubscription(to: name, in: slice[connected...]) : nil
        case .subscribe: return missingSubscription(to: name, in: slice)
        case .pair:
            let up = entries[...end].lastIndex { $0.isAct("connected", on: link) } ?? 0
            return entries[up...end].contains { $0.isAct("encrypted", on: link) } ? nil : "the link was not encrypted"
        case .read(_, let expected): return missingRead(expected, of: name, in: slice, until: end)
        case .identify:
            // The search for the first service must have an answer, which may be a refusal.
            let isAnswered = slice.contains { $0.isResponse(0x07, from: name) || $0.isResponse(0x01, from: name) }
            return isAnswered ? nil : "no service was looked for"
        case .disconnect:
            return slice.contains { $0.isAct("disconnected", on: link) } ? nil : "the link did not end"
        }
    }

    private func missingSubscription(to name: AccessoryName, in slice: ArraySlice<JournalEntry>) -> String? {
        guard let asked = slice.lastIndex(where: { $0.isSubscription(to: name) }) else {
            return "it was not subscribed to"
        }
        return slice[asked...].contains { $0.isResponse(0x13, from: name) } ? nil : "the subscription was not answered"
    }

    private func missingRead(
        _ expected: ReadExpectation, of name: AccessoryName, in slice: ArraySlice<JournalEntry>, until end: Int
    ) -> String? {
        let value = slice.last { $0.isResponse(0x0B, from: name) }?.frame.map { Array($0.bytes.dropFirst()) }
        let isRefused = slice.contains { entry in
            entry.isResponse(0x01, from: name) && [0x05, 0x08, 0x0C, 0x0F].contains(entry.frame?.bytes.last ?? 0)
        }
        switch expected {
        case .refusal: return isRefused && value == nil ? nil : "the read was not refused"
        case .absence: return value == nil ? nil : "a value was read"
        case .any:
            return value != nil || slice.contains { $0.isResponse(0x01, from: name) }
                ? nil : "the read was not answered"
        case .lastConfiguration:
            let last = entries[...end].last { $0.message(from: name)?.first == 0x01 }?.message(from: name)
            return value != nil && value == last.map { Array($0.dropFirst()) } ? nil : "another value was read"
        }
    }
}
