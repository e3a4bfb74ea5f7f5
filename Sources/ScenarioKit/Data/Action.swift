public import Ground

/// The action of one step: a stimulus, a check, or a block of further steps.
public indirect enum Action: Codable, Hashable, Sendable {
    // The link.
    /// Find, connect, subscribe, pair, read or disconnect, and wait until it is done.
    case link(act: LinkAct, accessory: AccessoryName, within: Lapse)
    /// The phone deletes its key for the accessory.
    case forget(accessory: AccessoryName)
    /// Write raw messages without the app and its session, `apart` from each other; `zero` is back to back.
    case send(messages: [RawMessage], accessory: AccessoryName, apart: Lapse)

    // The session, the app and the system around it.
    /// Exchange configurations, from Initialize until the accessory reports that UWB started; or tokens, until the
    /// session ranges with the other phone.
    case exchange(kind: ExchangeKind, accessory: AccessoryName, within: Lapse)
    /// Send Stop and wait until the accessory reports that UWB stopped.
    case stop(accessory: AccessoryName, within: Lapse)
    /// An act of the app or the system on one session; takes no time.
    case session(act: SessionAct, accessory: AccessoryName)
    /// An act of the user or the system on the whole phone; takes no time.
    case system(act: SystemAct)

    // The bench.
    /// The phone moves and crosses zones on the way.
    case walk(course: WalkPath)
    /// The phone is put down at a distance from the accessory, optionally oriented to see it in a direction; takes no
    /// time.
    case place(accessory: AccessoryName, at: Distance, seen: SeenDirection? = nil)
    /// The phone is turned to the right and up, in the span `over`.
    case turn(by: SeenDirection, over: Lapse)
    /// The accessory is switched off and on, or reset to its factory state. Done when its power is back; it need not
    /// advertise yet.
    case power(change: PowerAct, accessory: AccessoryName, within: Lapse)
    /// Nothing moves for a span; the checks count the events in it.
    case stay(span: Lapse, checks: [Check])
    /// Present the tag, read it, route its content, remove it. `within` bounds presenting and reading.
    case tap(tag: TagName, within: Lapse, checks: [Check])
    /// An act with the other phone; takes no time.
    case peer(act: PeerAct, phone: AccessoryName)
    /// A momentary fault that only a simulator can cause.
    case simulate(trouble: InjectedFault, accessory: AccessoryName)

    // Companions and screens.
    /// An act with a companion; takes no time.
    case companion(act: CompanionAct, companion: CompanionName)
    /// An act at a screen; takes no time.
    case screen(act: ScreenAct, screen: ScreenName)

    // Tags, step by step.
    /// Hold the tag to the reader. Done when the phone detects it or, if the phone reads no tags, when it is in
    /// place.
    case present(tag: TagName, within: Lapse)
    /// Hold the tag to the reader and tear it away after a number of answers. Done when the phone notices.
    case tearAway(tag: TagName, answers: Int, within: Lapse)
    /// Take the tag away. Done when the phone notices or, if the phone reads no tags, when the tag is gone.
    case remove(tag: TagName, within: Lapse)
    /// Take one tag away and hold another to the reader immediately. Done when the other one is detected.
    case swap(tag: TagName, other: TagName, within: Lapse)
    /// Present the tag, leave it there for a span, remove it; the checks count the events in that time.
    case hold(tag: TagName, span: Lapse, checks: [Check])
    /// Read everything about the tag and check it. The phone neither shows nor opens anything.
    case inspect(tag: TagName, within: Lapse, checks: [TagExpectation])
    /// The user taps the newest notification. Done when it is delivered, or when unlocking fails.
    case openNotification(within: Lapse)
    /// The user follows a link elsewhere, for example in Messages; takes no time.
    case followLink(url: String)
    /// A momentary fault of the reader.
    case simulateReader(trouble: ReaderFailure)

    // Checks.
    case expect(expectation: Expectation)
    /// Wait until something happens. Events before the step do not count.
    case `await`(expectation: Expectation)
    /// For the span, and until the block ends, nothing happens except what the block's other words expect or cause.
    case nothingElse(span: Lapse)
    case require(requirement: Requirement)

    // Blocks.
    /// The first `times` messages of that kind from the phone are tampered with during the steps.
    case tampering(tampering: Tampering, message: MessageKind, times: Int, steps: [Step])
    /// A fault that only a simulator can cause, for the length of the steps.
    case simulating(trouble: InjectedFault, accessory: AccessoryName, steps: [Step])
    /// A network fault for the length of the steps.
    case troubling(network: NetworkDisturbance, steps: [Step])
    /// A reader fault for the length of the steps.
    case simulatingReader(trouble: ReaderFailure, steps: [Step])
    /// The checks hold over all of the steps: see `Check`.
    case throughout(checks: [Check], steps: [Step])
    /// The lanes are played side by side. The block ends when all of them have.
    case together(lanes: [Lane])
    /// The steps, played `times` times. Counts start over in each round.
    case `repeat`(times: Int, steps: [Step])
}

/// The data that two sides exchange before they range.
public enum ExchangeKind: String, Codable, Hashable, Sendable, CaseIterable {
    /// The accessory's configuration data against the phone's shareable configuration.
    case configuration
    /// The discovery tokens of two phones.
    case tokens
}

/// Steps that are played in sequence, next to those of other lanes.
public struct Lane: Codable, Hashable, Sendable {
    /// The steps in the order in which they are played.
    public let steps: [Step]
    /// The place in the source; for shared steps, the line that asks for them.
    public let spot: SourceSpot

    /// Creates a lane from data; the word is `Lane { }`.
    public init(_ steps: [Step], spot: SourceSpot) {
        self.steps = steps
        self.spot = spot
    }
}
