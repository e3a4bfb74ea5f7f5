import BlueZDriver
import CLinux
import FoundationEssentials
import Glibc
import Ground
import Links
import OperatingSystem
public import RigKit
import ScenarioKit

/// Looks for everything about a machine that could spoil runs on a rig, and changes nothing (bench.md 6).
///
/// It reads the kernel's files, and opens no device but the kit, to ask for its firmware. What only other devices can
/// tell is left to the run.
public struct BenchDoctor {
    /// Something that was looked at.
    public struct Item: Hashable, Sendable {
        public enum State: String, Hashable, Sendable, Codable {
            case ok
            /// Runs are possible, but their results may suffer.
            case warning
            /// The rig cannot be used like this.
            case problem
        }

        /// The name of the item, the same on every machine: `bluetooth.switch`.
        public let name: String
        public let state: State
        /// The finding, as a sentence without a final full stop.
        public let found: String
        /// The consequence for a run, as a sentence without a final full stop; nil if the item is ok.
        public let consequence: String?
        /// The way to mend it; nil if the item is ok.
        public let remedy: Remedy?

        /// Creates an item that is in order.
        public init(_ name: String, _ found: String) {
            (self.name, self.found) = (name, found)
            (state, consequence, remedy) = (.ok, nil, nil)
        }

        /// Creates an item that is not in order.
        public init(_ name: String, _ state: State, _ found: String, so consequence: String, remedy: Remedy) {
            (self.name, self.state, self.found) = (name, state, found)
            (self.consequence, self.remedy) = (consequence, remedy)
        }
    }

    /// The way to mend an item.
    public enum Remedy: Hashable, Sendable {
        /// A shell command that harms nothing and can be undone; most need root.
        case command(String)
        /// An act that only a person can do, or should decide, as a sentence without a final full stop.
        case act(String)

        /// The command or the sentence.
        public var text: String {
            switch self {
            case .command(let text), .act(let text): text
            }
        }
    }

    let rig: Rig
    let files: MachineFiles
    let answers: KernelAnswers
    /// The reason why the kit must not be opened, such as another command that has it; nil if there is none.
    var obstacle: String?
    private(set) var items: [Item] = []

    /// Examines this machine for a rig.
    ///
    /// `obstacle` is the reason why the kit must not be opened, such as another command that has it.
    public static func examine(for rig: Rig, obstacle: String? = nil) -> [Item] {
        var doctor = BenchDoctor(rig: rig, files: MachineFiles(root: ""), answers: .ofKernel)
        doctor.obstacle = obstacle
        doctor.lookAtParts()
        doctor.lookAround()
        if rig.kind == .hardware {
            doctor.lookAtDelays()
            doctor.askKit()
        }
        return doctor.items
    }

    /// Examines what can change between two runs on a hardware rig, in some milliseconds: everything but the rig's
    /// parts, which opening them shows.
    ///
    /// With `root`, it examines copies of a machine's files below that folder, and takes these answers of its kernel.
    static func examineBeforeRun(
        on rig: Rig, below root: String = "", _ answers: KernelAnswers = .ofKernel
    ) -> [Item] {
        var doctor = BenchDoctor(rig: rig, files: MachineFiles(root: root), answers: answers)
        doctor.lookAround()
        return doctor.items
    }

    private mutating func lookAround() {
        lookAtMachine()
        if case .adapter(let number) = rig.bluetooth { lookAtBluetooth(number) }
        guard rig.kind == .hardware else { return }
        lookAtLines()
        lookAtUSB()
        if case .libnfc(let connection) = rig.nfc { lookAtReader(connection) }
    }

    private init(rig: Rig, files: MachineFiles, answers: KernelAnswers) {
        (self.rig, self.files, self.answers) = (rig, files, answers)
    }

    mutating func add(_ item: Item) { items.append(item) }

    mutating func fine(_ name: String, _ found: String) { add(Item(name, found)) }

    mutating func report(
        _ state: Item.State, _ name: String, _ found: String, so consequence: String, remedy: Remedy
    ) {
        add(Item(name, state, found, so: consequence, remedy: remedy))
    }

    /// Everything that is missing for the rig, as before each run.
    private mutating func lookAtParts() {
        let faults: [RigFault]
        switch rig.kind {
        case .simulated: return
        case .virtual:
            let cache = KernelCache(environment: ProcessInfo.processInfo.environment)
            faults = RigPreflight.faults(
                of: rig, needs: [.bluetooth, .uwb, .nfc], in: VirtualMachine.Configuration(cache: cache))
        case .hardware: faults = RigPreflight.faults(ofAllPartsOf: rig)
        }
        for fault in faults {
            report(.problem, "parts", fault.what, so: "the rig cannot be brought up", remedy: .act(fault.remedy))
        }
        if faults.isEmpty { fine("parts", "nothing that the rig \(rig.name) needs is missing") }
    }

    // MARK: The machine

    private mutating func lookAtMachine() {
        lookAtDisk()
        if let pressure = files.text("/proc/pressure/cpu").flatMap(Self.pressure) {
            if pressure > 20 {
                report(
                    .warning, "machine.load",
                    "runnable tasks waited \(decimal(pressure, places: 1)) % of the last 10 s",
                    so: "deadlines may be missed, and such runs end as errors of the rig",
                    remedy: .act("End what else runs on this machine"))
            } else {
                fine("machine.load", "runnable tasks waited \(decimal(pressure, places: 1)) % of the last 10 s")
            }
        }
        guard rig.kind == .hardware else { return }
        if let isSynchronised = answers.isClockSynchronised {
            if isSynchronised {
                fine("machine.clock", "the wall clock is synchronised")
            } else {
                report(
                    .warning, "machine.clock", "the wall clock is not synchronised",
                    so: "the dates of runs and traces cannot be compared with those of other machines",
                    remedy: .command("timedatectl set-ntp true"))
            }
        }
        let container = ["/.dockerenv", "/run/.containerenv"].first(where: files.exists)
        if let container {
            report(
                .warning, "machine.container", "this is a container (\(container))",
                so: "devices that are plugged in later, Bluetooth and the power of USB ports need its options",
                remedy: .act("Run it outside, or with --net=host, NET_ADMIN, NET_RAW and the devices' folders"))
        } else {
            fine("machine.container", "nothing shows that this is a container")
        }
        if let governor = files.text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") {
            // With these drivers, powersave is the usual governor and does not keep a busy processor slow.
            let driver = files.text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver") ?? ""
            if governor == "powersave", !driver.hasPrefix("intel_pstate"), !driver.hasPrefix("amd-pstate") {
                report(
                    .warning, "machine.governor", "the processors run with the governor powersave",
                    so: "instants are stamped late after each pause",
                    remedy: .command("cpupower frequency-set -g performance"))
            } else {
                fine("machine.governor", "the processors run with the governor \(governor)")
            }
        }
    }

    /// The number of pauses that are measured, and the longest delay that a sound machine has after one.
    private static let (pauses, usualDelay) = (200, Lapse.milliseconds(2))

    /// A machine that wakes late stamps frames late. Pauses are measured with the urgency of a run.
    private mutating func lookAtDelays() {
        let (clock, pause) = (MonotonicClock(), Lapse.milliseconds(1))
        Urgency.decision.apply()
        defer { Urgency.ordinary.apply() }
        var delays: [Lapse] = []
        for _ in 0..<Self.pauses {
            let due = clock.now + pause
            _ = Poller(clock: clock).wait([], until: due)
            delays.append(clock.now - due)
        }
        let delay = delays.sorted()[Self.pauses * 99 / 100]
        guard delay > Self.usualDelay else {
            return fine("machine.delay", "99 % of pauses ended less than \(delay) late")
        }
        report(
            .warning, "machine.delay", "1 % of pauses ended more than \(delay) late",
            so: "frames are stamped late, and figures of latencies are too large",
            remedy: .act("End what else runs on this machine, or switch off its deep idle states"))
    }

    private mutating func lookAtDisk() {
        var state = statvfs()
        guard unsafe statvfs(files.root.isEmpty ? "." : files.root, &state) == 0 else { return }
        let free = UInt64(state.f_bavail) * UInt64(state.f_frsize)
        let found = "\(free / 1_000_000) MB are free in this folder"
        // A trace ends with an error when less than 128 MB remain (--trace-reserve).
        switch free {
        case ..<128_000_000:
            report(
                .problem, "machine.disk", found, so: "evidence cannot be written",
                remedy: .act("Make room, or use another folder"))
        case ..<1_000_000_000:
            report(
                .warning, "machine.disk", found, so: "long runs may not find room for their traces",
                remedy: .act("Make room, or use another folder"))
        default: fine("machine.disk", found)
        }
    }

    /// Returns the share in percent from a line such as `some avg10=1.53 avg60=0.87 avg300=0.73 total=1`.
    static func pressure(_ text: String) -> Double? {
        for word in text.split(whereSeparator: \.isWhitespace) where word.hasPrefix("avg10=") {
            return Double(word.dropFirst("avg10=".count))
        }
        return nil
    }
}

/// The kernel's answers that no file shows.
struct KernelAnswers {
    /// The error of opening a Bluetooth socket; 0 for none.
    var bluetoothSocket: Int32 = 0
    /// Whether the wall clock is synchronised; nil if the kernel cannot be asked.
    var isClockSynchronised: Bool? = true

    /// Those of a machine without anything wrong.
    static let usual = KernelAnswers()

    static var ofKernel: KernelAnswers {
        let clock = trammel_clock_is_synchronised()
        return KernelAnswers(
            bluetoothSocket: BluetoothAdapters.socketError, isClockSynchronised: clock < 0 ? nil : clock == 1)
    }
}

/// The kernel's files about a machine, or copies of them below a folder.
struct MachineFiles {
    let root: String

    /// Returns the first 4 KiB of a file without white space around it; nil if it cannot be read.
    func text(_ path: String) -> String? {
        guard let file = try? FileDescriptor("open", { open(root + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }) else {
            return nil
        }
        defer { file.close() }
        guard let bytes = try? file.read(upTo: 4096) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }

    /// Returns the names in a folder, sorted.
    func names(in folder: String) -> [String] {
        (ListedUSBDevice.names(in: root + folder) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Returns the kernel's log, as far as it is kept; nil if this user may not read it.
    func kernelLog() -> [Substring]? {
        guard let file = try? FileDescriptor("open", { open(root + "/dev/kmsg", O_RDONLY | O_CLOEXEC | O_NONBLOCK) })
        else { return nil }
        defer { file.close() }
        var bytes: [UInt8] = []
        // Each read gives one record, and an error once there are no more.
        while bytes.count < 8 << 20, let record = try? file.read(upTo: 8192), !record.isEmpty { bytes += record }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    /// Returns the first process that has a file open, with its name; nil if none is known to.
    func holder(of path: String) -> (process: Int32, name: String)? {
        for process in names(in: "/proc").compactMap({ Int32($0) }) where process != getpid() {
            let folder = "/proc/\(process)/fd"
            if names(in: folder).contains(where: { target(of: "\(folder)/\($0)") == path }) {
                return (process, text("/proc/\(process)/comm") ?? "?")
            }
        }
        return nil
    }

    /// Returns what a symbolic link leads to.
    func target(of link: String) -> String? {
        var target = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink(root + link, &target, target.count - 1)
        guard count > 0 else { return nil }
        return String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns the process with this name; nil if none runs.
    func process(named name: String) -> Int32? {
        for process in names(in: "/proc").compactMap({ Int32($0) }) where text("/proc/\(process)/comm") == name {
            return process
        }
        return nil
    }

    /// Returns a field of a file of lines such as `CapEff:\\t0000003fffffffff`.
    func field(_ name: String, of path: String) -> String? {
        for line in (text(path) ?? "").split(separator: "\n") where line.hasPrefix(name + ":") {
            return line.dropFirst(name.count + 1).split(whereSeparator: \.isWhitespace).first.map(String.init)
        }
        return nil
    }
}
