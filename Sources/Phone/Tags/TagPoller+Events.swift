public import Ground
public import Links
import NDEF

extension TagPoller {
    /// Receives an answer of the reader, or its loss.
    public mutating func receive(_ event: ReaderEvent, at now: Instant) -> [TagPollerEffect] {
        switch (state, event) {
        case (.closed, _): return []
        case (.opening, .opened(let name)):
            lookSoon(at: now)
            return [.event(.readerReady(name: name))]
        case (.opening, .lost(let why)): return fail(why)
        case (.reopening(let outage, let guest), .opened(let name)): return back(name, outage, guest, at: now)
        case (.reopening(let outage, let guest), .lost): return retry(outage, guest, at: now)
        case (.lost, .lost): return []
        case (_, .lost(let why)): return lose(why, at: now)
        case (.draining, .opened): return surprise(event)
        case (.draining, _):
            lookSoon(at: now)
            return []
        case (.polling, .noTag):
            wait(at: now, in: .waiting)
            return []
        case (.polling, .tagFound(let identity)): return welcome([identity], at: now)
        case (.polling, .tagsFound(let identities)): return welcome(identities, at: now)
        case (.reading(var reading), .response(let bytes)):
            let step = reading.reader.receive(bytes)
            return proceed(reading, step, at: now)
        case (.reading(var reading), .exchangeFailed):
            let step = reading.reader.receiveNoAnswer()
            return proceed(reading, step, at: now)
        case (.reading(let reading), .readerFailed(let why)): return readerFailed(reading, why, at: now)
        case (.reselecting(let reading), .noTag): return torn(reading, [], at: now)
        case (.reselecting(let reading), .tagFound(let identity)): return reselected(reading, [identity], at: now)
        case (.reselecting(let reading), .tagsFound(let identities)): return reselected(reading, identities, at: now)
        case (.checking(let guest), .tagPresent):
            rest(guest, at: now)
            return []
        case (.checking(let guest), .tagAbsent), (.searching(let guest), .noTag): return miss(guest, at: now)
        case (.searching(let guest), .tagFound(let identity)): return found([identity], for: guest, at: now)
        case (.searching(let guest), .tagsFound(let identities)): return found(identities, for: guest, at: now)
        case (.opening, _), (.reopening, _), (.lost, _), (.off, _), (.waiting, _), (.polling, _), (.reading, _),
            (.reselecting, _), (.resting, _), (.checking, _), (.missing, _), (.searching, _):
            return surprise(event)
        }
    }

    private func surprise(_ event: ReaderEvent) -> [TagPollerEffect] {
        [.finding(Finding("reader.unexpected", .warning, "the reader reported \(event.meaning) without being asked"))]
    }

    /// Reads a new tag: the first of several, which is the one that the reader has selected.
    private mutating func welcome(_ identities: [Vocabulary.TagIdentity], at now: Instant) -> [TagPollerEffect] {
        guard let first = identities.first else { return surprise(.tagsFound([])) }
        var effects: [TagPollerEffect] = [.event(.detected(tag: first))]
        if identities.count > 1 {
            effects += [.event(.several(tags: identities)), .event(.finding(finding: Self.several))]
        }
        return effects + read(Guest(identity: first), at: now)
    }

    private static let several = Finding(
        "reader.severalTags", .warning,
        "more than one tag is in the field, and the first is read: which of them a phone reads is not known")

    /// Handles a find while looking for a tag: that tag, or another one that replaces it.
    private mutating func found(
        _ identities: [Vocabulary.TagIdentity], for guest: Guest, at now: Instant
    ) -> [TagPollerEffect] {
        // A random UID changes at each look: only a tag that is still to be read is assumed to be the same, and only
        // the first of several can be read.
        let isThere =
            guest.isDone
            ? identities.contains { $0.uid == guest.identity.uid } : identities.first.map(guest.mayBe) == true
        guard isThere else { return [.event(.gone)] + welcome(identities, at: now) }
        guard guest.isDone else { return read(guest, at: now) }
        rest(guest, at: now)
        return []
    }

    private mutating func miss(_ guest: Guest, at now: Instant) -> [TagPollerEffect] {
        var guest = guest
        guest.misses += 1
        guard guest.misses >= Self.looksBeforeGone else {
            wait(at: now, in: .missing(guest))
            return []
        }
        wait(at: now, in: .waiting)
        return [.event(.gone)]
    }
}
