import FoundationEssentials
public import Ground
public import Journal
import Wording

/// The content of a report for other programs, independent of format: the cases, the findings and the overall result.
public struct ReportContent: Hashable, Sendable {
    /// The name and version of the program.
    public let program: String
    public let host: String
    public let rig: String
    /// The start in milliseconds since 1970; 0 if unknown.
    public let start: Int64
    public let elapsed: Lapse
    /// The corresponding exit status.
    public let status: CommandStatus
    /// The overall result, as a sentence without a full stop.
    public let headline: String
    /// Further remarks on missing and omitted parts.
    public let remarks: [String]
    public let cases: [ReportCase]
    /// The findings, the worst first.
    public let findings: [ReportFinding]
    /// The folder of the evidence; nil if none was kept.
    public let evidence: String?
    /// The reason nothing was judged at all, if the rig is to blame.
    public let bailOut: String?

    public init(
        program: String, host: String, rig: String, start: Int64, elapsed: Lapse, status: CommandStatus,
        headline: String, remarks: [String] = [], cases: [ReportCase], findings: [ReportFinding],
        evidence: String? = nil, bailOut: String? = nil
    ) {
        (self.program, self.host, self.rig, self.start, self.elapsed) = (program, host, rig, start, elapsed)
        (self.status, self.headline, self.remarks, self.cases) = (status, headline, remarks, cases)
        (self.findings, self.evidence, self.bailOut) = (findings, evidence, bailOut)
    }

    /// Parses an instant of the wall clock as written in provenance, in milliseconds since 1970; nil for any other
    /// text.
    public static func milliseconds(of date: String) -> Int64? {
        guard let date = try? Date(date, strategy: .iso8601) else { return nil }
        return Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded())
    }

    /// Whether the cases alone would look better than the overall result.
    var looksBetter: Bool {
        status != .passed && !cases.contains { $0.status == .failed || $0.status == .error }
    }
}

extension ReportContent {
    /// Creates the content for a series of runs: a scenario with one seed on one rig is a case, and each of its runs
    /// an attempt.
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
            remarks: [tally.cause?.line, tally.sharedMeaning, tally.shortfall, tally.scarcity, tally.partlyJudged]
                .compactMap(\.self)
                + (tally.coverage?.unjudged ?? []) + Self.leftOut(of: tally), cases: cases,
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

/// The runs of a tally, grouped by scenario, seed and rig, and by failure.
private struct CaseGroups {
    private struct Key: Hashable {
        let rig: String
        let scenario: String
        let seed: UInt64
    }

    private let tally: RunTally
    /// The indices of the runs, in the order in which each group was first played.
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
            let worstPlace =
                places.min { Self.rank(tally.summaries[$0].verdict.kind) < Self.rank(tally.summaries[$1].verdict.kind) }
                ?? places[0]
            let worst = tally.summaries[worstPlace]
            let status = ReportCase.Status(worst.verdict.kind)
            let name = Sentence.scenario(worst.scenario, seed: worst.seed).description
            let isPartial = worst.verdict == .passed && runs.contains(where: \.isPartlyJudged)
            let isFlaky = worst.verdict == .failed && runs.contains { $0.verdict == .passed }
            let files = zip(places, runs).filter { ReportCase.Status($1.verdict.kind) == status }
                .flatMap { tally.evidence[$0.0] ?? [] }
            var labels = ["rig": worst.rig, "seed": "\(worst.seed)"]
            if isPartial { labels["not judged"] = Sentence.measurementsNotJudged.description }
            return ReportCase(
                name: rigs > 1 ? "\(name) on \(worst.rig)" : name, suite: Self.suite(of: worst), spot: worst.spot,
                status: status, word: isFlaky ? "flaky" : isPartial ? "passed in part" : worst.verdict.description,
                message: status == .passed ? nil : message(of: worstPlace, in: runs),
                details: status == .passed || status == .skipped
                    ? [] : VerdictText(worst, terminal: .plain).lines, code: worst.code?.rawValue,
                attempts: places.map { place in
                    let run = tally.summaries[place]
                    let status = ReportCase.Status(run.verdict.kind)
                    return ReportCase.Attempt(
                        status, run.verdict.description, elapsed: run.elapsed,
                        message: status == .passed ? nil : message(of: place))
                },
                elapsed: runs.reduce(.zero) { $0 + $1.elapsed }, files: Array(files.prefix(100)),
                labels: labels)
        }
    }

    /// The failures of the accessory before the errors of the rig, frequent ones first within each.
    var findings: [ReportFinding] {
        let played = Dictionary(tally.summaries.map { ($0.scenario, 1) }, uniquingKeysWith: +)
        let groups = FailureGroups(tally.summaries, proving: tally.proving).leading(with: tally.best)
        return groups.compactMap { group in
            guard let first = group.runs.first else { return nil }
            var others: [String] = []
            for run in group.runs where run.scenario != first.scenario && !others.contains(run.scenario) {
                others.append(run.scenario)
            }
            return ReportFinding(
                ReportCase.Status(group.verdict.kind), of: first.scenario,
                at: first.failures.first?.spot ?? first.spot,
                lines: (first.telling ?? [group.text]) + [tally.cause(of: group.places)].compactMap(\.self),
                key: FailureDigest(of: first).text,
                code: first.code?.rawValue,
                count: group.runs.count { $0.scenario == first.scenario }, of: played[first.scenario] ?? 1,
                others: others)
        }
    }

    private func message(of place: Int, in runs: [RunSummary]) -> String {
        let message = message(of: place)
        let verdict = tally.summaries[place].verdict
        let alike = runs.count { $0.verdict.kind == verdict.kind }
        return runs.count > 1 ? "\(verdict) in \(alike) of \(runs.count) runs: \(message)" : message
    }

    private func message(of place: Int) -> String {
        let run = tally.summaries[place]
        let message = run.meaning ?? run.explanation ?? run.verdict.description
        return ([message] + [tally.cause(of: [place])].compactMap(\.self)).joined(separator: "; ")
    }

    private static func suite(of run: RunSummary) -> [String] {
        let file = run.spot.file.hasSuffix(".swift") ? String(run.spot.file.dropLast(6)) : run.spot.file
        return [run.rig] + file.split(separator: "/").map(String.init)
    }

    /// The precedence of a verdict; the lowest decides the outcome of a case.
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
    /// The first failure, as sentences without full stops: its meaning, the expectation, the observation; nil if no
    /// step failed.
    public var telling: [String]? {
        failures.first.map { failure in
            [failure.meaning].compactMap(\.self)
                + ["expected \(Sentence.expected(in: failure))", "seen: \(failure.seen)"]
        }
    }
}
