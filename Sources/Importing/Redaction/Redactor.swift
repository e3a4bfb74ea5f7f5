import Ground
import Links
public import Recordings
import Traces

/// Replaces what a trace should not tell strangers, event by event, so that it can be shared.
///
/// Addresses, names, keys, session ids, vectors, tag contents and all values that are not known to be harmless are
/// replaced: the same by the same within one trace, with the same length, by numbers in the order of meeting them. Once
/// 16 MiB are known, what is new becomes zeros. Packets that somebody else saw are left out, because they have such
/// things in places that are not looked at; notes keep their kind alone. Instants, the scenario's and the rig's
/// identifiers, and the verdict stay.
public struct Redactor: Sendable {
    private static let hidden = "redacted"

    private var substitutes = Substitutes()
    private var names: [AccessoryName: AccessoryName] = [:]
    private var tags: [TagName: TagName] = [:]
    private var channels: [AccessoryName: ATTRedaction] = [:]
    private var fromKit = UCIRedaction()
    private var toKit = UCIRedaction()
    private var tagDialogue = TagRedaction()

    public init() {}

    /// The event as it may be shared; nil for one that is left out.
    public mutating func receive(_ event: TraceEvent) -> TraceEvent? {
        switch event {
        case .began(var header):
            header.accessories = header.accessories.map { name($0) }
            header.scenarioText = ""
            header.rigText = ""
            return .began(header)
        case .received(let arrival, let now, let number):
            return .received(Arrival(redact(arrival.inbound), at: arrival.instant), now: now, number: number)
        case .sent(let outbound, let instant, let number):
            return .sent(redact(outbound), at: instant, number: number)
        case .journal(let note):
            return .journal(TraceNote(note.kind, at: note.instant, text: Self.hidden, line: []))
        case .kernel: return nil
        case .gap: return .gap("something is missing here")
        case .ended(let verdict, let reason): return .ended(verdict: verdict, reason: reason.map { _ in Self.hidden })
        case .waited, .clock, .stoodStill, .interrupted: return event
        }
    }

    private mutating func name(_ original: AccessoryName) -> AccessoryName {
        if let known = names[original] { return known }
        let name = AccessoryName("accessory\(names.count + 1)")
        names[original] = name
        return name
    }

    private mutating func tag(_ original: TagName) -> TagName {
        if let known = tags[original] { return known }
        let name = TagName("tag\(tags.count + 1)")
        tags[original] = name
        return name
    }

    private mutating func link(_ original: LinkID) -> LinkID {
        switch original {
        case .bluetooth(let accessory): .bluetooth(name(accessory))
        case .console(let accessory): .console(name(accessory))
        case .kit, .reader, .stage: original
        }
    }

    private mutating func pdu(_ bytes: [UInt8], of accessory: AccessoryName, isSent: Bool) -> [UInt8] {
        channels[accessory, default: ATTRedaction()].redact(bytes, isSent: isSent, &substitutes)
    }

    // MARK: What came

    private mutating func redact(_ inbound: Inbound) -> Inbound {
        switch inbound {
        case .bluetooth(let accessory, let event): .bluetooth(name(accessory), redact(event, of: accessory))
        case .kit(.opened(let text)): .kit(.opened(substitutes.text(for: text)))
        case .kit(.bytes(let bytes)): .kit(.bytes(fromKit.redact(bytes, &substitutes)))
        case .reader(let event): .reader(redact(event))
        case .stage(.arrived(let accessory)): .stage(.arrived(name(accessory)))
        case .stage(.presented(let tag)): .stage(.presented(self.tag(tag)))
        case .stage(.removed(let tag)): .stage(.removed(self.tag(tag)))
        case .stage(.powered(let accessory)): .stage(.powered(name(accessory)))
        case .console(let accessory, let line): .console(name(accessory), substitutes.text(for: line))
        case .fault(let link, let fault):
            .fault(self.link(link), RigFault(substitutes.text(for: fault.what), remedy: Self.hidden))
        }
    }

    private mutating func redact(_ event: BluetoothEvent, of accessory: AccessoryName) -> BluetoothEvent {
        switch event {
        // What was asked for on the old link is not answered on the new one.
        case .connected, .disconnected: channels[accessory] = nil
        default: break
        }
        return switch event {
        case .discovered(let heard):
            .discovered(
                Advertisement(
                    address: substitutes.address(heard.address), rssi: heard.rssi,
                    name: heard.name.map { substitutes.text(for: $0) }, services: heard.services))
        case .connected(let address): .connected(substitutes.address(address))
        case .connectFailed(let text): .connectFailed(substitutes.text(for: text))
        case .frame(let bytes): .frame(pdu(bytes, of: accessory, isSent: false))
        case .pairingFailed(let text): .pairingFailed(substitutes.text(for: text))
        case .finding(let finding):
            .finding(
                Finding(finding.code, finding.weight, substitutes.text(for: finding.meaning), offset: finding.offset))
        case .disconnected(.other(let text)): .disconnected(.other(text: substitutes.text(for: text)))
        case .encrypted, .pairingBegan, .connectionParametersRequested, .disconnected: event
        }
    }

    private mutating func redact(_ event: ReaderEvent) -> ReaderEvent {
        switch event {
        case .opened(let text): .opened(substitutes.text(for: text))
        case .tagFound(let identity): .tagFound(TagRedaction.redact(identity, &substitutes))
        case .tagsFound(let identities):
            .tagsFound(identities.map { TagRedaction.redact($0, &substitutes) })
        case .response(let bytes): .response(tagDialogue.answer(bytes, &substitutes))
        case .exchangeFailed(let text): .exchangeFailed(substitutes.text(for: text))
        case .readerFailed(let text): .readerFailed(substitutes.text(for: text))
        case .lost(let text): .lost(substitutes.text(for: text))
        case .noTag, .tagPresent, .tagAbsent: event
        }
    }

    // MARK: What was sent

    private mutating func redact(_ outbound: Outbound) -> Outbound {
        switch outbound {
        case .bluetooth(let accessory, .frame(let bytes)):
            .bluetooth(name(accessory), .frame(pdu(bytes, of: accessory, isSent: true)))
        case .bluetooth(let accessory, let request): .bluetooth(name(accessory), request)
        case .kit(.bytes(let bytes)): .kit(.bytes(toKit.redact(bytes, &substitutes)))
        case .kit: outbound
        case .reader(.exchange(let bytes, let limit)):
            .reader(.exchange(tagDialogue.command(bytes, &substitutes), within: limit))
        case .reader: outbound
        case .stage(let request): .stage(redact(request))
        }
    }

    private mutating func redact(_ request: StageRequest) -> StageRequest {
        switch request {
        case .place(let accessory, let distance): .place(name(accessory), distance)
        case .move(let accessory, let from, let to, let speed): .move(name(accessory), from: from, to: to, at: speed)
        case .present(let tag): .present(self.tag(tag))
        case .remove(let tag): .remove(self.tag(tag))
        case .tearAway(let tag, let answers): .tearAway(self.tag(tag), afterAnswers: answers)
        case .swap(let tag, let other): .swap(self.tag(tag), for: self.tag(other))
        case .readerTrouble: request
        case .dropLink(let accessory): .dropLink(name(accessory))
        case .power(let accessory, let act): .power(name(accessory), act)
        case .silenceUWB(let accessory, let isOn): .silenceUWB(name(accessory), isOn)
        }
    }
}
