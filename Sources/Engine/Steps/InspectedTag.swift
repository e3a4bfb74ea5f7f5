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
    private let isBlank: Bool

    init(facts: TagFacts, contents: TagContents, decision: RouteDecision, findings: [Finding]) {
        self.facts = facts
        self.decision = decision
        self.findings = findings
        isBlank = contents.message == nil
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

    /// A difference between a tag and a check, as a code and a sentence.
    typealias Mismatch = (code: FailureCode, seen: Sentence)

    /// Returns what the tag is instead; nil if the check is met.
    func mismatch(_ check: TagCheck) -> Mismatch? {
        switch check {
        case .platform(let name): differs(facts.platform.isNamed(name), .isTag(of: facts.platform))
        case .chip(let name):
            differs(
                facts.chip.map { $0.description == name.uppercased() } ?? false, .isChip(facts.chip),
                facts.chip == nil ? "tag.mismatch" : "tag.otherChip")
        case .capacity(let bytes):
            differs(facts.capacity >= bytes, .takesMessage(of: facts.capacity), "tag.tooSmall")
        case .free(let bytes):
            differs(
                facts.capacity - facts.used >= bytes, .messageHas(facts.used, of: facts.capacity), "tag.tooSmall")
        case .state(let state): stateMismatch(state)
        case .link, .linkHost, .firstRecordIsLink: linkMismatch(check)
        case .records(let count):
            differs(records.count == count, trouble ?? .holdsRecords(records.count))
        case .opens(let destination, let path): routeMismatch(destination, path)
        case .noFindings(let level): findingMismatch(level)
        }
    }

    private func differs(_ isMet: Bool, _ seen: Sentence, _ code: FailureCode = "tag.mismatch") -> Mismatch? {
        isMet ? nil : (code, seen)
    }

    /// Returns the mismatch of a lock state. A state that the data does not determine is a mismatch, because nothing
    /// passes without evidence.
    private func stateMismatch(_ state: TagLockState) -> Mismatch? {
        let (isMet, protection) = (facts.protection.isNamed(state), facts.protection)
        guard let isMet else { return ("tag.mismatch", .mayBeProtected(protection)) }
        return differs(isMet, .isProtected(protection), protection.isWritable == true ? "tag.writable" : "tag.mismatch")
    }

    private func linkMismatch(_ check: TagCheck) -> Mismatch? {
        guard let first = records.first else {
            return trouble.map { (isBlank ? "tag.noLink" : "tag.mismatch", $0) }
        }
        guard case .uri(let uri) = first.meaning else {
            return (records.contains(where: \.isLink) ? "tag.mismatch" : "tag.noLink", .firstRecord(is: first.meaning))
        }
        let seen = Sentence.firstRecord(isLink: uri)
        switch check {
        case .link(let wanted):
            return differs(uri == wanted, seen, uri.isOfAnotherItem(than: wanted) ? "tag.otherTag" : "tag.mismatch")
        case .linkHost(let host):
            return differs((try? LinkURL(uri))?.host?.lowercased() == host.lowercased(), seen)
        case .platform, .chip, .capacity, .free, .state, .firstRecordIsLink, .records, .opens, .noFindings: return nil
        }
    }

    private func routeMismatch(_ destination: Destination, _ path: String?) -> Mismatch? {
        let seen = decision.destination
        let isMet = seen.named == destination && (path == nil || path == seen.url?.path)
        return differs(isMet, .goesElsewhere, decision.cause == .u4 ? "route.siteExcludes" : "tag.mismatch")
    }

    private func findingMismatch(_ level: FindingLevel) -> Mismatch? {
        let worse = findings.filter { $0.weight.rank > level.rank }
        let isDoubtful = worse.contains { $0.weight.rank > FindingLevel.note.rank }
        return differs(worse.isEmpty, .findings(worse), isDoubtful ? "tag.doubtfulContents" : "tag.mismatch")
    }
}

extension NDEFRecord {
    fileprivate var isLink: Bool { if case .uri = meaning { true } else { false } }
}

extension String {
    /// Whether two links have the same items in their queries and differ only in an item's value.
    fileprivate func isOfAnotherItem(than other: String) -> Bool {
        let (own, others) = (names(of: self), names(of: other))
        return self != other && own.count > 1 && own == others
    }
}

/// Returns a link's address and the names of its query items.
private func names(of link: String) -> [Substring] {
    let parts = link.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let items = parts.dropFirst().flatMap { $0.split(separator: "&") }
    return parts.prefix(1) + items.map { $0.prefix { $0 != "=" } }
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
