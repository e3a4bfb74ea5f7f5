import Glibc
public import Ground
import OperatingSystem

/// Runs one command in a fresh virtual machine with Debian's kernel and this host's files.
///
/// The guest sees the host's whole file system at the same paths, read-only under a layer in memory, and runs the
/// command as root in the same folder. It needs no rights on the host; files that this user may not read are not
/// readable in the guest either. Everything the guest writes is discarded at the end, except in shared folders.
///
/// The machine ends with the thread that called `run`, if not before.
public struct VirtualMachine: Sendable {
    /// The settings of the machine.
    public struct Configuration: Hashable, Sendable {
        public var cache: KernelCache
        public var processors = 1
        public var megabytes = 1024
        /// Folders of the host, as absolute paths, that the guest may write to.
        public var sharedFolders: [String] = []
        /// Nil finds out what works on this host, and remembers it in the cache until the host restarts.
        public var acceleration: Acceleration?
        /// The clock that an emulated guest follows. With its own time it has one processor.
        public var time = GuestTime.host
        /// The maximum time until the command runs.
        public var bootLimit = Lapse.seconds(90)
        /// The maximum time for the command.
        public var limit: Lapse?
        /// Whether SIGINT, SIGTERM, SIGHUP and SIGQUIT are passed on to the command; the third one ends the machine.
        ///
        /// Only one machine in a process can have this.
        public var forwardsSignals = false
        /// The time for which the command may continue after a signal was passed on to it, before the machine is ended.
        public var signalPatience = Lapse.seconds(10)
        /// The signal sent to the command when its output can no longer be written; without one, it continues.
        public var lostOutputSignal: Int32?
        /// A descriptor to which the guest's console is copied, for finding out why it does not boot.
        public var consoleCopy: Int32?
        public var qemu = "/usr/bin/qemu-system-x86_64"

        public init(cache: KernelCache) { self.cache = cache }
    }

    public let configuration: Configuration

    public init(_ configuration: Configuration) { self.configuration = configuration }

    /// Throws the first thing provided by `trammel vm --fetch` that is missing.
    public func check() throws(VirtualMachineError) {
        guard access(configuration.qemu, X_OK) == 0 else {
            throw .missing(what: "QEMU (package qemu-system-x86)", place: configuration.qemu)
        }
        _ = try configuration.cache.kernel()
        for folder in configuration.sharedFolders where !folder.hasPrefix("/") || access(folder, W_OK) != 0 {
            throw .host(doing: "share \(folder)", reason: "it must be an absolute path to a folder open to writing")
        }
    }

    /// Everything provided by `trammel vm --fetch` that is missing.
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
    /// The program is searched for on the PATH of `environment`, which is the command's entire environment; see
    /// `selectedEnvironment`. Throws if the machine failed, as opposed to the command.
    public func run(
        _ command: [String], environment: [String: String], workingDirectory: String,
        input: GuestInput = .none, output: GuestOutput = .descriptor(1), error: GuestOutput = .descriptor(2)
    ) throws(VirtualMachineError) -> GuestExit {
        precondition(!command.isEmpty, "a command has at least the program's name")
        try check()
        let kernel = try configuration.cache.kernel()
        let guest = GuestCommand(
            words: command, environment: environment, workingDirectory: workingDirectory, mark: EndDelimiter.random())
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

    /// Returns the variables of this process that a command in the guest should have, with hints about the host's
    /// terminal.
    public static func selectedEnvironment(from host: [String: String]) -> [String: String] {
        let streams: [(Int32, String)] = [(0, "in"), (1, "out"), (2, "err")]
        let terminals = streams.filter { isatty($0.0) == 1 }
        let size = terminals.lazy.compactMap { terminalSize(of: $0.0) }.first
        return GuestCommand.environment(from: host, terminals: terminals.map(\.1), size: size)
    }
}
