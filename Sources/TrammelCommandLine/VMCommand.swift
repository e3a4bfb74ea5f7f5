import ArgumentParser
import Benches
import Evidence
import FoundationEssentials
import Ground
import Runs

/// Runs a command in the virtual machine of the virtual bench.
struct VMCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vm",
        abstract: "Run a command as root in the virtual bench's machine.",
        usage: "trammel vm [<options>] [-- <command> ...]",
        discussion: """
            The command sees this computer's files at their paths, read-only with a memory overlay, and runs in the \
            same folder. Its streams and its exit status are passed through; 125 means that the machine failed.

              trammel vm -- uname -a

            --fetch gets what the machine needs: Debian packages, which it installs if run as root, and a kernel of \
            50 MB, which it does not install but keeps in TRAMMEL_CACHE (by default ~/.cache/trammel). It ends with \
            3 if something could not be fetched.
            """)

    @Flag(help: "Fetch what the machine needs, and run nothing.")
    var fetch = false

    @Option(name: .customLong("share"), help: "A folder that the command may write to (repeatable).")
    var shared: [String] = []

    @Option(help: "The time limit of the command, in seconds.")
    var limit: Double?

    @Option(help: "The number of processors of the machine.")
    var processors = 1

    @Option(
        help: "The machine's acceleration, kvm or tcg; by default whichever works.",
        transform: { text in
            guard let way = Acceleration(rawValue: text) else { throw ValidationError("it is kvm or tcg") }
            return way
        })
    var acceleration: Acceleration?

    @Option(
        help: ArgumentHelp(
            "Its clock: host, or own with tcg, which skips idle time.",
            valueName: "host|own"),
        transform: { text in
            guard let time = GuestTime(rawValue: text) else { throw ValidationError("it is host or own") }
            return time
        })
    var time = GuestTime.host

    @Flag(help: "Copy the machine's console to standard error.")
    var console = false

    @Flag(help: "Print the start time to standard error.")
    var timing = false

    @Argument(parsing: .captureForPassthrough, help: "The program and its arguments.")
    var command: [String] = []

    mutating func validate() throws {
        // The command starts at the first argument that is not an option; a request for help there would be passed on
        // as well.
        if let first = command.first, ["--help", "-h"].contains(first) { throw CleanExit.helpRequest(Self.self) }
        if command.first == "--" { command.removeFirst() }
        if fetch {
            guard command.isEmpty else { throw ValidationError("--fetch runs no command") }
            return
        }
        guard !command.isEmpty else { throw ValidationError("a command is missing, as in: trammel vm -- uname -a") }
        if let limit, !(limit > 0) { throw ValidationError("--limit takes a number of seconds above 0") }
        guard (1...64).contains(processors) else { throw ValidationError("--processors is from 1 to 64") }
        guard time == .host || processors == 1 else {
            throw ValidationError("a machine with its own time has one processor")
        }
    }

    func run() throws {
        if fetch {
            say(MachineFetch.begin(as: "\(Program.command) vm").description)
            throw ExitCode(125)
        }
        let host = ProcessInfo.processInfo.environment
        var configuration = VirtualMachine.Configuration(cache: KernelCache(environment: host))
        configuration.sharedFolders = shared.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
        configuration.limit = limit.map { .seconds($0) }
        configuration.processors = processors
        configuration.acceleration = acceleration
        configuration.time = time
        configuration.consoleCopy = console ? 2 : nil
        configuration.forwardsSignals = true
        var environment = VirtualMachine.selectedEnvironment(from: host)
        environment[Program.hostVariable] = Program.host
        do {
            let exit = try VirtualMachine(configuration).run(
                command, environment: environment,
                workingDirectory: FileManager.default.currentDirectoryPath, input: .descriptor(0))
            if timing {
                say("started in \(exit.bootTime) (\(exit.acceleration.rawValue)), \(exit.wholeTime) in all")
            }
            throw ExitCode(exit.status)
        } catch let error as VirtualMachineError {
            say(error.description)
            if case .interrupted(let signal) = error { throw ExitCode(128 + signal) }
            throw ExitCode(125)
        }
    }

    private func say(_ text: String) { StandardOutput.error.write("\(Program.command) vm: \(text)\n") }
}
