import Ground
import Links
import NDEF

extension TagPoller {
    /// Reads a tag from its beginning, keeping the counts of an earlier reading.
    mutating func read(_ guest: Guest, after earlier: Reading? = nil, at now: Instant) -> [TagPollerEffect] {
        let platform = TagPlatform(sak: guest.identity.sak)
        guard var reader = TagReader(for: platform, depth: depth, uid: guest.identity.uid) else {
            let why = platform.limits.map { "\($0.reason); \($0.phone)" } ?? "this rig does not read \(platform) tags"
            return end(guest, [.event(.unreadable(reason: why))], at: now)
        }
        let step = reader.begin()
        let reading = Reading(
            guest: guest, reader: reader, readingsLeft: earlier?.readingsLeft ?? Self.readings - 1,
            commands: earlier?.commands ?? 0, readerFailures: earlier?.readerFailures ?? 0)
        return proceed(reading, step, at: now)
    }

    mutating func proceed(_ reading: Reading, _ step: TagReadStep, at now: Instant) -> [TagPollerEffect] {
        switch step {
        case .command(let bytes):
            var reading = reading
            reading.commands += 1
            state = .reading(reading)
            return [.request(.exchange(bytes, within: Self.exchangeLimit))]
        case .selectAgain:
            return selectAgain(reading, .goesOn)
        case .finished(let contents):
            return end(reading.guest, [.event(.read(contents: contents, commands: reading.commands))], at: now)
        case .failed(.noAnswer) where reading.readingsLeft > 0:
            var reading = reading
            reading.readingsLeft -= 1
            return selectAgain(reading, .readsAnew)
        case .failed(.noAnswer(let command)): return selectAgain(reading, .givesUp(command))
        case .failed(let failure):
            return end(reading.guest, [.event(.unreadable(reason: "\(failure)"))], at: now)
        }
    }

    private mutating func selectAgain(_ reading: Reading, _ afterwards: ReselectionPurpose) -> [TagPollerEffect] {
        var reading = reading
        reading.afterwards = afterwards
        state = .reselecting(reading)
        return [.request(.poll)]
    }

    /// Gives up a reading because the tag is present and did not answer.
    ///
    /// It is read again at the next look, a few times in all: a phone retries, too (inferred).
    private mutating func giveUp(_ reading: Reading, _ command: [UInt8], at now: Instant) -> [TagPollerEffect] {
        var guest = reading.guest
        guest.failures += 1
        guest.isDone = guest.failures >= Self.attempts
        if guest.isDone { rest(guest, at: now) } else { wait(at: now, in: .missing(guest)) }
        return [.event(.unreadable(reason: "\(TagReadFailure.noAnswer(to: command))"))]
    }

    /// Continues after looking for a tag that was torn away while being read, or may have been.
    mutating func reselected(
        _ reading: Reading, _ identities: [Vocabulary.TagIdentity], at now: Instant
    ) -> [TagPollerEffect] {
        // The first is the one that is selected: any other in front would be read instead.
        guard let first = identities.first, reading.guest.mayBe(first) else {
            return torn(reading, identities, at: now)
        }
        switch reading.afterwards {
        case .readsAnew: return read(reading.guest, after: reading, at: now)
        case .givesUp(let command): return giveUp(reading, command, at: now)
        case .goesOn:
            var reading = reading
            let step = reading.reader.receiveSelection()
            return proceed(reading, step, at: now)
        }
    }

    /// Reads the tag again after the reader failed at an exchange, which does not count as one of the tag's readings.
    mutating func readerFailed(_ reading: Reading, _ why: String, at now: Instant) -> [TagPollerEffect] {
        var reading = reading
        reading.readerFailures += 1
        reading.isReadersFault = true
        reading.afterwards = .readsAnew
        let told = "at the exchange of command \(reading.commands): \(why)"
        guard reading.readerFailures < Self.readerFailures else {
            var guest = reading.guest
            guest.failures += 1
            guest.isDone = guest.failures >= Self.attempts
            rest(guest, at: now)
            return [
                .finding(
                    Finding(
                        "reader.failed", .fault,
                        "it failed \(reading.readerFailures) times while it read a tag, \(told)"))
            ]
        }
        state = .reselecting(reading)
        return [
            .finding(Finding("reader.failed", .warning, "it failed \(told); the tag is read again")),
            .request(.poll),
        ]
    }

    /// Records that the tag being read is gone; others may be present.
    mutating func torn(
        _ reading: Reading, _ others: [Vocabulary.TagIdentity], at now: Instant
    ) -> [TagPollerEffect] {
        let why = "the tag was moved away while it was read, after \(reading.commands) commands"
        // After a failure of the reader itself it is unknown whether the tag is gone or the reader cannot see it.
        let told: [TagPollerEffect] =
            reading.isReadersFault
            ? [
                .finding(
                    Finding("reader.failed", .fault, "it failed while it read a tag, and did not find the tag again")),
                .event(.gone),
            ]
            : [.event(.tornAway(reason: why)), .event(.gone)]
        // A separate look: the field is searched again, and everything in it is new.
        if others.isEmpty { wait(at: now, in: .waiting) } else { lookSoon(at: now) }
        return told
    }

    private mutating func end(_ guest: Guest, _ effects: [TagPollerEffect], at now: Instant) -> [TagPollerEffect] {
        var guest = guest
        guest.isDone = true
        rest(guest, at: now)
        return effects
    }
}
