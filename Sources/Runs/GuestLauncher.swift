import Benches
public import Evidence
import FoundationEssentials
import Glibc
import Ground
import OperatingSystem
import Reports

/// This program, started a second time in its own virtual machine.
public enum GuestLauncher {
    /// Runs a command in the machine, prints its output here and returns its exit status.
    ///
    /// One folder, already claimed, is for its evidence; it may write to the others as well. If its output can no
    /// longer be written, the command is asked to end, as it would be on the host.
    public static func run(
        _ words: [String], claiming folder: String? = nil, sharing others: [String] = []
    ) throws(CommandError) -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        var configuration = configuration(sharing: [folder] + others)
        configuration.lostOutputSignal = SIGTERM
        configuration.forwardsSignals = true
        // Stopping the accessory takes up to 5 s and ending its link up to 4 s, and then the evidence has to be
        // written.
        configuration.signalPatience = .seconds(15)
        let program = try ownPath()
        var environment = environment(claiming: folder)
        let terminal = StandardOutput.shared.terminal
        if terminal.isLive { environment[StandardOutput.liveColumns] = "\(terminal.columns)" }
        let exit: GuestExit
        StandardOutput.shared.write("virtual machine: starting, which takes some seconds\n")
        do {
            exit = try VirtualMachine(configuration).run(
                [program] + words, environment: environment, workingDirectory: "/")
        } catch {
            if case .interrupted(let signal) = error {
                StandardOutput.error.write("trammel: signal \(signal) ended the virtual machine; there is no verdict\n")
                return 128 + signal
            }
            // The folder was claimed for this command, so all verdicts in it are the machine's.
            if case .wrongClock = error, let folder { EvidenceFolder.distrustRuns(in: folder) }
            throw CommandError(what: "\(error)", remedy: nil)
        }
        StandardOutput.shared.write(
            "virtual machine: started in \(exit.bootTime), \(exit.wholeTime) in all, \(exit.acceleration.rawValue)\n")
        return try understood(exit.status)
    }

    /// Runs a command in the machine that reads orders from one descriptor and answers on another, until it ends.
    ///
    /// Signals are left to the caller, which may have several such machines.
    static func serve(
        _ words: [String], claiming folder: String?, from input: Int32, to output: Int32
    ) throws(CommandError) -> GuestExit {
        let program = try ownPath()
        do {
            return try VirtualMachine(configuration(sharing: [folder])).run(
                [program] + words, environment: environment(claiming: folder),
                workingDirectory: "/", input: .descriptor(input), output: .descriptor(output))
        } catch {
            throw CommandError(what: "\(error)", remedy: nil)
        }
    }

    private static func configuration(sharing folders: [String?]) -> VirtualMachine.Configuration {
        let cache = KernelCache(environment: ProcessInfo.processInfo.environment)
        var configuration = VirtualMachine.Configuration(cache: cache)
        configuration.sharedFolders = folders.compactMap(\.self)
        // Both ends of every link are inside the machine, so in its own time nothing waits for them, and a busy host
        // takes processor time from none of them. Only emulation can keep its own time, so it is used wherever a run
        // is played.
        (configuration.acceleration, configuration.time) = (.emulation, .own)
        return configuration
    }

    private static func environment(claiming folder: String?) -> [String: String] {
        var environment = VirtualMachine.selectedEnvironment(from: ProcessInfo.processInfo.environment)
        environment[Program.hostVariable] = Program.host
        environment[EvidenceFolder.claimed] = folder
        return environment
    }

    /// Returns the exit statuses that this program uses itself; throws for any other.
    private static func understood(_ status: Int32) throws(CommandError) -> Int32 {
        if CommandStatus(rawValue: status) != nil || [64, 130].contains(status) { return status }
        let how = status > 128 ? "ended by signal \(status - 128)" : "ended with status \(status)"
        throw CommandError(
            what: "\(Program.command) in the virtual machine \(how)",
            remedy: "See what it wrote last, or try it with \(Program.command) vm")
    }

    private static func ownPath() throws(CommandError) -> String {
        do {
            return try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        } catch {
            throw CommandError(what: "this program does not find itself in /proc/self/exe", remedy: "Mount /proc")
        }
    }
}
