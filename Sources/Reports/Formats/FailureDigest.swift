import Attestation
import Ground
public import Journal

/// A failure's key: what stays the same of it from run to run and from firmware to firmware (gate.md, section 3.3).
///
/// Reports, gates and the history tell failures apart by it, and quarantine names them so. It rests on the scenario,
/// the file without its folder, what was expected and seen, the link, the codes and the meaning, with what differs from
/// run to run taken out; neither on the line, so that a scenario may grow, nor on seed and rig.
public struct FailureDigest: Hashable, Sendable {
    /// SHA-256 as 64 hexadecimal digits.
    public let text: String
    /// What was expected, and what was seen instead, without what differs from run to run.
    public let expected: String
    public let seen: String

    /// Of a run that did not pass: of its first failure, or of why it came to no verdict.
    public init(of summary: RunSummary) {
        let parts: [String]
        if summary.verdict.kind == .failed, let failure = summary.failures.first {
            (expected, seen) = (FailurePattern(failure.expected).text, FailurePattern(failure.seen).text)
            parts = [
                "failure 1", summary.scenario, Self.name(failure.spot.file), expected, failure.link ?? "",
                "\(failure.code)", "\(failure.seenCode)", failure.meaning.map { FailurePattern($0).text } ?? "", seen,
            ]
        } else {
            (expected, seen) = ("", FailurePattern(summary.reason ?? "").text)
            parts = [
                "no verdict 1", summary.scenario, Self.name(summary.spot.file), summary.verdict.kind.rawValue,
                summary.code?.rawValue ?? "", summary.errorLink?.description ?? "", seen,
            ]
        }
        // A length before each part: no two can pass for one.
        text = ContentHash.of(parts.map { "\($0.utf8.count):\($0)\n" }.joined()).hex
    }

    private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }
}
