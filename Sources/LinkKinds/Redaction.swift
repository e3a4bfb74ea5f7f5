public import Ground
public import Links

/// What one trace's redaction remembers: which substitute stands for what, and where in its dialogue each link is.
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

    public init() {}

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

    private mutating func link(_ original: LinkID) -> LinkID { original.renamed { name($0) } }
}
