import FoundationEssentials
import Ground
import Reports
import System
import VirtualMachine

/// This very program, started once more in a virtual machine of its own.
enum OwnMachine {
    /// Runs a command there and returns its exit status; what it prints is printed here.
    static func run(_ words: [String], sharing folders: [String]) throws(CommandTrouble) -> Int32 {
        let host = ProcessInfo.processInfo.environment
        var configuration = VirtualMachine.Configuration(cache: KernelCache(environment: host))
        configuration.sharedFolders = folders
        configuration.forwardsSignals = true
        // The accessory is stopped within 5 s, its link ended within 4 s, and the evidence is still to be written.
        configuration.signalPatience = .seconds(15)
        let program = try ownPath()
        var environment = VirtualMachine.selectedEnvironment(from: host)
        let terminal = StandardOutput.shared.terminal
        if terminal.isLive { environment[StandardOutput.liveColumns] = "\(terminal.columns)" }
        let exit: GuestExit
        do {
            exit = try VirtualMachine(configuration).run(
                [program] + words, environment: environment, workingDirectory: "/")
        } catch {
            if case .interrupted(let signal) = error { return 128 + signal }
            throw CommandTrouble(what: "\(error)", remedy: nil)
        }
        StandardOutput.shared.write(
            "virtual machine: started in \(exit.bootTime), \(exit.wholeTime) in all, \(exit.acceleration.rawValue)\n")
        return try understood(exit.status)
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
}
