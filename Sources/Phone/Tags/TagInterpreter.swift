public import Ground
import Links
public import NDEF
public import TagRouting

/// A phone's interpretation of a tag's contents: the first URI record of its message, and its destination.
public struct TagInterpreter: Sendable {
    /// The destination a phone would choose, and the findings on the way.
    public struct Reading: Hashable, Sendable {
        public let decision: RouteDecision
        public let findings: [Finding]
    }

    public let router: TagRouter
    public let smartPosters: FirstURI.SmartPosterRule

    public init(router: TagRouter, smartPosters: FirstURI.SmartPosterRule = .ignore) {
        self.router = router
        self.smartPosters = smartPosters
    }

    /// Decides for a phone in these conditions (nfc.md 4.4).
    public func interpret(_ contents: TagContents, conditions: PhoneConditions) -> Reading {
        let memory = TagFacts(contents).findings.map { $0.named("tag memory") }
        guard let bytes = contents.message else { return nothing("the tag is blank", memory, conditions) }
        let message: NDEFMessage
        do throws(Malformed) { message = try NDEFMessage(decoding: bytes) } catch {
            let finding = Finding("ndef.message", error, in: "NDEF message")
            return nothing("the NDEF message is malformed: \(error)", memory + [finding], conditions)
        }
        let first = message.firstURI(smartPosters: smartPosters)
        let findings = memory + message.review.map { $0.named("NDEF message") }
        switch first.outcome {
        case .uri(let uri):
            let decision = router.route(uri: uri, conditions: conditions)
            return Reading(decision: decision, findings: findings + decision.findings.map { $0.named("link") })
        case .none: return nothing("the message has no URI record", findings, conditions)
        case .unusable(let reason): return nothing("the first URI record is unusable: \(reason)", findings, conditions)
        }
    }

    private func nothing(_ reason: String, _ findings: [Finding], _ conditions: PhoneConditions) -> Reading {
        let decision = router.routeWithoutURI(reason: reason, conditions: conditions)
        return Reading(decision: decision, findings: findings + decision.findings)
    }
}

extension Finding {
    /// Returns the finding with the part of the tag that its offset refers to.
    fileprivate func named(_ part: String) -> Finding {
        Finding(code, weight, "\(part): \(meaning)", offset: offset)
    }
}

extension TagIdentity {
    /// Whether the tag generates a new UID whenever the field comes on: four bytes, the first of them 08 (NFC fact
    /// sheet 2.1).
    var hasRandomUID: Bool { uid.count == 4 && uid.first == 0x08 }

    /// Whether a tag found after a disturbance can be this one.
    ///
    /// Two random UIDs prove nothing about each other: then everything else must be equal, and that the tag is the
    /// same is inferred [I].
    func mayBe(_ other: TagIdentity) -> Bool {
        if uid == other.uid { return true }
        return hasRandomUID && other.hasRandomUID && atqa == other.atqa && sak == other.sak && ats == other.ats
    }
}

extension TagPoller.Guest {
    /// Whether a tag that was found can be this one.
    func mayBe(_ found: TagIdentity) -> Bool { identity.mayBe(found) }
}
