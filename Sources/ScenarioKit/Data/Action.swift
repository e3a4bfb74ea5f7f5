public import Ground

/// What one step does: a stimulus, a check, or a block of further steps.
public indirect enum Action: Codable, Hashable, Sendable {
    // The link.
    /// Find, connect, subscribe, pair, read or disconnect, and wait until it is done.
    case link(LinkAct, AccessoryName, within: Span)
    /// The phone drops its key for the accessory.
    case forget(AccessoryName)
    /// Write raw messages past the app and its session, so far apart; `zero` is back to back.
    case send([RawMessage], to: AccessoryName, apart: Span)

    // The session, the app and the system around it.
    /// From Initialize until the accessory says that its UWB did start.
    case exchange(ExchangeKind, with: AccessoryName, within: Span)
    /// Send Stop and wait until the accessory says that its UWB did stop.
    case stop(AccessoryName, within: Span)
    /// The app's or the system's hand on one session; done at once.
    case session(SessionAct, AccessoryName)
    /// The user's or the system's hand on the whole phone; done at once.
    case system(SystemAct)

    // The bench.
    /// The phone moves; zones are crossed on the way.
    case walk(Course)
    /// The phone is put down so far from the accessory; done at once.
    case place(AccessoryName, at: Distance)
    /// The accessory loses its power and comes back: done when it advertises again.
    case power(PowerAct, AccessoryName, within: Span)
    /// Nothing moves for a span; the checks count what happens in it.
    case stay(Span, checks: [Check])
    /// Present the tag, read it, route what it says, remove it; `within` bounds presenting and reading.
    case tap(TagName, within: Span, checks: [Check])
    /// A trouble that only a simulator can make, and that is over in a moment.
    case simulate(SimulatedTrouble, of: AccessoryName)

    // Tags, step by step.
    /// Hold the tag to the reader: done when the phone detected it, or lies there while the phone reads none.
    case present(TagName, within: Span)
    /// Hold the tag to the reader and tear it away after so many answers: done when the phone noticed.
    case tearAway(TagName, after: Int, within: Span)
    /// Take the tag away: done when the phone noticed, or it is away while the phone reads none.
    case remove(TagName, within: Span)
    /// Take one tag away and hold another to the reader at once: done when the other one is detected.
    case swap(TagName, for: TagName, within: Span)
    /// Present the tag, leave it there for a span, remove it; the checks count what happens in it.
    case hold(TagName, for: Span, checks: [Check])
    /// Read everything about the tag and check it; the phone shows and opens nothing for it.
    case inspect(TagName, within: Span, checks: [TagExpectation])
    /// The user taps the newest notification: done when it was delivered, or when unlocking failed.
    case openNotification(within: Span)
    /// The user follows a link elsewhere, as in Messages; done at once.
    case followLink(String)
    /// A trouble of the reader that is over in a moment.
    case simulateReader(ReaderTrouble)

    // Checks.
    case expect(Expectation)
    /// Wait until something happens; what happened before the step does not count.
    case `await`(expectation: Expectation)
    /// For so long, and until the block ends, nothing happens but what the block's other words expect or bring about.
    case nothingElse(span: Span)
    case require(Requirement)

    // Blocks.
    /// The first `times` such messages of the phone within the steps are tampered with.
    case tampering(Tampering, with: MessageKind, times: Int, steps: [Step])
    /// A trouble that only a simulator can make, and that lasts as long as the steps.
    case simulating(SimulatedTrouble, of: AccessoryName, steps: [Step])
    /// A trouble of the reader that lasts as long as the steps.
    case simulatingReader(ReaderTrouble, steps: [Step])
    /// The checks hold over all of the steps: see `Check`.
    case throughout([Check], steps: [Step])
    /// The lanes are played side by side; the block ends when all have.
    case together([Lane])
    /// The steps, so many times over; counts begin anew each round.
    case `repeat`(Int, steps: [Step])
}

/// What two sides exchange before they range.
public enum ExchangeKind: String, Codable, Hashable, Sendable, CaseIterable {
    /// The accessory's configuration data against the phone's shareable configuration.
    case configuration
}

/// Steps that are played one after the other, next to those of other lanes.
public struct Lane: Codable, Hashable, Sendable {
    public let steps: [Step]
    public let spot: SourceSpot

    public init(_ steps: [Step], spot: SourceSpot) {
        self.steps = steps
        self.spot = spot
    }
}
