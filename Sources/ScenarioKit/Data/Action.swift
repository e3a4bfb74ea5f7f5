public import Ground

/// What one step does: a stimulus, a check, or a block of further steps.
public indirect enum Action: Codable, Hashable, Sendable {
    // The link.
    /// Find, connect, subscribe, pair, read or disconnect, and wait until it is done.
    case link(act: LinkAct, accessory: AccessoryName, within: Span)
    /// The phone drops its key for the accessory.
    case forget(accessory: AccessoryName)
    /// Write raw messages past the app and its session, so far apart; `zero` is back to back.
    case send(messages: [RawMessage], accessory: AccessoryName, apart: Span)

    // The session, the app and the system around it.
    /// From Initialize until the accessory says that its UWB did start; of tokens, until the session ranges with the
    /// other phone's.
    case exchange(kind: ExchangeKind, accessory: AccessoryName, within: Span)
    /// Send Stop and wait until the accessory says that its UWB did stop.
    case stop(accessory: AccessoryName, within: Span)
    /// The app's or the system's hand on one session; done at once.
    case session(act: SessionAct, accessory: AccessoryName)
    /// The user's or the system's hand on the whole phone; done at once.
    case system(act: SystemAct)

    // The bench.
    /// The phone moves; zones are crossed on the way.
    case walk(course: Course)
    /// The phone is put down so far from the accessory, and held so that it is seen in a direction; done at once.
    case place(accessory: AccessoryName, at: Distance, seen: SeenDirection? = nil)
    /// The phone is turned, right and up; `over` is how long that takes.
    case turn(by: SeenDirection, over: Span)
    /// The accessory loses its power and comes back: done when it advertises again.
    case power(change: PowerAct, accessory: AccessoryName, within: Span)
    /// Nothing moves for a span; the checks count what happens in it.
    case stay(span: Span, checks: [Check])
    /// Present the tag, read it, route what it says, remove it; `within` bounds presenting and reading.
    case tap(tag: TagName, within: Span, checks: [Check])
    /// Somebody does something with the other phone; done at once.
    case peer(act: PeerAct, phone: AccessoryName)
    /// A trouble that only a simulator can make, and that is over in a moment.
    case simulate(trouble: SimulatedTrouble, accessory: AccessoryName)

    // Companions and screens.
    /// Somebody does something with a companion; done at once.
    case companion(act: CompanionAct, companion: CompanionName)
    /// Somebody does something at a screen; done at once.
    case screen(act: ScreenAct, screen: ScreenName)

    // Tags, step by step.
    /// Hold the tag to the reader: done when the phone detected it, or lies there while the phone reads none.
    case present(tag: TagName, within: Span)
    /// Hold the tag to the reader and tear it away after so many answers: done when the phone noticed.
    case tearAway(tag: TagName, answers: Int, within: Span)
    /// Take the tag away: done when the phone noticed, or it is away while the phone reads none.
    case remove(tag: TagName, within: Span)
    /// Take one tag away and hold another to the reader at once: done when the other one is detected.
    case swap(tag: TagName, other: TagName, within: Span)
    /// Present the tag, leave it there for a span, remove it; the checks count what happens in it.
    case hold(tag: TagName, span: Span, checks: [Check])
    /// Read everything about the tag and check it; the phone shows and opens nothing for it.
    case inspect(tag: TagName, within: Span, checks: [TagExpectation])
    /// The user taps the newest notification: done when it was delivered, or when unlocking failed.
    case openNotification(within: Span)
    /// The user follows a link elsewhere, as in Messages; done at once.
    case followLink(url: String)
    /// A trouble of the reader that is over in a moment.
    case simulateReader(trouble: ReaderTrouble)

    // Checks.
    case expect(expectation: Expectation)
    /// Wait until something happens; what happened before the step does not count.
    case `await`(expectation: Expectation)
    /// For so long, and until the block ends, nothing happens but what the block's other words expect or bring about.
    case nothingElse(span: Span)
    case require(requirement: Requirement)

    // Blocks.
    /// The first `times` such messages of the phone within the steps are tampered with.
    case tampering(tampering: Tampering, message: MessageKind, times: Int, steps: [Step])
    /// A trouble that only a simulator can make, and that lasts as long as the steps.
    case simulating(trouble: SimulatedTrouble, accessory: AccessoryName, steps: [Step])
    /// A trouble of the network that lasts as long as the steps.
    case troubling(network: NetworkTrouble, steps: [Step])
    /// A trouble of the reader that lasts as long as the steps.
    case simulatingReader(trouble: ReaderTrouble, steps: [Step])
    /// The checks hold over all of the steps: see `Check`.
    case throughout(checks: [Check], steps: [Step])
    /// The lanes are played side by side; the block ends when all have.
    case together(lanes: [Lane])
    /// The steps, so many times over; counts begin anew each round.
    case `repeat`(times: Int, steps: [Step])
}

/// What two sides exchange before they range.
public enum ExchangeKind: String, Codable, Hashable, Sendable, CaseIterable {
    /// The accessory's configuration data against the phone's shareable configuration.
    case configuration
    /// The discovery tokens of two phones.
    case tokens
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
