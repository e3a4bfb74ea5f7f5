public import Ground
public import Links
public import NearbyInteraction

/// The state of one trace's redaction: the substitutes, and the position of each link's dialogue.
public struct Redaction: Sendable {
    static let hidden = "redacted"

    var substitutes = Substitutes()
    private var names: [AccessoryName: AccessoryName] = [:]
    private var tags: [TagName: TagName] = [:]
    var channels: [LinkID: ATTRedaction] = [:]
    var kitLine = KitLineDialect()
    var fromKit = UCIRedaction()
    var toKit = UCIRedaction()
    var tagDialogue = TagRedaction()
    var streams: [LinkID: StreamRedaction] = [:]
    var agents: [LinkID: AgentRedaction] = [:]

    /// The message ids of accessories whose ids differ from those of Apple's sample app.
    private var identifiers: [AccessoryName: MessageIdentifiers] = [:]

    public init() {}

    /// Learns vendor-specific data channels; call this before the first frame of such an accessory. Returns them by
    /// the accessories' pseudonyms.
    public mutating func learn(
        _ channels: [AccessoryName: DataChannelProfile]
    ) -> [AccessoryName: DataChannelProfile] {
        identifiers.merge(channels.mapValues(\.identifiers)) { $1 }
        return Dictionary(uniqueKeysWithValues: channels.map { (name($0), $1) })
    }

    /// Returns a PDU in shareable form; `isSent` is whether the phone's side sent it.
    mutating func redact(_ pdu: [UInt8], on link: LinkID, isSent: Bool) -> [UInt8] {
        if !identifiers.isEmpty, channels[link] == nil {
            channels[link] = ATTRedaction(identifiers[link.accessoryOnBluetooth] ?? .appleSample)
        }
        return channels[link, default: ATTRedaction(.appleSample)].redact(pdu, isSent: isSent, &substitutes)
    }

    public mutating func redact(_ inbound: Inbound) -> Inbound {
        inbound.frame.redacted(&self, on: inbound.link).inbound(on: link(inbound.link))
    }

    public mutating func redact(_ outbound: Outbound) -> Outbound {
        outbound.frame.redacted(&self, on: outbound.link).outbound(on: link(outbound.link))
    }

    public mutating func name(_ original: AccessoryName) -> AccessoryName {
        if let known = names[original] { return known }
        let name = AccessoryName("accessory\(names.count + 1)")
        names[original] = name
        return name
    }

    mutating func tag(_ original: TagName) -> TagName {
        if let known = tags[original] { return known }
        let name = TagName("tag\(tags.count + 1)")
        tags[original] = name
        return name
    }

    mutating func text(_ original: String) -> String { substitutes.text(for: original) }

    private mutating func link(_ original: LinkID) -> LinkID {
        guard case .stream(.agent(let companion, let connection)) = original else {
            return original.renamed { name($0) }
        }
        return .stream(.agent(of: CompanionName(text(companion.rawValue)), connection: connection))
    }
}
