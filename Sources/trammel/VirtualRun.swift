import FoundationEssentials
import Glibc
import Ground
import Reports
import RigKit
import ScenarioKit
import System

/// A `trammel run` on a virtual rig: the same command with `--no-vm`, in a machine of its own.
///
/// The guest plays, writes its evidence into the host's folder, and its exit status becomes the command's.
struct VirtualRun {
    let plan: RunPlan
    /// What was replaced on the plan's rig.
    let ports: [String]
    let isVerbose: Bool
    let output: String?
    let junit: String?
    /// How the guest keeps traces.
    let trace: TraceOptions
    /// Where the scenarios' association files lie.
    let associations: String

    /// Plays everything and returns the exit status; a machine that fails is an error of the rig and says so.
    func play() -> Int32 {
        do throws(CommandTrouble) {
            let folder = try sharedFolder()
            defer { if output == nil, let folder { Self.remove(folder) } }
            let status = try OwnMachine.run(arguments(output: folder), sharing: folder.map { [$0] } ?? [])
            if let folder { try keepReport(of: folder, status: status) }
            return status
        } catch {
            return CommandStatus.nothingShown.worsened(by: error).rawValue
        }
    }

    private func arguments(output folder: String?) -> [String] {
        var words = ["run"] + plan.scenarios.map(\.name)
        words += ["--rig", plan.rig.name, "--no-vm"]
        words += ["--seed", "\(plan.firstSeed)", "--seeds", "\(plan.seeds)", "--repeat", "\(plan.rounds)"]
        for port in ports { words += ["--port", port] }
        if let folder = Files.absolute(associations) { words += ["--associations", folder] }
        if let folder { words += ["--output", folder] + trace.words }
        if isVerbose { words.append("--verbose") }
        return words
    }

    // MARK: The folder that host and guest share

    /// The output folder by its absolute path, or one for the report alone; nil when nothing is to be kept.
    private func sharedFolder() throws(CommandTrouble) -> String? {
        if let output {
            _ = try Evidence(in: output, options: trace)
            return try Self.absolute(output)
        }
        guard junit != nil else { return nil }
        let place = FileManager.default.temporaryDirectory.path
        let folder = "\(place)/trammel-report-\(getpid())"
        _ = try Evidence(in: folder, options: trace)
        return try Self.absolute(folder)
    }

    private static func absolute(_ path: String) throws(CommandTrouble) -> String {
        guard let resolved = Files.absolute(path) else { throw .cannotWrite(path, SystemError.last("realpath")) }
        return resolved
    }

    /// Looks for what the guest must have left, and copies it to where the JUnit report is wanted.
    private func keepReport(of folder: String, status: Int32) throws(CommandTrouble) {
        guard let report = FileManager.default.contents(atPath: "\(folder)/\(Evidence.reportName)") else {
            guard status == CommandStatus.passed.rawValue else { return }
            throw CommandTrouble(
                what: "the virtual machine says that all passed, and left no report in \(folder)",
                remedy: "Look at the folder, and run it again")
        }
        guard let junit else { return }
        do {
            try Files.write(Array(report), to: junit)
        } catch {
            throw .cannotWrite(junit, error)
        }
    }

    private static func remove(_ folder: String) { try? FileManager.default.removeItem(atPath: folder) }
}
