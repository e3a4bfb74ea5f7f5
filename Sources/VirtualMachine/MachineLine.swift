/// How the guest's processor is run.
public enum Acceleration: String, Hashable, Sendable, CaseIterable {
    /// The host's own processor.
    case kvm
    /// QEMU's software emulation: slow, and works everywhere.
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

    /// In emulation, a processor without AVX: the kernel then has fewer variants of everything to prepare and patch.
    /// With RDRAND, though: without it the guest has no entropy, and the first program waits a second for it.
    private var processorOptions: [String] {
        switch acceleration {
        case .kvm: ["-accel", "kvm", "-cpu", "host"]
        case .emulation: ["-accel", "tcg,thread=multi", "-cpu", "Nehalem,+rdrand"]
        }
    }

    /// Nothing is probed, tested, protected or logged that a machine of a few minutes' life can do without.
    private var kernelOptions: String {
        [
            "console=ttyS0", "quiet", "panic=-1", "mitigations=off", "cryptomgr.notests=1", "nokaslr", "rodata=off",
            "tsc=reliable", "no_timer_check", "audit=0", "lsm=", "nowatchdog", "random.trust_cpu=on",
        ].joined(separator: " ")
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
