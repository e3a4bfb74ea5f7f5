public import Ground
public import NDEF
public import ScenarioKit

// Differences between an inspected tag and the expectation.
extension Sentence {
    public static let tagIsBlank = Sentence("the tag is blank")
    public static func malformedMessage(_ error: Malformed) -> Sentence {
        Sentence("the message is malformed: \(error)")
    }
    public static func isTag(of platform: TagPlatform) -> Sentence { Sentence("it is a \(platform) tag") }
    public static func isChip(_ chip: TagChip?) -> Sentence {
        Sentence(chip.map { "it is an \($0)" } ?? "the chip does not identify itself")
    }
    public static func takesMessage(of bytes: Int) -> Sentence {
        Sentence("it has room for a message of \(bytes) bytes")
    }
    public static func messageHas(_ used: Int, of capacity: Int) -> Sentence {
        Sentence("the message has \(used) bytes, and the tag has room for \(capacity)")
    }
    public static func isProtected(_ protection: TagFacts.Protection) -> Sentence { Sentence("it is \(protection)") }
    public static func mayBeProtected(_ protection: TagFacts.Protection) -> Sentence {
        Sentence("this is undecidable: it is \(protection)")
    }
    public static func holdsRecords(_ count: Int) -> Sentence { Sentence("it holds \(counted(count, "record"))") }
    public static func firstRecord(is meaning: RecordMeaning) -> Sentence { Sentence("the first record is \(meaning)") }
    public static func firstRecord(isLink uri: String) -> Sentence {
        Sentence("the first record is the link \(uri.escapedForDisplay)")
    }
    public static let goesElsewhere = Sentence("a phone would go elsewhere")
    public static func findings(_ findings: [Finding]) -> Sentence {
        Sentence(findings.map { "\($0.weight.rawValue): \($0)" }.joined(separator: "; "))
    }

    /// The unmet expectations of a tag, with its actual properties; several take a line each.
    public static func expected(of tag: TagName, _ checks: [TagExpectation]) -> Sentence {
        Sentence("\(tag) is or holds \(checks.map { "\($0.what)" }.joined(separator: ", and "))")
    }
    public static func seen(_ wrong: [(check: TagExpectation, seen: Sentence)]) -> Sentence? {
        guard wrong.count > 1 else { return wrong.first?.seen }
        return wrong.map { Sentence("\($0.check.what) (line \($0.check.spot.line)): \($0.seen)") }.joined
    }
}
