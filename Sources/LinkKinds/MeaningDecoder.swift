public import Ground
public import Links
public import NearbyInteraction
import UCI

/// Tells what each frame of a run means, in the order in which they went over the links.
///
/// It remembers what a meaning depends on: the handles that a discovery found, the request that waits for its
/// response, the segments of a packet, the command that a tag answers.
public struct MeaningDecoder: Sendable {
    let ids: MessageIdentifiers
    var channels: [LinkID: ATTConversation] = [:]
    var fromKit = UCIStream(.host)
    var toKit = UCIStream(.device)
    var kitLine = KitLineDialect()
    var textFromKit = CLIStream()
    var textToKit = CLIStream()
    var tag = TagConversation()
    var streams: [LinkID: StreamConversation] = [:]

    /// `ids` are the data channel's, where the accessory has others than Apple's sample app.
    public init(ids: MessageIdentifiers = .appleSample) { self.ids = ids }

    /// The line to the kit was opened anew: what is incomplete on it is of before.
    mutating func reopenKit() {
        fromKit.reopen()
        toKit.reopen()
        kitLine.reopen()
        (textFromKit, textToKit) = (CLIStream(), CLIStream())
    }

    /// What something means that came from the world.
    public mutating func meaning(of inbound: Inbound, at now: Instant) -> FrameMeaning {
        inbound.frame.meaning(&self, on: inbound.link, at: now) ?? .event(inbound)
    }

    /// What something means that the phone or the director sent.
    public mutating func meaning(of outbound: Outbound, at now: Instant) -> FrameMeaning {
        outbound.frame.meaning(&self, on: outbound.link, at: now) ?? .request(outbound)
    }
}
