import Glibc
import Ground
import OperatingSystem

/// The way in which the guest's processor is run.
public enum Acceleration: String, Hashable, Sendable, CaseIterable {
    /// On the host's own processor.
    case kvm
    /// In QEMU's software emulation: slow, but it works everywhere.
    case emulation = "tcg"
}

/// QEMU's command line for one run.
struct MachineLine: Hashable, Sendable {
    /// The numbers that the run's descriptors have in QEMU.
    enum Descriptor {
        static let control: Int32 = 3
        static let input: Int32 = 4
        static let output: Int32 = 5
        static let error: Int32 = 6
        static let firstFileSystem: Int32 = 7
    }

    let kernelImage: String
    let acceleration: Acceleration
    let processors: Int
    let megabytes: Int
    let sharedFolders: [String]
    /// The rate in kilohertz of the host's counter, by which the guest keeps the host's time; nil if it must find out.
    var counterRate: UInt32?
    /// The clock that was asked for.
    var wantedTime = GuestTime.host

    /// The clock that the guest follows.
    var time: GuestTime { acceleration == .emulation ? wantedTime : .host }

    var arguments: [String] {
        var line = [
            "-machine", "q35,hpet=off", "-smp", "\(processors)", "-m", "\(megabytes)",
            "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
            "-kernel", kernelImage, "-initrd", "/dev/fd/\(Descriptor.firstFileSystem)", "-append", kernelOptions,
            "-chardev", "stdio,id=console,signal=off", "-serial", "chardev:console",
            "-device", "virtio-serial-pci",
        ]
        line += processorOptions
        line += folder("/", tag: "host", isReadOnly: true)
        for (number, path) in sharedFolders.enumerated() {
            line += folder(path, tag: "share\(number)", isReadOnly: false)
        }
        line += port("control", Descriptor.control) + port("input", Descriptor.input)
        line += port("output", Descriptor.output) + port("error", Descriptor.error)
        return line
    }

    /// In emulation, a processor without AVX, so that the kernel has fewer variants of everything to prepare and
    /// patch. It needs RDRAND, though: without it the guest has no entropy, and the first program waits a second for
    /// some.
    private var processorOptions: [String] {
        let processor = ["-cpu", "Nehalem,+rdrand"]
        return switch (acceleration, time) {
        case (.kvm, _): ["-accel", "kvm", "-cpu", "host"]
        case (.emulation, .host): ["-accel", "tcg,thread=multi"] + processor
        case (.emulation, .own):
            ["-accel", "tcg,thread=single", "-icount", "shift=\(GuestTime.shift),sleep=off"] + processor
        }
    }

    /// Nothing is probed, tested, protected or logged that a machine with a lifetime of minutes can do without.
    private var kernelOptions: String {
        let options = [
            "console=ttyS0", "quiet", "panic=-1", "mitigations=off", "cryptomgr.notests=1", "nokaslr", "rodata=off",
            "tsc=reliable", "no_timer_check", "audit=0", "lsm=", "nowatchdog", "random.trust_cpu=on",
        ]
        // On a busy host the guest misjudges the rate, sometimes by a factor, and all its time with it.
        let known: UInt32? =
            switch (acceleration, time) {
            case (.kvm, _): nil
            case (.emulation, .host): counterRate
            case (.emulation, .own): GuestTime.counterRate
            }
        let rate = known.map { ["tsc_early_khz=\($0)"] } ?? []
        guard time == .own else { return (options + rate).joined(separator: " ") }
        // With a tick of 4 ms, its time leaps by no more than that while it waits for a file on the host.
        return (["nohz=off"] + options + rate + [WallClock.machineWord]).joined(separator: " ")
    }

    private func folder(_ path: String, tag: String, isReadOnly: Bool) -> [String] {
        let path = path.split(separator: ",", omittingEmptySubsequences: false).joined(separator: ",,")
        let mode = isReadOnly ? "readonly=on," : ""
        return [
            "-fsdev", "local,id=\(tag),path=\(path),security_model=none,\(mode)multidevs=remap",
            "-device", "virtio-9p-pci,fsdev=\(tag),mount_tag=\(tag)",
        ]
    }

    private func port(_ name: String, _ descriptor: Int32) -> [String] {
        [
            "-chardev", "socket,id=\(name),fd=\(descriptor)",
            "-device", "virtserialport,chardev=\(name),name=\(name)",
        ]
    }
}

/// The last lines of the guest's console and of QEMU's own messages.
struct ConsoleTail {
    private var bytes: [UInt8] = []
    private static let limit = 32_768

    mutating func add(_ new: [UInt8]) {
        bytes += new
        if bytes.count > Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
    }

    /// Returns at most `count` last lines, made harmless for a terminal.
    func lines(_ count: Int = 15) -> [String] {
        String(decoding: bytes, as: UTF8.self)
            .split(whereSeparator: \.isNewline)
            .suffix(count)
            .map { String($0).escapedForDisplay }
    }
}

/// The ways of running the guest's processor that are worth trying on this host, and the one that worked last time.
///
/// On some hosts /dev/kvm opens but the guest never starts, so only a successful start is proof. The answer is kept
/// until the host restarts.
struct AccelerationChoice {
    let cache: KernelCache
    let wanted: Acceleration?

    /// The ways to try, in order.
    var candidates: [Acceleration] {
        if let wanted { return [wanted] }
        guard access("/dev/kvm", R_OK | W_OK) == 0 else { return [.emulation] }
        return remembered == .emulation ? [.emulation] : [.kvm, .emulation]
    }

    /// Remembers what worked, unless it was asked for explicitly.
    func remember(_ acceleration: Acceleration) {
        guard wanted == nil, remembered != acceleration else { return }
        try? writeFile(path, Array("\(acceleration.rawValue) \(hostStart)\n".utf8))
    }

    private var remembered: Acceleration? {
        guard let bytes = try? readFile(path) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count == 2, words[1] == hostStart else { return nil }
        return Acceleration(rawValue: String(words[0]))
    }

    private var path: String { cache.folder + "/acceleration" }

    /// A text that differs after each boot of the host.
    private var hostStart: String {
        guard let bytes = try? readFile("/proc/sys/kernel/random/boot_id") else { return "unknown" }
        return String(String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline })
    }
}
