import Benches
import Ground
import Links
import NDEF
import Phone
import Reports
import TagRouting

/// The result of a visit to a tag as lines for people; all text from the tag is escaped.
struct TagText {
    private(set) var lines: [String] = []
    private(set) var status = CommandStatus.passed

    init(_ visit: TagVisit, router: TagRouter) {
        if !visit.reader.isEmpty { lines.append("reader   \(visit.reader.escapedForDisplay)") }
        if let identity = visit.identity { show(identity) }
        for other in visit.others {
            lines.append("beside   \(Self.text(other)), left alone; which of several tags a phone reads is not known")
        }
        switch visit.ending {
        case nil: end("ended by a person", .nothingShown)
        case .noTag: end("no tag came", .nothingShown)
        case .tornAway: end("the tag was taken away before it was read", .nothingShown)
        case .readerLost(let reason, _): end("the reader was lost: \(reason.escapedForDisplay)", .rigWrong)
        case .unsupported(let platform): show(platform)
        case .unreadable(let failure, let memory):
            show(memory)
            end("unreadable: \("\(failure)".escapedForDisplay)", .failed)
        case .read(let contents, let commands): show(contents, commands, router)
        case .notWritten(let failure): show(failure)
        case .written(let report, let commands): show(report, commands)
        }
    }

    private mutating func end(_ text: String, _ status: CommandStatus) {
        lines.append(text)
        self.status = status
    }

    private static func text(_ identity: TagIdentity) -> String {
        let digits = { (value: UInt16) in value.hexadecimal }
        var text = "\(identity.uid.hex(separator: ":")), ATQA \(digits(identity.atqa)), SAK \(identity.sak.hexadecimal)"
        if !identity.ats.isEmpty { text += ", ATS \(identity.ats.hex)" }
        return text
    }

    private mutating func show(_ identity: TagIdentity) {
        lines.append("tag      \(Self.text(identity))")
        if identity.uid.count == 4, identity.uid[0] == 0x08 {
            lines.append("         note: the identifier is random, another one at each selection")
        }
    }

    private mutating func show(_ platform: TagPlatform) {
        lines.append("platform \(platform)")
        if let limits = platform.limits {
            lines.append("         \(limits.reason)")
            lines.append("         \(limits.phone)")
        }
        end("not read", .failed)
    }

    private mutating func show(_ contents: TagContents, _ commands: Int, _ router: TagRouter) {
        let facts = TagFacts(contents)
        list("memory", facts.lines)
        show(contents.memory)
        lines.append("commands \(commands)")
        list("finding", facts.findings.map(Self.text))
        judge(facts.findings)
        guard let bytes = contents.message else {
            lines.append("message  none: the tag is blank")
            return show(router.routeWithoutURI(reason: "the tag is blank", conditions: PhoneConditions()))
        }
        let message: NDEFMessage
        do {
            message = try NDEFMessage(decoding: bytes)
        } catch {
            let reason = "the NDEF message is malformed: \(error)"
            lines.append("message  \(bytes.hex)")
            lines.append("finding  fault: \(reason.escapedForDisplay)")
            status = .failed
            return show(router.routeWithoutURI(reason: reason, conditions: PhoneConditions()))
        }
        for (number, record) in message.records.enumerated() {
            lines.append("record \(number + 1) \(record.meaning)\(Self.identifier(of: record))")
        }
        let review = message.review
        list("finding", review.map(Self.text))
        judge(review)
        show(message, router)
    }

    private mutating func show(_ message: NDEFMessage, _ router: TagRouter) {
        let conditions = PhoneConditions()
        switch message.firstURI().outcome {
        case .uri(let uri): list("phone", router.explain(uri: uri, conditions: conditions).lines)
        case .none: show(router.routeWithoutURI(reason: "the message has no URI record", conditions: conditions))
        case .unusable(let reason):
            let reason = "the first URI record is unusable: \(reason)"
            show(router.routeWithoutURI(reason: reason, conditions: conditions))
        }
    }

    private mutating func show(_ decision: RouteDecision) {
        lines.append("phone    \("\(decision.destination)".escapedForDisplay)")
        lines.append("           \(decision.rule.rawValue) (\(decision.evidence.rawValue)): \(decision.rule.statement)")
    }

    private mutating func show(_ failure: TagWriteFailure) {
        var text = "\(failure)".escapedForDisplay
        if case .refused(let refusal) = failure, refusal.canBeForced {
            if case .guarded = refusal {
                text += "; --force tries anyway"
            } else {
                text += "; --force overwrites it"
            }
        }
        end(text, .failed)
    }

    private mutating func show(_ report: TagWriteReport, _ commands: Int) {
        list("memory", TagFacts(report.after).lines)
        lines.append("commands \(commands), \(report.writes) of them wrote")
        lines.append(
            report.writes == 0
                ? "the message was already there; nothing was written" : "written, and read back as written")
    }

    /// Judges the findings: a violation of the specification makes the command fail.
    private mutating func judge(_ findings: [Finding]) {
        if findings.contains(where: { $0.weight == .fault }) { status = .failed }
    }

    private mutating func show(_ memory: TagContents.Memory?) {
        switch memory {
        case nil: break
        case .type2(let image): list("pages", HexDump.lines(image))
        case .type4(let image): if !image.container.isEmpty { lines.append("CC file  \(image.container.hex)") }
        }
    }

    /// Appends rows under a heading, which precedes the first one.
    private mutating func list(_ heading: String, _ rows: [String]) {
        for (index, row) in rows.enumerated() {
            let front = index == 0 ? heading : ""
            lines.append(front + String(repeating: " ", count: max(1, 9 - front.count)) + row)
        }
    }

    /// Returns the identifier of a record, if any: as text, or as bytes if it is not text.
    private static func identifier(of record: NDEFRecord) -> String {
        guard !record.identifier.isEmpty else { return "" }
        let text = String(strictUTF8: record.identifier).map { "\"\($0.escapedForDisplay)\"" }
        return ", id \(text ?? record.identifier.hex)"
    }

    private static func text(_ finding: Finding) -> String {
        "\(finding.weight.rawValue): \("\(finding)".escapedForDisplay)"
    }
}
