import Ground
public import Journal
import OpenSSL

/// A failure's key, which is stable across runs and firmware versions (gate.md, section 3.3).
///
/// Reports, gates and the history identify failures by it, and quarantine names them by it. It is derived from the
/// scenario, the file without its folder, expectation and observation, the link, the codes and the meaning, without
/// variable parts. It does not depend on the line, so that a scenario may grow, nor on seed and rig.
public struct FailureDigest: Hashable, Sendable {
    /// SHA-256 as 64 hexadecimal digits.
    public let text: String
    /// The expectation, and the observation instead, without variable parts.
    public let expected: String
    public let seen: String

    /// Creates the digest of a run that did not pass: of its first failure, or of the reason it has no verdict.
    public init(of summary: RunSummary) {
        let parts: [String]
        if summary.verdict.kind == .failed, let failure = summary.failures.first {
            (expected, seen) = (FailurePattern(failure.expected).text, FailurePattern(failure.seen).text)
            parts = [
                "failure 1", summary.scenario, Self.name(failure.spot.file), expected, failure.link?.description ?? "",
                "\(failure.code)", "\(failure.seenCode)", failure.meaning.map { FailurePattern($0).text } ?? "", seen,
            ]
        } else {
            (expected, seen) = ("", FailurePattern(summary.reason ?? "").text)
            parts = [
                "no verdict 1", summary.scenario, Self.name(summary.spot.file), summary.verdict.kind.rawValue,
                summary.code?.rawValue ?? "", summary.errorLink?.description ?? "", seen,
            ]
        }
        // Each part is preceded by its length, so that the concatenation is unambiguous.
        text = ContentHash.of(parts.map { "\($0.utf8.count):\($0)\n" }.joined()).hex
    }

    private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }
}
