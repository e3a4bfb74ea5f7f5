public import Ground
public import Links
import NearbyInteraction
import UWB

/// Decodes the meaning of each frame of a run, in the order in which frames crossed the links.
///
/// It keeps the state on which meanings depend: the handles found by discovery, the request that awaits its response,
/// the segments of a packet, the command that a tag answers.
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

    /// The vendor-specific data channels of accessories.
    private var ownChannels: [AccessoryName: DataChannelProfile] = [:]
    private var handles: [AccessoryName: ChannelHandles] = [:]

    public init() {}

    /// Learns the data channels that a trace names. Call this before its first frame.
    public mutating func learn(_ header: TraceHeader) {
        ownChannels.merge(header.channels) { $1 }
        handles.merge(header.handles) { $1 }
    }

    /// Decodes a PDU between the phone and the accessory on this link.
    mutating func receive(_ pdu: [UInt8], on link: LinkID, fromPhone: Bool) -> FrameMeaning {
        // Two steps, because the dictionary must not be asked for a default during its own mutation.
        if !ownChannels.isEmpty || !handles.isEmpty, channels[link] == nil {
            let name = link.accessoryOnBluetooth
            channels[link] = ATTConversation(own: ownChannels[name], handles: handles[name])
        }
        return channels[link, default: ATTConversation(own: nil)].receive(pdu, fromPhone: fromPhone)
    }

    /// Returns a decoder for whole messages on a connection, regardless of earlier partial data.
    public func betweenMessages(on link: LinkID) -> MeaningDecoder {
        var decoder = self
        (decoder.streams[link], decoder.agents[link]) = (nil, nil)
        return decoder
    }

    /// Discards incomplete data on the kit's line because the line was reopened.
    mutating func reopenKit() {
        fromKit.reopen()
        toKit.reopen()
        kitLine.reopen()
        (textFromKit, textToKit) = (CLIStream(), CLIStream())
    }

    /// Returns the meaning of an inbound frame.
    public mutating func meaning(of inbound: Inbound, at now: Instant) -> FrameMeaning {
        inbound.frame.meaning(&self, on: inbound.link, at: now) ?? .event(inbound)
    }

    /// Returns the meaning of a frame that the phone or the director sent.
    public mutating func meaning(of outbound: Outbound, at now: Instant) -> FrameMeaning {
        outbound.frame.meaning(&self, on: outbound.link, at: now) ?? .request(outbound)
    }
}
