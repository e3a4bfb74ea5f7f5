public import Ground
public import Links
public import NearbyInteraction
import UCI

/// Tells what each frame of a run means, in the order in which they went over the links.
///
/// It remembers what a meaning depends on: the handles that a discovery found, the request that waits for its
/// response, the segments of a packet, the command that a tag answers.
public struct MeaningDecoder: Sendable {
    private let ids: MessageIdentifiers
    private var accessories: [AccessoryName: ATTConversation] = [:]
    private var fromKit = UCIStream(.host)
    private var toKit = UCIStream(.device)
    private var tag = TagConversation()

    /// `ids` are the data channel's, where the accessory has others than Apple's sample app.
    public init(ids: MessageIdentifiers = .appleSample) { self.ids = ids }

    /// What something means that came from the world.
    public mutating func meaning(of inbound: Inbound, at now: Instant) -> FrameMeaning {
        switch inbound {
        case .bluetooth(let name, .frame(let bytes)):
            return accessories[name, default: ATTConversation(ids)].receive(bytes, fromPhone: false)
        case .bluetooth(let name, .connected): accessories[name]?.reconnect()
        case .kit(.bytes(let bytes)): return fromKit.receive(bytes, at: now)
        case .reader(.response(let bytes)): return tag.answer(bytes)
        case .reader(.tagFound(let identity)): tag.found(identity)
        case .reader(.tagsFound(let tags)): tag.found(tags.first)
        case .bluetooth, .kit, .reader, .stage, .console, .fault: break
        }
        return .event(inbound)
    }

    /// What something means that the phone or the director sent.
    public mutating func meaning(of outbound: Outbound, at now: Instant) -> FrameMeaning {
        switch outbound {
        case .bluetooth(let name, .frame(let bytes)):
            return accessories[name, default: ATTConversation(ids)].receive(bytes, fromPhone: true)
        case .kit(.bytes(let bytes)): return toKit.receive(bytes, at: now)
        case .kit(.open):
            fromKit.reopen()
            toKit.reopen()
        case .reader(.exchange(let bytes, _)): return tag.ask(bytes)
        case .bluetooth, .kit, .reader, .stage: break
        }
        return .request(outbound)
    }
}
