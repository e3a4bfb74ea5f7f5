import Ground
import Journal
import Testing

@testable import Reports

/// The distinction between failures, which is the same in reports, gates and the history.
@Suite struct FailureDigestTests {
    @Test(
        "a failure's pattern replaces numbers and addresses, which differ between runs",
        arguments: [
            ("it entered at 2.10 m", "it entered at # m"), ("seen 3 of 15 rounds, #33", "seen # of # rounds, ##"),
            ("door AA:BB:CC:DD:EE:FF left", "door @ left"),
            ("handle 0x0006 (Nordic UART RX)", "handle @ (Nordic UART RX)"),
            ("got 6e 4e 17 fa then", "got @ then"), ("", ""), ("no number", "no number"), ("-3.5 dB", "-# dB"),
            ("6e400002-b5a3-f393-e0a9-e50e24dcca9e!", "@!"), ("to be added", "to be added"), ("12 15", "# #"),
            ("1,2,x", "#,x"),
        ]) func patterns(sentence: String, pattern: String)
    { #expect(FailurePattern(sentence).text == pattern) }

    private static func run(
        _ scenario: String = "walk", verdict: Verdict = .failed, file: String = "Scenarios/Walk.swift", line: Int = 3,
        seen: String = "it entered at 2.10 m", rig: String = "desk", seed: UInt64 = 1, reason: String? = nil
    ) -> RunSummary {
        let spot = SourceSpot(file: file, line: line)
        let failure = Failure(
            code: "zone.notEntered", expected: "door enters near at 1.50 m", seen: seen, spot: spot, instant: .start)
        return RunSummary(
            scenario: scenario, spot: spot, rig: rig, seed: seed, verdict: verdict, reason: reason,
            failures: verdict == .failed ? [failure] : [])
    }

    @Test("numbers, line, folder, seed and rig change nothing")
    func same() {
        let key = FailureDigest(of: Self.run())
        #expect(key.text.utf8.count == 64 && key.seen == "it entered at # m")
        #expect(key == FailureDigest(of: Self.run(seen: "it entered at 2.07 m", rig: "lab", seed: 9)))
        #expect(key == FailureDigest(of: Self.run(file: "Ours/Walk.swift", line: 300)))
    }

    @Test("another scenario, file or sight is another failure, and no verdict is none of them")
    func different() {
        let all = [
            Self.run(), Self.run("tap"), Self.run(file: "Scenarios/Run.swift"), Self.run(seen: "it never entered"),
            Self.run(verdict: .error, reason: "no kit"), Self.run(verdict: .error, reason: "no reader"),
            Self.run(verdict: .aborted, reason: "no kit"),
        ]
        #expect(Set(all.map { FailureDigest(of: $0).text }).count == all.count)
    }
}
