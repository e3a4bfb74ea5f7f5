import Engine
public import Evidence
import Journal
public import Links
import NetworkDriver
import OperatingSystem
public import Reports
import RigKit
import ScenarioKit
import Views

/// A `trammel run` command on this machine: a plan, the way it is shown and the places for its results.
public struct RunSession {
    /// The command's name on the command line.
    public static let word = "run"

    private var plan: RunPlan
    private let overrides: RigOverrides
    private let provenance: Provenance
    /// The places for the results.
    private let results: RunResults
    /// The level of detail shown.
    private let detail: ReportDetail
    private let stopsAtFirst: Bool
    private let players: RunPlayers

    public init(
        plan: RunPlan, overrides: RigOverrides, results: RunResults, detail: ReportDetail, stopsAtFirst: Bool,
        players: RunPlayers = .one
    ) {
        self.plan = plan
        self.overrides = overrides
        self.results = results
        self.detail = detail
        self.stopsAtFirst = stopsAtFirst
        self.players = players
        provenance = Provenance(of: plan.rig, with: overrides)
    }

    /// Writes firmware into the accessory, and notes it in each run; throws if it is not certain that it was written.
    public mutating func write(_ writing: FirmwareWriting) throws(CommandError) {
        Interruption.listen()
        plan.notes.append(try writing.write(on: plan.rig, for: plan.scenarios, plan.facts, in: results.output))
    }

    /// Looks for the rig's references before the first run; returns the fault of a rig that does not hear one.
    public mutating func proveHearing() -> RigFault? {
        Interruption.listen()
        return plan.proveHearing(warn: Warning.tell)
    }

    /// Plays the plan and returns the command's status.
    public func play() -> CommandStatus {
        Interruption.listen()
        let report = ConsoleReport(
            to: StandardOutput.shared, terminal: StandardOutput.shared.terminal, detail: detail, runs: plan.count)
        var tally = RunTally()
        tally.coverage = plan.coverage
        tally.proving = plan.proving
        let places: RunPlaces
        let keyLog: KeyLog?
        do throws(CommandError) {
            keyLog = try results.makeKeyLog()
            places = try results.places(with: provenance)
        } catch {
            try? results.extra.refuse(with: provenance, because: error.what)
            return tally.exitStatus.worsened(by: error)
        }
        results.beginPages()
        // An error in writing one result does not prevent the reports.
        var troubles: [CommandError] = []
        func attempt(_ act: () throws(CommandError) -> Void) {
            do throws(CommandError) { try act() } catch { troubles.append(error) }
        }
        let series = RunSeries(
            plan: plan, report: report, evidence: places.evidence, stopsAtFirst: stopsAtFirst, keyLog: keyLog,
            warn: Warning.tell)
        defer { keyLog?.close() }
        do throws(CommandError) {
            let player = RunPlayer(plan: plan, evidence: places.evidence, warn: Warning.tell)
            if let pool = try players.pool(for: player, runs: plan.count) {
                defer { pool.close() }
                try series.play(with: pool, into: &tally)
            } else {
                try series.play(into: &tally)
            }
        } catch {
            troubles.append(error)
        }
        tally.cause = SuiteDiagnosis(tally, of: provenance, output: results.shownAs ?? results.output).cause
        report.finish(tally, of: provenance)
        results.failures?.remember(tally.summaries, with: overrides)
        attempt { () throws(CommandError) in try places.evidence?.end(tally) }
        attempt { () throws(CommandError) in try places.junit?.end(tally) }
        attempt { () throws(CommandError) in try results.end(tally, with: provenance) }
        attempt { () throws(CommandError) in try results.endExtra(tally, with: provenance) }
        return troubles.reduce(tally.exitStatus) { $0.worsened(by: $1) }
    }

    /// Plays the runs that another process orders over standard input, and answers with the results; that process
    /// writes the reports.
    public func serve() -> CommandStatus {
        Interruption.listen()
        do throws(CommandError) {
            let places = try results.places(with: provenance)
            try OrderServer(RunPlayer(plan: plan, evidence: places.evidence, warn: Warning.tell)).serve()
            return .passed
        } catch {
            return CommandStatus.nothingShown.worsened(by: error)
        }
    }

    /// Reports that the firmware was not written, and counts every run as the rig's error, or as aborted if a person
    /// ended the writing; none is started.
    public func leave(afterFlash problem: CommandError) -> CommandStatus {
        guard !Interruption.isRequested else {
            Warning.tell(problem.what)
            return play()
        }
        let fault = RigFault(problem.what, remedy: problem.remedy ?? "See what the command of --flash printed")
        return leave(for: [fault], as: RunError("rig.notReady", "not played: \(problem.what)"), because: "")
    }

    /// Reports once what the rig lacks, and counts every run as the rig's error; none is started.
    public func leave(for lacking: [RigFault]) -> CommandStatus {
        let more = lacking.count > 1 ? ", and \(lacking.count - 1) more" : ""
        let reason = "not played, because the rig lacks something: \(lacking.first?.what ?? "")\(more)"
        return leave(for: lacking, as: RunError("rig.notReady", reason), because: ", because the rig lacks this")
    }

    private func leave(for lacking: [RigFault], as error: RunError, because words: String) -> CommandStatus {
        var tally = RunTally((0..<plan.count).map { plan.run(at: $0).summary(error) })
        tally.coverage = plan.coverage
        StandardOutput.error.write(
            "trammel: nothing was played (\(counted(plan.count, "run")))\(words):\n")
        for fault in lacking {
            for line in Paragraph.lines("  ", plan.rig.line(about: fault), indent: 6) {
                StandardOutput.error.write(line + "\n")
            }
        }
        do throws(CommandError) {
            let places = try results.places(with: provenance)
            try places.evidence?.end(tally)
            try places.junit?.end(tally)
            try results.end(
                tally, with: provenance, lacking: lacking.map { SuiteRecord.Lack(what: $0.what, remedy: $0.remedy) })
            try results.endExtra(tally, with: provenance)
        } catch {
            return tally.exitStatus.worsened(by: error)
        }
        return tally.exitStatus
    }
}

/// The places for the results of a `trammel run` command.
public struct RunResults {
    /// The output folder; nil if nothing is kept.
    public let output: String?
    /// The name of the folder shown to the user, if different.
    public let shownAs: String?
    /// The path of the JUnit report; nil for none.
    public let junit: String?
    /// Whether it may replace another program's file.
    public let isForced: Bool
    /// The other reports.
    public let extra: ExtraReports
    public let trace: TraceKeeping
    /// The file that remembers the scenarios that did not pass.
    public let failures: FailuresFile?
    /// The file for TLS secrets; nil for none.
    public let keyLog: String?

    public init(
        output: String?, shownAs: String?, junit: String?, extra: ExtraReports = .none, trace: TraceKeeping,
        failures: FailuresFile?, keyLog: String? = nil, isForced: Bool = false
    ) {
        self.isForced = isForced
        self.keyLog = keyLog
        self.extra = extra
        self.output = output
        self.shownAs = shownAs
        self.junit = junit
        self.trace = trace
        self.failures = failures
    }

    /// Creates the file for TLS secrets, new and readable by its owner only; returns nil if none is wanted.
    fileprivate func makeKeyLog() throws(CommandError) -> KeyLog? {
        guard let keyLog else { return nil }
        do { return try KeyLog(at: keyLog) } catch { throw .cannotWrite(keyLog, error) }
    }

    /// Writes into the page of all runs that the command did not end. Errors are ignored: the page is for people, and
    /// it is written again at the end.
    func beginPages() {
        guard let output, !EvidenceFolder.isClaimed(output) else { return }
        try? SuitePages.begin(in: output, shownAs: shownAs ?? output)
    }

    /// Writes the record of all runs and the pages; in the virtual machine the pages are left to the host.
    func end(
        _ tally: RunTally, with provenance: Provenance, lacking: [SuiteRecord.Lack] = []
    ) throws(CommandError) {
        guard let output else { return }
        try SuiteRecord(tally, of: provenance, in: output, lacking: lacking).write(in: output)
        if !EvidenceFolder.isClaimed(output) { try writePages(in: output) }
    }

    /// Writes the pages of a folder whose runs have ended.
    func writePages(in folder: String) throws(CommandError) {
        let live = LiveCount()
        defer { live.clear() }
        _ = try SuitePages(of: [folder], shownAs: [shownAs ?? output ?? folder]).write(progress: live.show)
    }

    /// Writes the other reports for runs whose evidence is in a folder, by default the output folder.
    func endExtra(
        _ tally: RunTally, with provenance: Provenance, in folder: String? = nil
    ) throws(CommandError) {
        try extra.end(tally, with: provenance, folder: folder ?? output, shownAs: output.map { shownAs ?? $0 })
    }

    fileprivate func places(with provenance: Provenance) throws(CommandError) -> RunPlaces {
        try extra.begin(with: provenance)
        return try RunPlaces(
            with: provenance, output: output, shownAs: shownAs, trace: trace, junit: junit, isForced: isForced,
            of: RunSession.word)
    }
}
