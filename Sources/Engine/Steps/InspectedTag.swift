import Ground
import Journal
import NDEF
import ScenarioKit
import TagRouting

/// A tag that was read in full, held against what a scenario wants of it.
struct InspectedTag: Sendable {
    let facts: TagFacts
    let decision: RouteDecision
    /// Everything that was found about its memory, its message and its link.
    let findings: [Finding]
    private let records: [NDEFRecord]
    /// Why there are no records.
    private let trouble: String

    init(facts: TagFacts, contents: TagContents, decision: RouteDecision, findings: [Finding]) {
        self.facts = facts
        self.decision = decision
        self.findings = findings
        guard let message = contents.message else {
            (records, trouble) = ([], "the tag is blank")
            return
        }
        do throws(Malformed) {
            (records, trouble) = (try NDEFMessage(decoding: message).records, "")
        } catch {
            (records, trouble) = ([], "the message is malformed: \(error)")
        }
    }

    /// What a report shows of it.
    var measured: [Measured] {
        [
            Measured("bytes used", .count(facts.used), limit: .count(facts.capacity)),
            Measured("free", .count(facts.free)),
        ]
    }

    /// What the tag is instead; nil when it is what was wanted.
    func mismatch(_ check: TagCheck) -> String? {
        switch check {
        case .platform(let name): differs(facts.platform.isNamed(name), "it is a \(facts.platform) tag")
        case .chip(let name):
            differs(
                facts.chip.map { $0.description == name.uppercased() } ?? false,
                facts.chip.map { "it is an \($0)" } ?? "the chip does not say what it is")
        case .capacity(let bytes): differs(facts.capacity >= bytes, "it takes a message of \(facts.capacity) bytes")
        case .free(let bytes):
            differs(
                facts.capacity - facts.used >= bytes,
                "the message has \(facts.used) bytes and the tag takes \(facts.capacity)")
        case .state(let state): stateMismatch(state)
        case .link, .linkHost, .firstRecordIsLink: linkMismatch(check)
        case .records(let count):
            differs(
                records.count == count,
                trouble.isEmpty ? "it holds \(records.count == 1 ? "1 record" : "\(records.count) records")" : trouble)
        case .opens(let destination, let path): routeMismatch(destination, path)
        case .noFindings(let level): findingMismatch(level)
        }
    }

    private func differs(_ isMet: Bool, _ seen: String) -> String? { isMet ? nil : seen }

    /// A state that cannot be told from what was read is none: nothing passes without evidence.
    private func stateMismatch(_ state: TagLockState) -> String? {
        let (isMet, protection) = (facts.protection.isNamed(state), facts.protection)
        if let isMet { return differs(isMet, "it is \(protection)") }
        return "whether it is so cannot be told: it is \(protection)"
    }

    private func linkMismatch(_ check: TagCheck) -> String? {
        guard let first = records.first else { return trouble }
        guard case .uri(let uri) = first.meaning else { return "the first record is \(first.meaning)" }
        let seen = "the first record is the link \(uri.escapedForDisplay)"
        switch check {
        case .link(let wanted): return differs(uri == wanted, seen)
        case .linkHost(let host):
            return differs((try? LinkURL(uri))?.host?.lowercased() == host.lowercased(), seen)
        default: return nil
        }
    }

    private func routeMismatch(_ destination: Destination, _ path: String?) -> String? {
        let seen = decision.destination
        let isMet = seen.named == destination && (path == nil || path == seen.url?.path)
        return differs(isMet, "a phone would go elsewhere")
    }

    private func findingMismatch(_ level: FindingLevel) -> String? {
        let worse = findings.filter { $0.weight.rank > level.rank }
        return worse.isEmpty ? nil : worse.map { "\($0.weight.rawValue): \($0)" }.joined(separator: "; ")
    }
}

extension Finding.Weight {
    fileprivate var rank: Int {
        switch self {
        case .note: 1
        case .warning: 2
        case .fault: 3
        }
    }
}

extension FindingLevel {
    /// The worst weight that it lets pass.
    fileprivate var rank: Int {
        switch self {
        case .nothing: 0
        case .note: 1
        case .warning: 2
        }
    }
}

extension TagPlatform {
    fileprivate func isNamed(_ name: TagPlatformName) -> Bool {
        switch name {
        case .type2: self == .type2
        case .type4: self == .type4 || self == .type4AndNFCDEP
        }
    }
}

extension TagFacts.Protection {
    /// Nil when what was read does not tell.
    ///
    /// A tag can say that it is read-only and be locked as well. Partly locked is neither writable nor locked: such a
    /// tag can be spoilt, and not be made anew.
    fileprivate func isNamed(_ state: TagLockState) -> Bool? {
        switch state {
        case .writable: isWritable
        case .readOnly: isReadOnly
        case .locked: isLocked
        }
    }
}
