import Ground
import Links

// What is no bytes: what the phone and the director ask for, and what happens.

extension Outbound {
    /// The act in one or two words, for filters.
    var kind: String {
        switch self {
        case .bluetooth(_, .connect): "connect"
        case .bluetooth(_, .find): "find"
        case .bluetooth(_, .frame): "att"
        case .bluetooth(_, .pair): "pair"
        case .bluetooth(_, .forget): "forget"
        case .bluetooth(_, .disconnect): "disconnect"
        case .kit(.open), .reader(.open): "open"
        case .kit(.close), .reader(.close): "close"
        case .kit(.bytes): "uci"
        case .reader(.poll): "poll"
        case .reader(.exchange): "tag command"
        case .reader(.checkPresence): "presence"
        case .stage: "stage"
        }
    }

    func text(_ style: inout MeaningStyle) -> String {
        switch self {
        case .bluetooth(_, .connect(let limit)): "connect within \(limit)"
        case .bluetooth(_, .find(let limit)): "find it within \(limit)"
        case .bluetooth(_, .frame(let bytes)), .kit(.bytes(let bytes)), .reader(.exchange(let bytes, _)): bytes.shown()
        case .bluetooth(_, .pair): "encrypt the link, pair where needed"
        case .bluetooth(_, .forget): "forget the key"
        case .bluetooth(_, .disconnect): "disconnect"
        case .kit(.open): "open the kit"
        case .kit(.close): "close the kit"
        case .reader(.open): "open the reader"
        case .reader(.poll): "look for tags"
        case .reader(.checkPresence): "is the tag still there"
        case .reader(.close): "close the reader"
        case .stage(let request): request.text
        }
    }
}

extension StageRequest {
    var text: String {
        let text =
            switch self {
            case .place(let name, let distance): "place \(name) at \(distance)"
            case .move(let name, let from, let to, let speed): "move \(name) from \(from) to \(to) at \(speed)"
            case .present(let tag): "hold \(tag) to the reader"
            case .remove(let tag): "take \(tag) away"
            case .tearAway(let tag, let answers): "tear \(tag) away after \(answers) answers"
            case .swap(let tag, let other): "take \(tag) away and hold \(other) there"
            case .readerTrouble(let trouble, let begins):
                "reader trouble \(trouble.rawValue) \(begins ? "begins" : "ends")"
            case .dropLink(let name): "cut the radio of \(name)"
            case .power(let name, let act): "power of \(name): \(act.rawValue)"
            case .silenceUWB(let name, let isOn): isOn ? "silence ranging of \(name)" : "let \(name) range again"
            }
        return text.escapedForDisplay
    }
}

extension Inbound {
    /// What happened in one or two words, for filters.
    var kind: String {
        switch self {
        case .bluetooth(_, .discovered): "discovered"
        case .bluetooth(_, .connected): "connected"
        case .bluetooth(_, .connectFailed): "connect failed"
        case .bluetooth(_, .frame): "att"
        case .bluetooth(_, .encrypted): "encrypted"
        case .bluetooth(_, .pairingBegan): "pairing began"
        case .bluetooth(_, .pairingFailed): "pairing failed"
        case .bluetooth(_, .connectionParametersRequested): "parameters"
        case .bluetooth(_, .finding): "finding"
        case .bluetooth(_, .disconnected): "disconnected"
        case .kit(.opened), .reader(.opened): "opened"
        case .kit(.bytes): "uci"
        case .reader(.tagFound): "tag found"
        case .reader(.tagsFound): "tags found"
        case .reader(.noTag): "no tag"
        case .reader(.response): "tag response"
        case .reader(.exchangeFailed): "exchange failed"
        case .reader(.readerFailed): "reader failed"
        case .reader(.tagPresent): "tag present"
        case .reader(.tagAbsent): "tag absent"
        case .reader(.lost): "reader lost"
        case .stage: "stage"
        case .console: "console"
        case .fault: "fault"
        }
    }

    func text(_ style: inout MeaningStyle) -> String {
        switch self {
        case .bluetooth(_, let event): event.text(&style)
        case .kit(.opened(let name)): "kit open: \(name.escapedForDisplay)"
        case .kit(.bytes(let bytes)): bytes.shown()
        case .reader(let event): event.text(&style)
        case .stage(.arrived(let name)): "\(name) arrived".escapedForDisplay
        case .stage(.presented(let tag)): "\(tag) is at the reader".escapedForDisplay
        case .stage(.removed(let tag)): "\(tag) is away".escapedForDisplay
        case .stage(.powered(let name)): "\(name) has power".escapedForDisplay
        case .console(_, let line): "console: \(ConsoleMask.masked(line, style.purpose).escapedForDisplay)"
        case .fault(_, let fault): "fault of the rig: \(fault.description.escapedForDisplay)"
        }
    }
}

extension BluetoothEvent {
    func text(_ style: inout MeaningStyle) -> String {
        switch self {
        case .discovered(let advertisement):
            let name = advertisement.name.map { " \"\($0.escapedForDisplay)\"" } ?? " without a name"
            let services = advertisement.services.map(\.escapedForDisplay).joined(separator: ", ")
            return "advertises: \(style.device(advertisement.address))\(name)"
                + (services.isEmpty ? "" : ", services \(services)")
                + (style.purpose == .comparing ? "" : advertisement.rssi.map { ", \($0) dBm" } ?? "")
        case .connected(let address): return "connected to \(style.device(address))"
        case .connectFailed(let reason): return "connect failed: \(reason.escapedForDisplay)"
        case .frame(let bytes): return bytes.shown()
        case .encrypted(let security): return "encrypted: \(security)"
        case .pairingBegan: return "the accessory began to pair"
        case .pairingFailed(let reason): return "pairing failed: \(reason.escapedForDisplay)"
        case .connectionParametersRequested(let parameters): return "asks for \(parameters)"
        case .finding(let finding): return "finding: \(finding.description.escapedForDisplay)"
        case .disconnected(let reason): return "disconnected: \(reason.description.escapedForDisplay)"
        }
    }
}

extension ReaderEvent {
    func text(_ style: inout MeaningStyle) -> String {
        switch self {
        case .opened(let name): return "reader open: \(name.escapedForDisplay)"
        case .tagFound(let identity): return "tag \(identity.text(&style))"
        case .tagsFound(let tags):
            return "\(counted(tags.count, "tag")): " + tags.map { $0.text(&style) }.joined(separator: "; ")
        case .noTag: return "no tag"
        case .response(let bytes): return bytes.shown()
        case .exchangeFailed(let reason): return "no answer of the tag: \(reason.escapedForDisplay)"
        case .readerFailed(let reason): return "the reader failed, and not the tag: \(reason.escapedForDisplay)"
        case .tagPresent: return "the tag is there"
        case .tagAbsent: return "the tag is gone"
        case .lost(let reason): return "the reader is gone: \(reason.escapedForDisplay)"
        }
    }
}

extension TagIdentity {
    /// Whether the tag draws its id anew each time; those begin with 08 and have four bytes (ISO 14443-3).
    var hasRandomID: Bool { uid.count == 4 && uid.first == 0x08 }

    fileprivate func text(_ style: inout MeaningStyle) -> String {
        let id = hasRandomID ? style.random(uid, separator: ":") : uid.hex(separator: ":")
        return "\(id), SAK \(sak.hexadecimal), ATQA \(atqa.hexadecimal)" + (ats.isEmpty ? "" : ", ATS \(ats.shown())")
    }
}
