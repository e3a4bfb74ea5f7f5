public import Ground
public import Links
public import NearbyInteraction
import UCI

/// Tells what each frame of a run means, in the order in which they went over the links.
///
/// It remembers what a meaning depends on: the handles that a discovery found, the request that waits for its
/// response, the segments of a packet, the command that a tag answers.
public struct MeaningDecoder: Sendable {
    var channels: [LinkID: ATTConversation] = [:]
    var fromKit = UCIStream(.host)
    var toKit = UCIStream(.device)
    var kitLine = KitLineDialect()
    var textFromKit = CLIStream()
    var textToKit = CLIStream()
    var tag = TagConversation()
    var streams: [LinkID: StreamConversation] = [:]
    var agents: [LinkID: AgentConversation] = [:]

    /// The data channels of accessories that have one of their maker's own.
    private var ownChannels: [AccessoryName: DataChannelProfile] = [:]

    public init() {}

    /// Learns of data channels of their makers' own, before the first frame of such an accessory.
    public mutating func learn(_ channels: [AccessoryName: DataChannelProfile]) {
        ownChannels.merge(channels) { $1 }
    }

    /// What a PDU means between the phone and the accessory on this link.
    mutating func receive(_ pdu: [UInt8], on link: LinkID, fromPhone: Bool) -> FrameMeaning {
        // In two steps: the dictionary must not be asked for a default while it is being changed.
        if !ownChannels.isEmpty, channels[link] == nil {
            channels[link] = ATTConversation(own: ownChannels[link.accessoryOnBluetooth])
        }
        return channels[link, default: ATTConversation(own: nil)].receive(pdu, fromPhone: fromPhone)
    }

    /// The same for whole messages on a connection, whatever came of them in pieces before.
    public func betweenMessages(on link: LinkID) -> MeaningDecoder {
        var decoder = self
        (decoder.streams[link], decoder.agents[link]) = (nil, nil)
        return decoder
    }

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
