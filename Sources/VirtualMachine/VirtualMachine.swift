import Glibc
public import Ground
import OperatingSystem

/// Runs one command in a fresh virtual machine with Debian's kernel and this host's files.
///
/// The guest sees the host's whole file system at the same paths, read-only with a layer in memory over it, and runs
/// the command as root in the same folder. It needs no rights on the host; what this user may not read, the guest may
/// not either. What the guest writes is gone afterwards, except in the folders that are shared.
///
/// The machine ends at the latest with the thread that called `run`.
public struct VirtualMachine: Sendable {
    /// How the machine is made.
    public struct Configuration: Hashable, Sendable {
        public var cache: KernelCache
        public var processors = 1
        public var megabytes = 1024
        /// Folders of the host, as absolute paths, that the guest may write to.
        public var sharedFolders: [String] = []
        /// Nil finds out what works here, and remembers it in the cache until the host restarts.
        public var acceleration: Acceleration?
        /// Whose time the guest keeps where it is emulated. With its own it has one processor.
        public var time = GuestTime.host
        /// How long the start may take until the command runs.
        public var bootLimit = Span.seconds(90)
        /// How long the command may take.
        public var limit: Span?
        /// Whether SIGINT, SIGTERM, SIGHUP and SIGQUIT go to the command; the third one ends the machine.
        ///
        /// One machine in a process can have them.
        public var forwardsSignals = false
        /// How long the command may go on after a signal was passed on to it, before the machine is ended.
        public var signalPatience = Span.seconds(10)
        /// The signal that the command gets when what it prints can be written no more; without one it goes on.
        public var lostOutputSignal: Int32?
        /// A descriptor that the guest's console is copied to, for finding out why it does not start.
        public var consoleCopy: Int32?
        public var qemu = "/usr/bin/qemu-system-x86_64"

        public init(cache: KernelCache) { self.cache = cache }
    }

    public let configuration: Configuration

    public init(_ configuration: Configuration) { self.configuration = configuration }

    /// Whether everything that `ci/setup` provides is there; throws the first thing that is not.
    public func check() throws(VirtualMachineError) {
        guard access(configuration.qemu, X_OK) == 0 else {
            throw .missing(what: "QEMU (package qemu-system-x86)", place: configuration.qemu)
        }
        _ = try configuration.cache.kernel()
        for folder in configuration.sharedFolders where !folder.hasPrefix("/") || access(folder, W_OK) != 0 {
            throw .host(doing: "share \(folder)", reason: "it must be an absolute path to a folder open to writing")
        }
    }

    /// Everything that `ci/setup` provides and that is not there, all at once.
    public var obstacles: [VirtualMachineError] {
        var found: [VirtualMachineError] = []
        func note(_ error: VirtualMachineError) { if !found.contains(error) { found.append(error) } }
        do throws(VirtualMachineError) { try check() } catch { note(error) }
        do throws(VirtualMachineError) { _ = try configuration.cache.kernel() } catch { note(error) }
        do throws(VirtualMachineError) { _ = try InitialFileSystem.findBusybox() } catch { note(error) }
        return found
    }

    /// Runs a command in a new machine and waits for its end.
    ///
    /// The program is looked for on the PATH of `environment`, which is everything that the command gets; see
    /// `selectedEnvironment`. Throws when the machine, and not the command, failed.
    public func run(
        _ command: [String], environment: [String: String], workingDirectory: String,
        input: GuestInput = .none, output: GuestOutput = .descriptor(1), error: GuestOutput = .descriptor(2)
    ) throws(VirtualMachineError) -> GuestExit {
        precondition(!command.isEmpty, "a command has at least the program's name")
        try check()
        let kernel = try configuration.cache.kernel()
        let guest = GuestCommand(
            words: command, environment: environment, workingDirectory: workingDirectory, mark: EndMark.random())
        let files = [
            try InitialFileSystem(kernel: kernel, cache: configuration.cache).archive(),
            InitialFileSystem.run(guest, sharing: configuration.sharedFolders),
        ]
        let choice = AccelerationChoice(cache: configuration.cache, wanted: configuration.acceleration)
        var reason: VirtualMachineError?
        for acceleration in choice.candidates {
            let session = try GuestSession(
                configuration, kernel: kernel, files: files, acceleration: acceleration, mark: guest.mark,
                streams: (input, output, error))
            do {
                let exit = try session.run()
                choice.remember(acceleration)
                return exit
            } catch {
                switch error {
                case .notBooted where acceleration != choice.candidates.last: reason = error
                default: throw error
                }
            }
        }
        throw reason ?? .host(doing: "choose how to run the guest", reason: "nothing is left to try")
    }

    /// The variables of this process that a command in the guest should have, with hints about the host's terminal.
    public static func selectedEnvironment(from host: [String: String]) -> [String: String] {
        let streams: [(Int32, String)] = [(0, "in"), (1, "out"), (2, "err")]
        let terminals = streams.filter { isatty($0.0) == 1 }
        let size = terminals.lazy.compactMap { terminalSize(of: $0.0) }.first
        return GuestCommand.environment(from: host, terminals: terminals.map(\.1), size: size)
    }
}
