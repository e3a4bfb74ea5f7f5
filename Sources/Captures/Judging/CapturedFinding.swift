public import Ground
public import Journal
public import Wording

/// A deviation that a capture shows by itself, and the frame that shows it.
public struct CapturedFinding: Hashable, Sendable {
    public let accessory: AccessoryName
    public let party: CapturedParty
    public let code: FailureCode
    public let weight: Finding.Weight
    /// The number of the frame in the trace, or of the last frame before something did not come.
    public let frame: Int
    public let instant: Instant
    public let text: Sentence

    /// Whether it proves that the accessory violates the protocol.
    public var isFaultOfAccessory: Bool { party == .accessory && weight == .fault }

    /// Whether it follows from a message before it that is not in the capture.
    var restsOnOrder: Bool { Self.ordered.contains(code) }
    /// Whether it follows from a message that is not in the capture.
    var restsOnAbsence: Bool { restsOnOrder || Self.unanswered.contains(code) }

    private static let ordered: Set<FailureCode> = [
        "configuration.unasked", "session.startedUnasked", "session.startedTwice", "session.stoppedUnasked",
        "gatt.notificationWithoutSubscription",
    ]
    private static let unanswered: Set<FailureCode> = [
        "exchange.noConfiguration", "exchange.smallMTU", "session.neverStarted", "session.stopUnanswered",
    ]
}

/// The findings and figures of one accessory in a capture.
public struct CapturedAccessory: Sendable {
    public let name: AccessoryName
    /// Whether another program made the capture, which may lack packets.
    public internal(set) var isOfOtherProgram = false
    public internal(set) var connections = 0
    /// The numbers of messages of the phone: initialize, configureAndStart, stop.
    public internal(set) var initializes = 0
    public internal(set) var starts = 0
    public internal(set) var stops = 0
    /// The number of the accessory's messages.
    public internal(set) var answers = 0
    /// The number of messages over another channel than the accessory's own.
    public internal(set) var messagesElsewhere = 0
    public internal(set) var findings: [CapturedFinding] = []
    /// The number of findings beyond those kept.
    public internal(set) var findingsBesides = 0
    /// The answer times, the ATT_MTU and the number of lost links.
    public internal(set) var figures: [Measured] = []
    /// Reasons why something was not judged.
    public internal(set) var notJudged: [Sentence] = []

    /// Whether anything of the accessory was judged: one of its messages, or one that it left unanswered.
    public var isJudged: Bool {
        answers > 0 || initializes + starts + stops > 0 && findings.contains { $0.party == .accessory }
    }
}
