public import Ground
public import Links
import Wording

/// Where a live bench first did something else than what was recorded.
public struct LiveDifference: Hashable, Sendable {
    /// What happened, and what was recorded.
    public enum Kind: Hashable, Sendable {
        /// Something else arrived than the recorded thing; the text says in what, where that is not to be seen.
        case differs(Inbound, from: Inbound, why: String?)
        /// Something arrived where the recording has nothing.
        case unrecorded(Inbound)
        /// What was recorded did not arrive, for so long.
        case missing(Inbound, waited: Span)
        /// A recorded frame could not be sent, because the link is down.
        case unsendable(Outbound)
        /// What comes again and again in one of the two runs does not in the other, as the text says.
        case stream(String)
    }

    public let kind: Kind
    public let link: LinkID
    /// The number of the recorded frame that differs, or else of the last one before it.
    public let frame: Int
    /// The live bench's time when it showed.
    public let instant: Instant
    /// How many live frames there were up to then, the one that differs included.
    public let liveFrame: Int
    /// Whether kit, reader or stage alone made it: then it says nothing about the accessory.
    public let isOfRig: Bool

    init(_ kind: Kind, on link: LinkID, frame: Int, at instant: Instant, liveFrame: Int, isOfRig: Bool = false) {
        self.kind = kind
        self.link = link
        self.frame = frame
        self.instant = instant
        self.liveFrame = liveFrame
        self.isOfRig = isOfRig
    }
}

extension LiveDifference {
    /// One sentence that names the recorded frame and what it means, without its full stop; safe to print.
    ///
    /// The closures say what a frame means; by default they give its kind and its bytes.
    public func text(
        outbound: (Outbound) -> String = Divergence.words(for:), then: (Inbound) -> String = Divergence.words(for:),
        now: (Inbound) -> String = Divergence.words(for:)
    ) -> String {
        Sentence.about(Sentence.frame(frame, on: link), what(outbound, then, now)).description
    }

    private func what(
        _ outbound: (Outbound) -> String, _ recorded: (Inbound) -> String, _ live: (Inbound) -> String
    ) -> Sentence {
        switch kind {
        case .differs(let now, from: let then, let why):
            .came(live(now), recorded: recorded(then), why: why)
        case .unrecorded(let now): .came(live(now))
        case .missing(let then, let span): .nothingCame(for: span, recorded: recorded(then))
        case .unsendable(let request): .cannotSend(outbound(request))
        case .stream(let text): .told(text.escapedForDisplay)
        }
    }
}

extension LiveDifference: CustomStringConvertible {
    public var description: String { text() }
}
