import Benches
public import Evidence
import Ground
import Journal
public import NetworkDriver
import OperatingSystem
public import Reports
import RigKit
import ScenarioKit

/// Plays a plan's runs, sequentially or in parallel, shows them and keeps their evidence.
public struct RunSeries {
    private let player: RunPlayer
    private let report: ConsoleReport
    /// Whether to stop after the first run that does not pass.
    private let stopsAtFirst: Bool
    private let clock = MonotonicClock()
    /// The resources that a run leaves to the next one.
    private let stock: BenchPool

    private var plan: RunPlan { player.plan }

    /// Creates a series. Doubts about the bench go to `warn`; its TLS secrets go to `keyLog`, if given.
    public init(
        plan: RunPlan, report: ConsoleReport, evidence: EvidenceFolder?, stopsAtFirst: Bool, keyLog: KeyLog? = nil,
        warn: @escaping @Sendable (String) -> Void
    ) {
        player = RunPlayer(plan: plan, evidence: evidence, warn: warn)
        self.report = report
        self.stopsAtFirst = stopsAtFirst
        stock = BenchPool(keyLog: keyLog)
    }

    /// Plays until the plan is done, a person interrupts, or the evidence cannot be written.
    ///
    /// Every run of the plan is counted in any case. A run whose evidence cannot be kept is an error, and later runs
    /// are not played, since they could prove nothing.
    public func play(into tally: inout RunTally) throws(CommandError) {
        let start = clock.now
        defer { stock.close() }
        for index in 0..<plan.count {
            if index > 0 { report.expect((clock.now - start).left(of: plan.count, after: index).roughly) }
            guard !Interruption.isRequested else {
                return leaveOut(from: index, .aborted, because: Self.endedByPerson, tally: &tally)
            }
            let played = player.play(plan.order(at: index), from: stock) { report.receive($0) }
            show(played)
            tally.count(played.summary, evidence: played.files, hadRigFault: played.hadRigFault)
            if let trouble = played.trouble {
                leaveOut(from: index + 1, .aborted, because: Self.evidenceLost, tally: &tally)
                throw trouble
            }
            guard stopsAtFirst, !played.summary.verdict.leavesRoom else { continue }
            return leaveOut(from: index + 1, .skipped(reason: Self.first), because: Self.first, tally: &tally)
        }
    }

    /// Plays the plan with a pool of workers: results are shown as they arrive, and counted in the plan's order.
    func play(with pool: RunPool, into tally: inout RunTally) throws(CommandError) {
        var ended: [Int: (summary: RunSummary, played: PlayedRun?)] = [:]
        var trouble: CommandError?
        var left: (verdict: Verdict, reason: String)?
        let start = clock.now
        var orders = plan.longestFirst.map { plan.order(at: $0) }[...]
        while true {
            if Interruption.isRequested { left = left ?? (.aborted, Self.endedByPerson) }
            while left == nil, pool.hasRoom, let order = orders.popFirst() { pool.submit(order) }
            // An idle machine still occupies a processor.
            if left != nil || orders.isEmpty { pool.retire() }
            guard let outcome = pool.take() else { break }
            switch outcome {
            case .played(let played):
                show(played)
                ended[played.index] = (played.summary, played)
                if let told = played.trouble {
                    trouble = trouble ?? told
                    left = (.aborted, Self.evidenceLost)
                } else if stopsAtFirst, !played.summary.verdict.leavesRoom {
                    left = left ?? (.skipped(reason: Self.first), Self.first)
                }
            case .lost(let order, let why):
                let summary = plan.run(at: order.index).summary(
                    RunError("run.lost", "it did not end: \(why.what)"))
                report.receive(JournalEntry(.runEnded(summary: summary), at: .start))
                ended[order.index] = (summary, nil)
                trouble = trouble ?? why
            }
            report.expect((clock.now - start).left(of: plan.count, after: ended.count).roughly)
        }
        count(ended, left: left ?? (.aborted, "no worker is left to play it"), into: &tally)
        if let trouble { throw trouble }
    }

    /// Counts the runs that were and were not played, in the plan's order.
    private func count(
        _ ended: [Int: (summary: RunSummary, played: PlayedRun?)], left: (verdict: Verdict, reason: String),
        into tally: inout RunTally
    ) {
        if ended.count < plan.count {
            report.announce("\(left.reason): \(plan.count - ended.count) of \(plan.count) runs", isWrapped: true)
        }
        for index in 0..<plan.count {
            if let (summary, played) = ended[index] {
                tally.count(summary, evidence: played?.files ?? [], hadRigFault: played?.hadRigFault ?? true)
            } else {
                tally.count(plan.run(at: index).summary(left.verdict, reason: "\(left.reason) before it began"))
            }
        }
    }

    /// Shows the end of a run, and the loss of its evidence if applicable.
    private func show(_ played: PlayedRun) {
        let summary = played.summary
        ExitGuard.see(CommandStatus(of: [summary.verdict.kind], isShort: false))
        report.receive(JournalEntry(.runEnded(summary: summary), at: .start + summary.elapsed))
        guard played.trouble != nil else { return }
        report.announce(
            "\(summary.scenario), seed \(summary.seed): \(summary.verdict), its evidence could not be kept",
            isWrapped: true)
    }

    /// Counts the requested runs that never began, so that the others cannot look like the whole plan.
    private func leaveOut(from index: Int, _ verdict: Verdict, because reason: String, tally: inout RunTally) {
        guard index < plan.count else { return }
        report.announce("\(reason): before run \(index + 1) of \(plan.count)", isWrapped: true)
        for left in index..<plan.count {
            tally.count(plan.run(at: left).summary(verdict, reason: "\(reason) before it began"))
        }
    }

    private static let endedByPerson = "ended by a person or a signal"
    private static let evidenceLost = "the evidence cannot be kept"
    private static let first = "-x ends the runs with the first that does not pass"
}

extension Verdict {
    /// Whether the runs continue after this verdict when the first failure ends them.
    fileprivate var leavesRoom: Bool {
        switch self {
        case .passed, .skipped: true
        case .failed, .error, .timedOut, .aborted: false
        }
    }
}
