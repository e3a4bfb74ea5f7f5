public import Ground
public import Links
import Wording

/// The first point at which a live bench differs from the recording.
public struct LiveDifference: Hashable, Sendable {
    /// The difference between the live bench and the recording.
    public enum Kind: Hashable, Sendable {
        /// Something other than the recorded item arrived. The text names the difference where it is not obvious.
        case differs(Inbound, from: Inbound, why: String?)
        /// Something arrived where the recording has nothing.
        case unrecorded(Inbound)
        /// A recorded arrival did not occur within the given time.
        case missing(Inbound, waited: Lapse)
        /// A recorded frame could not be sent because the link is down.
        case unsendable(Outbound)
        /// A stream of repeated arrivals is present in only one of the two runs, as the text explains.
        case stream(String)
    }

    public let kind: Kind
    public let link: LinkID
    /// The number of the recorded frame that differs, or else of the last one before it.
    public let frame: Int
    /// The live bench's time at which the difference appeared.
    public let instant: Instant
    /// The number of live frames up to and including the one that differs.
    public let liveFrame: Int
    /// Whether the kit, reader or stage alone caused the difference, so that it shows nothing about the accessory.
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
    /// One sentence, without a full stop, that names the recorded frame and its meaning; safe to print.
    ///
    /// The closures describe a frame's meaning; by default they give its kind and bytes.
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
