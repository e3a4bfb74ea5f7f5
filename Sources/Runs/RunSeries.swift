import Benches
public import Evidence
import Ground
import Journal
public import NetworkDriver
import OperatingSystem
public import Reports
import RigKit
import ScenarioKit
import Terminal

/// Plays a plan's runs, one after the other or several at once, shows them, and keeps their evidence.
public struct RunSeries {
    private let player: RunPlayer
    private let report: ConsoleReport
    /// Whether the first run that does not pass is the last one.
    private let stopsAtFirst: Bool
    private let clock = MonotonicClock()
    /// What one run leaves to the next.
    private let stock: BenchStock

    private var plan: RunPlan { player.plan }

    /// What is doubtful about the bench goes to `warn`; the secrets of its TLS go to `keyLog` where there is one.
    public init(
        plan: RunPlan, report: ConsoleReport, evidence: EvidenceFolder?, stopsAtFirst: Bool, keyLog: KeyLog? = nil,
        warn: @escaping @Sendable (String) -> Void
    ) {
        player = RunPlayer(plan: plan, evidence: evidence, warn: warn)
        self.report = report
        self.stopsAtFirst = stopsAtFirst
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

    /// The same by a pool of workers: what ends is shown as it ends, and counted in the plan's order.
    func play(with pool: RunPool, into tally: inout RunTally) throws(CommandTrouble) {
        var ended: [Int: (summary: RunSummary, played: PlayedRun?)] = [:]
        var trouble: CommandTrouble?
        var left: (verdict: Verdict, reason: String)?
        let start = clock.now
        var orders = plan.longestFirst.map { plan.order(at: $0) }[...]
        while true {
            if Interruption.isRequested { left = left ?? (.aborted, Self.endedByPerson) }
            while left == nil, pool.hasRoom, let order = orders.popFirst() { pool.submit(order) }
            // A machine that waits for nothing costs a processor all the same.
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
            report.expect(Self.left(of: plan.count, after: ended.count, in: clock.now - start))
        }
        count(ended, left: left ?? (.aborted, "no worker is left to play it"), into: &tally)
        if let trouble { throw trouble }
    }

    /// Counts what was played and what was not, in the plan's order.
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

    /// The end of a run, and that its evidence is lost where it is.
    private func show(_ played: PlayedRun) {
        let summary = played.summary
        ExitGuard.see(CommandStatus(of: [summary.verdict.kind], isShort: false))
        report.receive(JournalEntry(.runEnded(summary: summary), at: .start + summary.elapsed))
        guard played.trouble != nil else { return }
        report.announce(
            "\(summary.scenario), seed \(summary.seed): \(summary.verdict), its evidence could not be kept",
            isWrapped: true)
    }

    /// Counts the runs that were asked for and never began: without them the rest could look like all.
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
