import Glibc
import Ground
import OperatingSystem
import Synchronization
import Testing

@testable import Benches

/// The whole machine. If `ci/setup` was never run, these fail with instructions.
@Suite(.serialized, .timeLimit(.minutes(10))) struct BootTests {
    private let host = ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]

    private var machine: VirtualMachine {
        var environment: [String: String] = [:]
        for name in ["TRAMMEL_CACHE", "XDG_CACHE_HOME", "HOME"] {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        var configuration = VirtualMachine.Configuration(cache: KernelCache(environment: environment))
        // No command here takes long: one that does not end is a failure.
        configuration.limit = .seconds(120)
        return VirtualMachine(configuration)
    }

    private func run(
        _ words: [String], in machine: VirtualMachine? = nil, folder: String = "/", input: GuestInput = .none
    ) throws -> GuestExit {
        try (machine ?? self.machine).run(
            words, environment: host, workingDirectory: folder, input: input, output: .kept(limit: 4_000_000),
            error: .kept(limit: 100_000))
    }

    @Test("a command's status is returned, and its streams separately")
    func statusAndStreams() throws {
        let exit = try run(["sh", "-c", "id -u; pwd; echo wrong >/dev/stderr; exit 7"], folder: "/usr/lib")
        #expect(exit.status == 7)
        #expect(String(decoding: exit.output, as: UTF8.self) == "0\n/usr/lib\n")
        #expect(String(decoding: exit.error, as: UTF8.self) == "wrong\n")
        #expect(exit.bootTime > .zero && exit.wholeTime >= exit.bootTime)
    }

    @Test("a command that does nothing succeeds without output, although it leaves a process behind")
    func silence() throws {
        let exit = try run(["sh", "-c", "sleep 1000 & true"])
        #expect(exit.status == 0)
        #expect(exit.output.isEmpty && exit.error.isEmpty)
    }

    @Test("a megabyte of any bytes goes in and comes out unchanged")
    func binary() throws {
        var generator = SeededGenerator(seed: 7)
        let bytes = generator.bytes(1_000_000)
        let exit = try run(["cat"], input: .bytes(bytes))
        #expect(exit.status == 0)
        #expect(exit.output == bytes)
    }

    @Test("a missing command has status 127 and is named")
    func missing() throws {
        let exit = try run(["no-such-command"])
        #expect(exit.status == 127)
        #expect(String(decoding: exit.error, as: UTF8.self).contains("no-such-command"))
    }

    @Test("the modules for Bluetooth, USB and files are loaded, and their devices and file systems are there")
    func modules() throws {
        let exit = try run(["cat", "/proc/modules", "/proc/mounts"])
        let text = String(decoding: exit.output, as: UTF8.self)
        let first = Set(text.split(separator: "\n").compactMap { $0.split(separator: " ").first })
        for name in ModuleOrder.wanted { #expect(first.contains(Substring(name)), "\(name) is not loaded") }
        for place in ["/sys/kernel/config configfs", "/dev/pts devpts", "/ overlay", "/run tmpfs"] {
            #expect(text.contains(" \(place) "), "\(place) is not mounted")
        }
        let controllers = ["dummy_udc.0", "usbip-vudc.0"].map { "/sys/class/udc/\($0)/uevent" }
        let host = "/sys/devices/platform/vhci_hcd.0/attach"
        let devices = try run(["ls", "/dev/vhci", host, "/proc/crypto"] + controllers)
        #expect(devices.status == 0)
    }

    @Test("data written to a shared folder is there afterwards; elsewhere nothing is")
    func sharing() throws {
        let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(place)/share, XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { for path in ["\(folder)/kept", folder] { remove(path) } }
        var configuration = machine.configuration
        configuration.sharedFolders = [folder]
        let exit = try run(
            ["sh", "-c", "echo gone >/usr/lib/trammel-wrote-this && echo kept >kept"],
            in: VirtualMachine(configuration), folder: folder)
        #expect(exit.status == 0, "\(String(decoding: exit.error, as: UTF8.self))")
        #expect(try readFile(folder + "/kept") == Array("kept\n".utf8))
        #expect(access("/usr/lib/trammel-wrote-this", F_OK) != 0)
    }

    @Test("a signal reaches the command; the machine ends with it")
    func signal() throws {
        var configuration = machine.configuration
        configuration.forwardsSignals = true
        // The guest itself requests the signal, over its output, so that it arrives only when the machine is ready for
        // it.
        let pipe = try makePipe()
        let sender = try DeviceThread("sender") {
            if let bytes = try? pipe.reader.read(upTo: 64), !bytes.isEmpty { kill(getpid(), SIGTERM) }
        }
        let exit = try VirtualMachine(configuration).run(
            ["sh", "-c", "trap 'exit 9' TERM; echo now; while :; do sleep 0.1; done"], environment: host,
            workingDirectory: "/", output: .descriptor(pipe.writer.number), error: .kept(limit: 1000))
        pipe.writer.close()
        sender.join()
        #expect(exit.status == 9)
    }

    @Test("a machine that is killed is an error within five seconds, and names the signal")
    func killed() throws {
        let clock = MonotonicClock()
        let pipe = try makePipe()
        let killed = Mutex(Instant.never)
        let killer = try DeviceThread("killer") {
            // The command's first output shows that it is running.
            _ = try? pipe.reader.read(upTo: 64)
            killed.withLock { $0 = clock.now }
            for machine in machines() { kill(machine, SIGKILL) }
        }
        let error = #expect(throws: VirtualMachineError.self) {
            try machine.run(
                ["sh", "-c", "echo running; sleep 1000"], environment: host, workingDirectory: "/",
                output: .descriptor(pipe.writer.number), error: .kept(limit: 1000))
        }
        let end = clock.now
        // Otherwise a machine that did not start would leave the killer waiting.
        pipe.writer.close()
        killer.join()
        #expect(killed.withLock { end - $0 } < .seconds(5))
        guard case .died(let reason, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("signal 9"))
    }

    @Test("a command is stopped at its limit")
    func limit() throws {
        var configuration = machine.configuration
        configuration.limit = .seconds(1)
        #expect(throws: VirtualMachineError.timedOut(afterSeconds: 1)) {
            try run(["sleep", "1000"], in: VirtualMachine(configuration))
        }
    }

    @Test("a machine with its own clock does not wait, its clocks agree, and the host's time is unaffected")
    func ownTime() throws {
        var configuration = machine.configuration
        configuration.acceleration = .emulation
        configuration.time = .own
        // By two clocks that QEMU keeps independently: the processor's counter, and the timer of the power management.
        let script = """
            read -r before rest </proc/uptime
            echo acpi_pm >/sys/devices/system/clocksource/clocksource0/current_clocksource
            sleep 1000
            echo tsc >/sys/devices/system/clocksource/clocksource0/current_clocksource
            sleep 1000
            read -r after rest </proc/uptime
            cat /sys/devices/system/clocksource/clocksource0/current_clocksource
            echo "${before%.*} ${after%.*} $(cat /sys/class/rtc/rtc0/since_epoch) $(date +%s)"
            """
        let exit = try run(["sh", "-c", script], in: VirtualMachine(configuration))
        #expect(exit.status == 0 && exit.acceleration == .emulation)
        let lines = String(decoding: exit.output, as: UTF8.self).split(separator: "\n")
        #expect(lines.first == "tsc", "\(lines)")
        let numbers = try #require(lines.last).split(separator: " ").compactMap { Int($0) }
        try #require(numbers.count == 4, "\(lines)")
        let now = Int(WallClock.now.seconds)
        #expect((2000...2010).contains(numbers[1] - numbers[0]), "\(lines)")
        #expect(abs(numbers[2] - now) < 120, "\(lines)")
        #expect((1800...2100).contains(numbers[3] - now), "\(lines)")
        #expect(exit.wholeTime < .seconds(120))
    }

    @Test("a machine that cannot start reports its last output")
    func brokenMachine() throws {
        var configuration = machine.configuration
        configuration.acceleration = .emulation
        configuration.megabytes = 1
        let error = #expect(throws: VirtualMachineError.self) { try run(["true"], in: VirtualMachine(configuration)) }
        guard case .notBooted = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}

/// Returns the QEMU processes that this process started.
private func machines() -> [pid_t] {
    entries(of: "/proc").compactMap(pid_t.init).filter { identifier in
        // Number, name in parentheses, state, parent.
        guard let stat = try? readFile("/proc/\(identifier)/stat") else { return false }
        let fields = String(decoding: stat, as: UTF8.self).split(separator: " ")
        return fields.count > 3 && fields[1].hasPrefix("(qemu") && fields[3] == "\(getpid())"
    }
}
