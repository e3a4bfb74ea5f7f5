import Ground
import Journal
import NearbyInteraction
import ScenarioKit
import Vocabulary
import Wording

// The evidence in a journal entry, taken from its bytes if there are any.

extension JournalEntry {
    var frame: FrameRecord? { if case .frame(let frame) = event { frame } else { nil } }

    /// Returns whether the entry is an act on a link without bytes: `connected`, `disconnected`, `encrypted`.
    func isAct(_ kind: String, on link: LinkID) -> Bool { frame?.kind == kind && frame?.link == link }

    /// Returns the phone's report, as its kind and sentence.
    func report(on link: LinkID) -> (kind: String, text: String)? {
        guard case .phone(let event) = event, event.link == link else { return nil }
        return (event.kind.rawValue, event.words)
    }

    /// Returns an accessory's message: the value that it notified.
    func message(from name: AccessoryName) -> [UInt8]? {
        guard let frame, frame.link == .bluetooth(name), frame.kind == "att", frame.direction == .inbound,
            frame.bytes.first == 0x1B, frame.bytes.count >= 3
        else { return nil }
        return Array(frame.bytes[3...])
    }

    /// Returns a message of the phone: the value that it wrote, or the beginning of one written in parts.
    func message(to name: AccessoryName) -> [UInt8]? {
        guard let frame, frame.link == .bluetooth(name), frame.kind == "att", frame.direction == .outbound,
            let opcode = frame.bytes.first
        else { return nil }
        switch opcode {
        case 0x12 where frame.bytes.count >= 3, 0x52 where frame.bytes.count >= 3: return Array(frame.bytes[3...])
        case 0x16 where frame.bytes.count >= 5 && frame.bytes[3] == 0 && frame.bytes[4] == 0:
            return Array(frame.bytes[5...])
        default: return nil
        }
    }

    /// Returns whether the entry is an accessory's response with this opcode.
    func isResponse(_ opcode: UInt8, from name: AccessoryName) -> Bool {
        guard let frame, frame.link == .bluetooth(name), frame.direction == .inbound else { return false }
        return frame.bytes.first == opcode
    }

    /// Returns whether the entry is a write of the two bytes that enable notifications.
    func isSubscription(to name: AccessoryName) -> Bool { message(to: name) == [0x01, 0x00] }

    /// Whether the entry is a round that the kit reported, with or without a distance: SESSION_INFO_NTF.
    var isRound: Bool {
        guard let frame, frame.link == .kit, frame.direction == .inbound, frame.bytes.count > 4 else {
            return false
        }
        return frame.bytes[0] == 0x62 && frame.bytes[1] == 0x00
    }
}

extension MessageKind {
    /// The first byte of the message; nil for messages without a known identifier.
    var identifier: UInt8? {
        switch self {
        case .initialize: 0x0A
        case .shareableConfiguration: 0x0B
        case .stop: 0x0C
        case .configuration: 0x01
        case .didStart: 0x02
        case .didStop: 0x03
        case .paired: 0x04
        case .deviceStructure: 0x20
        case .notification: 0x2F
        case .token: PeerMessage.tokenID
        case .distance: PeerMessage.distanceID
        case .other: nil
        }
    }

    func isName(of message: [UInt8]) -> Bool {
        guard let identifier else {
            return !MessageKind.allCases.contains { $0.identifier != nil && $0.identifier == message.first }
        }
        return message.first == identifier
    }
}

extension Outcome {
    /// Whether a journal entry can show the outcome: a direction appears only in figures.
    var canBeShown: Bool { if case .direction = self { false } else { true } }

    func isShown(by entry: JournalEntry) -> Bool? {
        switch self {
        case .disconnected(let name): entry.isAct("disconnected", on: .bluetooth(name))
        case .encrypted(let name): entry.isAct("encrypted", on: .bluetooth(name))
        case .paired(let name):
            entry.isAct("encrypted", on: .bluetooth(name)) && entry.frame?.values["isBonded"] == .flag(false)
        case .pairingFailed(let name): entry.isAct("pairing failed", on: .bluetooth(name))
        case .received(let message, let name): entry.message(from: name).map { message.isName(of: $0) } ?? false
        case .sent(let message, let name): entry.message(to: name).map { message.isName(of: $0) } ?? false
        case .writeRefused(let name): entry.isResponse(0x01, from: name)
        case .console(let name, let text):
            entry.frame?.link == .console(name)
                && entry.frame?.meaning?.lowercased().contains(text.lowercased()) == true
        case .screenConsole(let name, let text):
            entry.frame?.link == .console(name.printer)
                && entry.frame?.meaning?.lowercased().contains(text.lowercased()) == true
        case .reported(let report, let name): isShown(report, by: name, in: entry)
        case .ranging(let name):
            if case .phone(.distance(name, _, _)) = entry.event { true } else { false }
        case .direction: nil
        case .anyOf(let outcomes): outcomes.contains { $0.isShown(by: entry) == true }
        default: isReported(by: entry)
        }
    }

    /// Returns whether the entry contains the accessory's own report, as a line or a message.
    private func isShown(_ report: AccessoryReport, by name: AccessoryName, in entry: JournalEntry) -> Bool {
        if case .message(let bytes) = report { return entry.message(from: name)?.starts(with: bytes) == true }
        if case .distance(.sent(let field)) = report {
            return entry.message(from: name).flatMap { field.distance(in: $0) } != nil
        }
        guard entry.frame?.link == .console(name), case .text(let line)? = entry.frame?.values["text"] else {
            return false
        }
        return report.lines.contains { pattern in
            if case .line? = (try? LineMatcher(pattern))?.match(line) { true } else { false }
        }
    }

    /// Returns whether the phone's reports show an outcome that has no bytes.
    private func isReported(by entry: JournalEntry) -> Bool? {
        func reports(_ name: AccessoryName, _ kind: String, _ text: String = "") -> Bool {
            guard let report = entry.report(on: .bluetooth(name)) else { return false }
            return report.kind == kind && (text.isEmpty || report.text.contains(text))
        }
        func kitReports(_ kind: String, _ start: String) -> Bool {
            guard let report = entry.report(on: .kit) else { return false }
            return report.kind == kind && report.text.hasPrefix(start)
        }
        switch self {
        case .found(let name): return reports(name, "discovered")
        case .connected(let name): return reports(name, "ready")
        case .parametersRequested(let name, let isAcceptable):
            return reports(name, "parameters", isAcceptable ? "which phones accept" : "which phones may refuse")
        case .removed(let name, let reason): return reports(name, "didRemove", reason.rawValue)
        case .retry(let name): return reports(name, "retry")
        case .gaveUp(let name, let reason):
            return reports(name, "gave up", reason?.rawValue ?? "")
        case .invalidated(let name, let code):
            return reports(name, "didInvalidate", code.map { "\($0.code)" } ?? "")
                || (code == nil && reports(name, "invalidated"))
        case .suspended(let name): return reports(name, "sessionWasSuspended")
        case .suspensionEnded(let name): return reports(name, "sessionSuspensionEnded")
        case .addressClash(let name): return reports(name, "address clash")
        case .prompted:
            if case .phone(.nearby(_, .prompted)) = entry.event { return true } else { return false }
        case .kitMeasured: return kitReports("still ranges", "")
        case .entered(let zone, let name): return kitReports("zone", "\(name) entered \(zone) at")
        case .left(let zone, let name): return kitReports("zone", "\(name) left \(zone) at")
        case .zoneChange(let name): return kitReports("zone", "\(name) ")
        case .feature(let feature, let isOn, let name):
            return kitReports("feature", "\(feature) \(isOn ? "on" : "off") for \(name)")
        default: return isToldOfTags(by: entry)
        }
    }
}
