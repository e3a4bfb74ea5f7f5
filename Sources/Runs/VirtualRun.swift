public import Evidence
import FoundationEssentials
import Glibc
import Ground
import Journal
import OperatingSystem
public import Reports
import RigKit
import ScenarioKit

/// A `trammel run` command on a virtual rig: the same command with `--no-vm`, in its own virtual machine.
///
/// The guest plays and writes its evidence into the host's folder, and its exit status becomes the command's. If the
/// machine ends before the guest has written its report, the host writes one from the files left.
public struct VirtualRun {
    private let plan: RunPlan
    /// The changes to the plan's rig.
    private let overrides: RigOverrides
    private let results: RunResults
    /// The options that control the output.
    private let showing: [String]
    /// Whether the guest leaves out what the rig cannot play, as the host does.
    private let leavesOut: Bool
    /// The request in words.
    private let asked: String?
    /// The folder of the scenarios' association files.
    private let associations: String
    /// The JSON files of scenarios that are not in the catalogue, by scenario name.
    private let files: [String: String]
    /// The provenance determined by the host at one moment, so that all reports state the same time.
    private let provenance: Provenance

    public init(
        plan: RunPlan, overrides: RigOverrides, results: RunResults, showing: [String], leavesOut: Bool,
        asked: String?, associations: String, files: [String: String] = [:]
    ) {
        self.files = files

        self.plan = plan
        self.overrides = overrides
        self.results = results
        self.showing = showing
        self.leavesOut = leavesOut
        self.asked = asked
        self.associations = associations
        provenance = Provenance(of: plan.rig, with: overrides)
    }

    /// Plays the plan in several machines in parallel, each run entirely in one of them.
    ///
    /// The host writes the reports from the guests' answers; losing a machine loses only the run that it was playing.
    public func play(in machines: Int, detail: ReportDetail, stopsAtFirst: Bool) -> CommandStatus {
        let session = RunSession(
            plan: plan, overrides: overrides, results: results, detail: detail, stopsAtFirst: stopsAtFirst,
            players: players(machines))
        return session.play()
    }

    /// Returns players for this number of machines, in which the plan's runs can be ordered.
    public func players(_ machines: Int) -> RunPlayers {
        .machines(machines) { folder in arguments(output: folder, nil, nil) + [Self.servingWord] }
    }

    /// The option that makes a guest play orders.
    public static let servingWord = "--serve"

    /// Plays the plan and returns the exit status; a machine that fails is reported as an error of the rig.
    public func play() -> Int32 {
        do throws(CommandError) {
            try results.extra.begin(with: provenance)
            let junit = try results.junit.map { path throws(CommandError) in
                try ReportFile(
                    path, ReportForm.junit.place(isForced: results.isForced), of: RunSession.word, with: provenance)
            }
            do throws(CommandError) {
                return try play(junit)
            } catch {
                try results.extra.refuse(with: provenance, because: error.what)
                try junit?.refuse(RunSession.word, because: error.what)
                throw error
            }
        } catch {
            return CommandStatus.nothingShown.worsened(by: error).rawValue
        }
    }

    private func play(_ junit: ReportFile?) throws(CommandError) -> Int32 {
        let shared = try sharedFolder(isWanted: junit != nil || results.extra.areWanted)
        defer { if results.output == nil, let shared { Self.remove(shared.folder) } }
        results.beginPages()
        let status: Int32
        do throws(CommandError) {
            let memory = results.failures.flatMap { (try? Files.makeFolder($0.folder)) != nil ? $0 : nil }
            status = try GuestLauncher.run(
                arguments(output: shared?.folder, memory, try keyLog), claiming: shared?.folder,
                sharing: [memory?.folder, try keyLog?.folder].compactMap(\.self))
        } catch {
            guard let shared else { throw error }
            return try settle(PlannedRunFolders(of: plan, in: shared.folder).tally(because: error.what), shared, junit)
                .worsened(by: error).rawValue
        }
        guard let shared else { return status }
        let report = try report(in: shared.folder)
        guard !shared.isUnended(report) else {
            let trouble = CommandError(
                what: "the virtual machine ended with status \(status) and left no report in \(shared.folder)",
                remedy: "Look at the folder, and run it again")
            let left = try settle(
                PlannedRunFolders(of: plan, in: shared.folder).tally(because: trouble.what), shared, junit)
            // Two signals end the command with the status of the signal.
            return status > 128 ? status : left.worsened(by: trouble).rawValue
        }
        try junit?.end(report)
        var told = try PlannedRunFolders(of: plan, in: shared.folder).told(shownAs: results.output)
        told.proving = plan.proving
        told.cause = SuiteDiagnosis(told, of: provenance, output: results.output).cause
        try results.endExtra(told, with: provenance, in: shared.folder)
        if results.output != nil { try results.writePages(in: shared.folder) }
        return status
    }

    /// Writes the reports that the guest did not write.
    private func settle(
        _ tally: RunTally, _ shared: EvidenceFolder, _ junit: ReportFile?
    ) throws(CommandError) -> CommandStatus {
        try shared.end(tally)
        try junit?.end(tally)
        try results.endExtra(tally, with: provenance, in: shared.folder)
        if results.output != nil { try results.end(tally, with: provenance) }
        return tally.exitStatus
    }

    /// The file for TLS secrets, and the folder in which the guest creates it.
    private var keyLog: (path: String, folder: String)? {
        get throws(CommandError) {
            guard let path = results.keyLog else { return nil }
            let name = FileName.last(of: path)
            let folder = try Self.absolute(path.contains("/") ? String(path.dropLast(name.count)) : ".")
            return ("\(folder)/\(name)", folder)
        }
    }

    private func arguments(
        output folder: String?, _ memory: FailuresFile?, _ keyLog: (path: String, folder: String)?
    ) -> [String] {
        // The complete request: the guest leaves out the same scenarios and reports them.
        let names = plan.scenarios.map(\.name) + plan.coverage.leftOut.map(\.scenario)
        var words = [RunSession.word] + names.map { name in files[name].flatMap { Files.absolute($0) } ?? name }
        words += ["--rig", plan.rig.name, "--no-vm"]
        words += ["--seed", "\(plan.firstSeed)", "--seeds", "\(plan.seeds)", "--repeat", "\(plan.rounds)"]
        words += overrides.words
        if let folder = Files.absolute(associations) { words += ["--associations", folder] }
        if let folder { words += ["--output", folder] + results.trace.words }
        words += showing
        if leavesOut { words.append("--leave-out") }
        if let asked { words += ["--asked-for", asked] }
        if let output = results.output { words += ["--output-name", output] }
        if let keyLog { words += ["--tls-key-log", keyLog.path] }
        if let memory { words += ["--failures-file", memory.path] }
        return words
    }

    // MARK: The folder that host and guest share

    /// Returns the output folder by its absolute path, or a temporary one for the report alone; nil if nothing is
    /// kept.
    private func sharedFolder(isWanted: Bool) throws(CommandError) -> EvidenceFolder? {
        let folder: String
        if let output = results.output {
            do { try Files.makeFolder(output) } catch { throw .cannotWrite(output, error) }
            folder = try Self.absolute(output)
        } else {
            guard isWanted else { return nil }
            folder = try Self.absolute(try Self.temporaryFolder())
        }
        return try EvidenceFolder(in: folder, options: results.trace, of: RunSession.word, with: provenance)
    }

    private static func absolute(_ path: String) throws(CommandError) -> String {
        guard let resolved = Files.absolute(path) else { throw .cannotWrite(path, SystemError.last("realpath")) }
        return resolved
    }

    /// Creates a new folder with a unique name.
    private static func temporaryFolder() throws(CommandError) -> String {
        let place = FileManager.default.temporaryDirectory.path
        var path = Array("\(place)/trammel-report-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else { throw .cannotWrite(place, SystemError.last("mkdtemp")) }
        return path.withUnsafeBufferPointer {
            String(decoding: $0.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }

    private func report(in folder: String) throws(CommandError) -> [UInt8] {
        let path = "\(folder)/\(EvidenceFolder.reportName)"
        guard let report = FileManager.default.contents(atPath: path) else {
            throw CommandError(
                what: "\(path), which the virtual machine should have written, cannot be read",
                remedy: "Look at the folder, and run it again")
        }
        return Array(report)
    }

    private static func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }
}
