import FoundationEssentials
import Glibc
import Ground
import Reports
import RigKit
import ScenarioKit
import System
import VirtualMachine

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

    /// Plays everything and returns the exit status; a machine that fails is an error of the rig and says so.
    func play() -> Int32 {
        do throws(CommandTrouble) {
            let folder = try sharedFolder()
            defer { if output == nil, let folder { Self.remove(folder) } }
            let status = try runInMachine(sharing: folder)
            if let folder { try keepReport(of: folder, status: status) }
            return status
        } catch {
            return CommandStatus.nothingShown.worsened(by: error).rawValue
        }
    }

    // MARK: The guest

    private func runInMachine(sharing folder: String?) throws(CommandTrouble) -> Int32 {
        let host = ProcessInfo.processInfo.environment
        var configuration = VirtualMachine.Configuration(cache: KernelCache(environment: host))
        configuration.sharedFolders = folder.map { [$0] } ?? []
        configuration.forwardsSignals = true
        // The accessory is stopped within 5 s, its link ended within 4 s, and the evidence is still to be written.
        configuration.signalPatience = .seconds(15)
        let program = try Self.ownPath()
        var environment = VirtualMachine.selectedEnvironment(from: host)
        let terminal = StandardOutput.shared.terminal
        if terminal.isLive { environment[StandardOutput.liveColumns] = "\(terminal.columns)" }
        let exit: GuestExit
        do {
            exit = try VirtualMachine(configuration).run(
                [program] + arguments(output: folder),
                environment: environment, workingDirectory: "/")
        } catch {
            if case .interrupted(let signal) = error { return 128 + signal }
            throw CommandTrouble(what: "\(error)", remedy: nil)
        }
        StandardOutput.shared.write(
            "virtual machine: started in \(exit.bootTime), \(exit.wholeTime) in all, \(exit.acceleration.rawValue)\n")
        return try Self.understood(exit.status)
    }

    private func arguments(output folder: String?) -> [String] {
        var words = ["run"] + plan.scenarios.map(\.name)
        words += ["--rig", plan.rig.name, "--no-vm"]
        words += ["--seed", "\(plan.firstSeed)", "--seeds", "\(plan.seeds)", "--repeat", "\(plan.rounds)"]
        for port in ports { words += ["--port", port] }
        if let folder { words += ["--output", folder] }
        if isVerbose { words.append("--verbose") }
        return words
    }

    /// The statuses that this program gives by itself; any other one is the end of something that went wrong.
    private static func understood(_ status: Int32) throws(CommandTrouble) -> Int32 {
        if CommandStatus(rawValue: status) != nil || [64, 130].contains(status) { return status }
        let how = status > 128 ? "ended by signal \(status - 128)" : "ended with status \(status)"
        throw CommandTrouble(
            what: "trammel in the virtual machine \(how)", remedy: "See what it wrote last, or try it with trammel vm")
    }

    private static func ownPath() throws(CommandTrouble) -> String {
        do {
            return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        } catch {
            throw CommandTrouble(what: "this program does not find itself in /proc/self/exe", remedy: "Mount /proc")
        }
    }

    // MARK: The folder that host and guest share

    /// The output folder by its absolute path, or one for the report alone; nil when nothing is to be kept.
    private func sharedFolder() throws(CommandTrouble) -> String? {
        if let output {
            _ = try Evidence(in: output)
            return try Self.absolute(output)
        }
        guard junit != nil else { return nil }
        let place = FileManager.default.temporaryDirectory.path
        let folder = "\(place)/trammel-report-\(getpid())"
        _ = try Evidence(in: folder)
        return try Self.absolute(folder)
    }

    private static func absolute(_ path: String) throws(CommandTrouble) -> String {
        guard let resolved = realpath(path, nil) else { throw .cannotWrite(path, SystemError.last("realpath")) }
        defer { free(resolved) }
        return String(cString: resolved)
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
