import Ground
import Journal
import NDEF
import ScenarioKit
import TagRouting
import Wording

/// A tag that was read completely, for comparison with a scenario's expectations.
struct InspectedTag: Sendable {
    let facts: TagFacts
    let decision: RouteDecision
    /// All findings about its memory, its message and its link.
    let findings: [Finding]
    private let records: [NDEFRecord]
    /// The reason why there are no records.
    private let trouble: Sentence?

    init(facts: TagFacts, contents: TagContents, decision: RouteDecision, findings: [Finding]) {
        self.facts = facts
        self.decision = decision
        self.findings = findings
        guard let message = contents.message else {
            (records, trouble) = ([], .tagIsBlank)
            return
        }
        do throws(Malformed) {
            (records, trouble) = (try NDEFMessage(decoding: message).records, nil)
        } catch {
            (records, trouble) = ([], .malformedMessage(error))
        }
    }

    /// The measurements shown in a report.
    var measured: [Measured] {
        [
            Measured("bytes used", .count(facts.used), limit: .count(facts.capacity)),
            Measured("free", .count(facts.free)),
        ]
    }

    /// Whether a failed check supports its meaning, given the other checks that failed.
    ///
    /// Only a link that differs in nothing but its query shows that another item's tag was fitted, and only a right
    /// link shows that its site withholds an address from an app.
    func bears(out check: TagExpectation, among wrong: [TagCheck]) -> Bool {
        switch check.what {
        case .link(let url):
            guard check.cause?.code == "tag.otherTag" else { return true }
            guard case .uri(let own)? = records.first?.meaning else { return false }
            return own.split(separator: "?").first == url.split(separator: "?").first
        case .opens: return !wrong.contains { $0.isOfLink }
        case .platform, .chip, .capacity, .free, .state, .linkHost, .firstRecordIsLink, .records, .noFindings:
            return true
        }
    }

    /// Returns what the tag is instead; nil if the check is met.
    func mismatch(_ check: TagCheck) -> Sentence? {
        switch check {
        case .platform(let name): differs(facts.platform.isNamed(name), .isTag(of: facts.platform))
        case .chip(let name):
            differs(
                facts.chip.map { $0.description == name.uppercased() } ?? false,
                .isChip(facts.chip))
        case .capacity(let bytes): differs(facts.capacity >= bytes, .takesMessage(of: facts.capacity))
        case .free(let bytes):
            differs(facts.capacity - facts.used >= bytes, .messageHas(facts.used, of: facts.capacity))
        case .state(let state): stateMismatch(state)
        case .link, .linkHost, .firstRecordIsLink: linkMismatch(check)
        case .records(let count):
            differs(records.count == count, trouble ?? .holdsRecords(records.count))
        case .opens(let destination, let path): routeMismatch(destination, path)
        case .noFindings(let level): findingMismatch(level)
        }
    }

    private func differs(_ isMet: Bool, _ seen: Sentence) -> Sentence? { isMet ? nil : seen }

    /// Returns the mismatch of a lock state. A state that the data does not determine is a mismatch, because nothing
    /// passes without evidence.
    private func stateMismatch(_ state: TagLockState) -> Sentence? {
        let (isMet, protection) = (facts.protection.isNamed(state), facts.protection)
        if let isMet { return differs(isMet, .isProtected(protection)) }
        return .mayBeProtected(protection)
    }

    private func linkMismatch(_ check: TagCheck) -> Sentence? {
        guard let first = records.first else { return trouble }
        guard case .uri(let uri) = first.meaning else { return .firstRecord(is: first.meaning) }
        let seen = Sentence.firstRecord(isLink: uri)
        switch check {
        case .link(let wanted): return differs(uri == wanted, seen)
        case .linkHost(let host):
            return differs((try? LinkURL(uri))?.host?.lowercased() == host.lowercased(), seen)
        case .platform, .chip, .capacity, .free, .state, .firstRecordIsLink, .records, .opens, .noFindings: return nil
        }
    }

    private func routeMismatch(_ destination: Destination, _ path: String?) -> Sentence? {
        let seen = decision.destination
        let isMet = seen.named == destination && (path == nil || path == seen.url?.path)
        return differs(isMet, .goesElsewhere)
    }

    private func findingMismatch(_ level: FindingLevel) -> Sentence? {
        let worse = findings.filter { $0.weight.rank > level.rank }
        return worse.isEmpty ? nil : .findings(worse)
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
    /// The highest weight of a finding that is allowed.
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
    /// Returns whether the protection is a given state; nil if the data does not determine it.
    ///
    /// A tag can be read-only and locked at the same time. A partly locked tag is neither writable nor locked: it can
    /// be damaged, but not rewritten completely.
    fileprivate func isNamed(_ state: TagLockState) -> Bool? {
        switch state {
        case .writable: isWritable
        case .readOnly: isReadOnly
        case .locked: isLocked
        }
    }
}

extension TagCheck {
    /// Whether the check is about the tag's link.
    fileprivate var isOfLink: Bool {
        switch self {
        case .link, .linkHost, .firstRecordIsLink: true
        case .platform, .chip, .capacity, .free, .state, .records, .opens, .noFindings: false
        }
    }
}
