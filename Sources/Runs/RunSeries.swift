import Benches
public import Evidence
import Ground
import Journal
public import NetworkDriver
import OperatingSystem
public import Reports
import RigKit
import ScenarioKit

/// Plays a plan's runs one after the other, shows them, and keeps their evidence.
public struct RunSeries {
    private let plan: RunPlan
    private let report: ConsoleReport
    private let evidence: EvidenceFolder?
    /// Whether the first run that does not pass is the last one.
    private let stopsAtFirst: Bool
    private let warn: (String) -> Void
    private let clock = MonotonicClock()
    private let stock: BenchStock

    /// What is doubtful about the bench goes to `warn`; the secrets of its TLS go to `keyLog` where there is one.
    public init(
        plan: RunPlan, report: ConsoleReport, evidence: EvidenceFolder?, stopsAtFirst: Bool, keyLog: KeyLog? = nil,
        warn: @escaping (String) -> Void
    ) {
        self.plan = plan
        self.report = report
        self.evidence = evidence
        self.stopsAtFirst = stopsAtFirst
        self.warn = warn
        stock = BenchStock(keyLog: keyLog)
    }

    /// Plays until the plan is done, a person asks for the end, or the evidence cannot be written.
    ///
    /// Every run of the plan is counted, whatever happens: one whose evidence cannot be kept is an error, and those
    /// after it are not played, since nothing could be shown of them.
    public func play(into tally: inout RunTally) throws(CommandTrouble) {
        let start = clock.now
        defer { stock.close() }
        for index in 0..<plan.count {
            if index > 0 { report.expect(Self.left(of: plan.count, after: index, in: clock.now - start)) }
            guard !Interruption.isRequested else {
                return leaveOut(from: index, .aborted, because: "ended by a person or a signal", tally: &tally)
            }
            do throws(CommandTrouble) {
                try play(index, into: &tally)
            } catch {
                leaveOut(from: index + 1, .aborted, because: "the evidence cannot be kept", tally: &tally)
                throw error
            }
            guard let last = tally.summaries.last, stopsAtFirst, !last.verdict.leavesRoom else { continue }
            let reason = "-x ends the runs with the first that does not pass"
            return leaveOut(from: index + 1, .skipped(reason: reason), because: reason, tally: &tally)
        }
    }

    /// Plays one run, and counts it once.
    private func play(_ index: Int, into tally: inout RunTally) throws(CommandTrouble) {
        let run = plan.run(at: index)
        let kept: RunEvidence?
        do throws(CommandTrouble) {
            kept = try evidence?.begin(
                run: index + 1, of: run.scenario.name, seed: run.seed, isLive: run.isLive)
        } catch {
            tally.count(run.summary(RunError("run.notPlayed", "not played: \(error.what)")))
            throw error
        }
        let work = DeferredWork(isDeferring: run.isLive)
        var hadRigFault = false
        let show = { (entry: JournalEntry) in
            work.add {
                if case .fault = entry.event { hadRigFault = true }
                // The report gets the run's end when it is explained.
                if case .runEnded = entry.event {} else { report.receive(entry) }
                kept?.receive(entry)
            }
        }
        let recorder = JournalRecorder(watchers: [show], keepsEntries: false)
        let summary = run.play(recorder: recorder, evidence: kept, deferring: work, from: stock, warn: warn)
        work.perform()
        report.receive(JournalEntry(.runEnded(summary: summary), at: .start + summary.elapsed))
        let (left, trouble) = kept?.settle(summary) ?? (summary, nil)
        tally.count(left, evidence: kept?.files ?? [], hadRigFault: hadRigFault)
        guard let trouble else { return }
        report.announce(
            "\(run.scenario.name), seed \(run.seed): \(left.verdict), its evidence could not be kept", isWrapped: true)
        throw trouble
    }

    /// Counts the runs that were asked for and never began: without them the rest could look like all.
    private func leaveOut(from index: Int, _ verdict: Verdict, because reason: String, tally: inout RunTally) {
        guard index < plan.count else { return }
        report.announce("\(reason): before run \(index + 1) of \(plan.count)", isWrapped: true)
        for left in index..<plan.count {
            tally.count(plan.run(at: left).summary(verdict, reason: "\(reason) before it began"))
        }
    }

    /// How long the rest takes if it goes on like that, in words.
    private static func left(of count: Int, after done: Int, in elapsed: Span) -> String {
        let seconds = elapsed.seconds / Double(done) * Double(count - done)
        return seconds < 90 ? "\(Int(seconds.rounded(.up))) s" : "\(Int((seconds / 60).rounded(.up))) min"
    }
}

extension Verdict {
    /// Whether the runs go on after it where the first failure ends them.
    fileprivate var leavesRoom: Bool {
        switch self {
        case .passed, .skipped: true
        case .failed, .error, .timedOut, .aborted: false
        }
    }
}
