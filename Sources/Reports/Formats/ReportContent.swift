import FoundationEssentials
public import Ground
public import Journal
import Wording

/// What a report for other programs tells, in no format yet: the cases, the ways to fail, and what it all came to.
public struct ReportContent: Hashable, Sendable {
    /// Name and version of the program.
    public let program: String
    public let host: String
    public let rig: String
    /// When it began, in milliseconds since 1970; 0 where nobody knows.
    public let start: Int64
    public let elapsed: Span
    /// The exit status that goes with it.
    public let status: CommandStatus
    /// What it came to, as a sentence without its full stop.
    public let headline: String
    /// What must be said besides: what is missing, what was left out.
    public let remarks: [String]
    public let cases: [ReportCase]
    /// The worst first.
    public let findings: [ReportFinding]
    /// Where the rest is: the folder of the evidence; nil where none was kept.
    public let evidence: String?
    /// Why nothing was judged at all, where the rig was to blame for that.
    public let bailOut: String?

    public init(
        program: String, host: String, rig: String, start: Int64, elapsed: Span, status: CommandStatus,
        headline: String, remarks: [String] = [], cases: [ReportCase], findings: [ReportFinding],
        evidence: String? = nil, bailOut: String? = nil
    ) {
        (self.program, self.host, self.rig, self.start, self.elapsed) = (program, host, rig, start, elapsed)
        (self.status, self.headline, self.remarks, self.cases) = (status, headline, remarks, cases)
        (self.findings, self.evidence, self.bailOut) = (findings, evidence, bailOut)
    }

    /// An instant of the wall clock as provenance has it, in milliseconds since 1970; nil for any other text.
    public static func milliseconds(of date: String) -> Int64? {
        guard let date = try? Date(date, strategy: .iso8601) else { return nil }
        return Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded())
    }

    /// Whether a reader that sees the cases alone takes it for something better than it is.
    var looksBetter: Bool {
        status != .passed && !cases.contains { $0.status == .failed || $0.status == .error }
    }
}

extension ReportContent {
    /// Of a series of runs: a scenario with one seed on one rig is a case, and each of its runs an attempt.
    public init(_ tally: RunTally, of provenance: Provenance, evidence: String? = nil) {
        let groups = CaseGroups(tally)
        var cases = groups.cases
        if let lack = tally.lack?.description {
            cases.append(
                ReportCase(
                    name: "coverage", suite: [provenance.rig, "trammel"], status: .error, word: "error",
                    message: lack, code: "run.coverage"))
        }
        let counts = Sentence.counts(tally.counts)
        let judged = tally.summaries.contains { $0.verdict == .passed || $0.verdict == .failed }
        let error = tally.summaries.first { $0.verdict == .error }
        self.init(
            program: provenance.program, host: provenance.host, rig: provenance.rig,
            start: Self.milliseconds(of: provenance.date) ?? 0, elapsed: tally.elapsed, status: tally.exitStatus,
            headline: tally.summaries.isEmpty
                ? Sentence.nothingPlayed.description
                : "\(Sentence.together(tally.exitStatus.rawValue)): "
                    + Sentence.runs(tally.summaries.count, counts, in: tally.elapsed).description,
            remarks: [tally.shortfall, tally.scarcity].compactMap(\.self) + (tally.coverage?.unjudged ?? [])
                + Self.leftOut(of: tally), cases: cases,
            findings: groups.findings, evidence: evidence,
            bailOut: judged ? nil : error.map { $0.explanation ?? Sentence.noReasonKnown.description })
    }

    private static func leftOut(of tally: RunTally) -> [String] {
        var reasons: [String] = []
        for left in tally.coverage?.leftOut ?? [] where !reasons.contains(left.reason) { reasons.append(left.reason) }
        return reasons.map { reason in
            let count = tally.coverage?.leftOut.count { $0.reason == reason } ?? 0
            return Sentence.omitted(count, .leftOut, because: reason).description
        }
    }
}

/// The runs of a tally, put together by what was played, and by how it failed.
private struct CaseGroups {
    private struct Key: Hashable {
        let rig: String
        let scenario: String
        let seed: UInt64
    }

    private let tally: RunTally
    /// The places of the runs, in the order in which each was first played.
    private var places: [[Int]] = []

    init(_ tally: RunTally) {
        self.tally = tally
        var known: [Key: Int] = [:]
        for (place, run) in tally.summaries.enumerated() {
            let key = Key(rig: run.rig, scenario: run.scenario, seed: run.seed)
            if let group = known[key] {
                places[group].append(place)
            } else {
                known[key] = places.count
                places.append([place])
            }
        }
    }

    var cases: [ReportCase] {
        let rigs = Set(tally.summaries.map(\.rig)).count
        return places.map { places in
            let runs = places.map { tally.summaries[$0] }
            let worst = runs.min { Self.rank($0.verdict.kind) < Self.rank($1.verdict.kind) } ?? runs[0]
            let status = ReportCase.Status(worst.verdict.kind)
            let name = Sentence.scenario(worst.scenario, seed: worst.seed).description
            let isFlaky = worst.verdict == .failed && runs.contains { $0.verdict == .passed }
            let files = zip(places, runs).filter { ReportCase.Status($1.verdict.kind) == status }
                .flatMap { tally.evidence[$0.0] ?? [] }
            return ReportCase(
                name: rigs > 1 ? "\(name) on \(worst.rig)" : name, suite: Self.suite(of: worst), spot: worst.spot,
                status: status, word: isFlaky ? "flaky" : worst.verdict.description,
                message: status == .passed ? nil : Self.message(of: worst, in: runs),
                details: status == .passed || status == .skipped
                    ? [] : VerdictText(worst, terminal: .plain).lines, code: worst.code?.rawValue,
                attempts: runs.map { run in
                    let status = ReportCase.Status(run.verdict.kind)
                    return ReportCase.Attempt(
                        status, run.verdict.description, elapsed: run.elapsed,
                        message: status == .passed ? nil : Self.message(of: run))
                },
                elapsed: runs.reduce(.zero) { $0 + $1.elapsed }, files: Array(files.prefix(100)),
                labels: ["rig": worst.rig, "seed": "\(worst.seed)"])
        }
    }

    /// Failures of the accessory before errors of the rig, of each the frequent ones first.
    var findings: [ReportFinding] {
        let played = Dictionary(tally.summaries.map { ($0.scenario, 1) }, uniquingKeysWith: +)
        return FailureGroups(tally.summaries, proving: tally.proving).groups.compactMap { group in
            guard let first = group.runs.first else { return nil }
            var others: [String] = []
            for run in group.runs where run.scenario != first.scenario && !others.contains(run.scenario) {
                others.append(run.scenario)
            }
            return ReportFinding(
                ReportCase.Status(group.verdict.kind), of: first.scenario,
                at: first.failures.first?.spot ?? first.spot, lines: first.telling ?? [group.text],
                key: FailureDigest(of: first).text,
                code: first.code?.rawValue,
                count: group.runs.count { $0.scenario == first.scenario }, of: played[first.scenario] ?? 1,
                others: others)
        }
    }

    private static func message(of run: RunSummary, in runs: [RunSummary]) -> String {
        let message = message(of: run)
        let alike = runs.count { $0.verdict.kind == run.verdict.kind }
        return runs.count > 1 ? "\(run.verdict) in \(alike) of \(runs.count) runs: \(message)" : message
    }

    private static func message(of run: RunSummary) -> String {
        run.meaning ?? run.explanation ?? run.verdict.description
    }

    private static func suite(of run: RunSummary) -> [String] {
        let file = run.spot.file.hasSuffix(".swift") ? String(run.spot.file.dropLast(6)) : run.spot.file
        return [run.rig] + file.split(separator: "/").map(String.init)
    }

    /// The lowest decides what a case came to.
    private static func rank(_ verdict: VerdictKind) -> Int {
        switch verdict {
        case .failed: 0
        case .error: 1
        case .timedOut: 2
        case .aborted: 3
        case .passed: 4
        case .skipped: 5
        }
    }
}

extension ReportCase.Status {
    public init(_ verdict: VerdictKind) {
        self =
            switch verdict {
            case .passed: .passed
            case .failed: .failed
            case .error, .timedOut, .aborted: .error
            case .skipped: .skipped
            }
    }
}

extension RunSummary {
    /// What failed first, as sentences without full stops: what it means, what was expected, what was seen; nil where
    /// no step failed.
    public var telling: [String]? {
        failures.first.map { failure in
            [failure.meaning].compactMap(\.self)
                + ["expected \(Sentence.expected(in: failure))", "seen: \(failure.seen)"]
        }
    }
}
