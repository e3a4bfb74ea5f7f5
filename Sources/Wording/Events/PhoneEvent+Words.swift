import Ground
public import Vocabulary

extension PhoneEvent {
    /// The event as a sentence without a full stop; text from a peer is not escaped.
    public var words: String {
        switch self {
        case .channel(_, let event): event.words
        case .nearby(_, let event): event.words
        case .sent(_, let message): "the phone sent \(message.rawValue)"
        case .tampered(_, let message, let tampering): "the rig tampered with \(message.rawValue): \(tampering)"
        case .distance(let name, let measured, let smoothed):
            "\(name): \(measured) measured, \(smoothed?.description ?? "nothing") smoothed"
        case .zone(let name, let change): "\(name) \(change.kind.rawValue) \(change.zone) at \(change.distance)"
        case .feature(let name, let feature, let isOn): "\(feature) \(isOn ? "on" : "off") for \(name)"
        case .kitReady(let name): name
        case .kitRanging(let name): "the kit ranges with \(name)"
        case .kitRound(let name, let failure):
            failure.map { "a ranging round with \(name) failed: \($0)" } ?? "a ranging round with \(name)"
        case .blindProbe(let name): "the probe of \(name) equals the true value"
        case .tag(let event): event.words
        case .companion(let name, let event): "\(name): \(event.words)"
        case .finding(_, let finding): "\(finding.weight.rawValue): \(finding)"
        case .fault(_, let fault): "\(fault.what); \(fault.remedy)"
        case .waits(_, let reason): reason
        }
    }
}
