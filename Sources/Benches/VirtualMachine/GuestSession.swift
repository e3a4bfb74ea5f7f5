internal import CLinux
import Glibc
import Ground
import OperatingSystem

/// One run of QEMU: starts it, moves the command's streams, and waits for the command's end.
final class GuestSession {
    private enum Phase {
        case booting
        case running(since: Instant)
        case exited(Int32)
    }

    private let configuration: VirtualMachine.Configuration
    private let acceleration: Acceleration
    private let time: GuestTime
    private let clock = MonotonicClock()
    private let poller: Poller
    private let qemu: ChildProcess
    private let control: FileDescriptor
    private let console: FileDescriptor
    private let signals: SignalListener?
    private var input: InputPump
    private var output: OutputPump
    private var error: OutputPump
    private var phase = Phase.booting
    private var bootTime = Lapse.zero
    /// The guest's clock, once the guest has reported its uptime.
    private var guestClock: GuestClock?
    private var tail = ConsoleTail()
    private var controlText: [UInt8] = []
    private var forwarded = 0
    private var hasToldLoss = false
    /// The first signal that was passed on, and the deadline for the command to end after it.
    private var asked: (signal: Int32, until: Instant)?

    /// The time after which a machine in which KVM does nothing is given up, and emulation is tried.
    private static let accelerationLimit = Lapse.seconds(15)
    /// Measured for each machine; nil if the host is too busy to measure it.
    private static var counterRate: UInt32? {
        for _ in 0..<5 {
            let rate = trammel_counter_kilohertz()
            if rate > 0 { return rate }
        }
        return nil
    }

    private static let forwardedSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Starts QEMU.
    init(
        _ configuration: VirtualMachine.Configuration, kernel: UnpackedKernel, files: [[UInt8]],
        acceleration: Acceleration, mark: String, streams: (input: GuestInput, output: GuestOutput, error: GuestOutput)
    ) throws(VirtualMachineError) {
        self.configuration = configuration
        self.acceleration = acceleration
        poller = Poller(clock: clock)
        let line = MachineLine(
            kernelImage: kernel.image, acceleration: acceleration, processors: configuration.processors,
            megabytes: configuration.megabytes, sharedFolders: configuration.sharedFolders,
            counterRate: Self.counterRate, wantedTime: configuration.time)
        time = line.time
        do {
            signals = configuration.forwardsSignals ? try SignalListener(Self.forwardedSignals) : nil
            let nothing = try FileDescriptor("open /dev/null") { open("/dev/null", O_RDONLY | O_CLOEXEC) }
            let consolePipe = try makePipe()
            let ports = (try makeSocketPair(), try makeSocketPair(), try makeSocketPair(), try makeSocketPair())
            let initial = try makeMemoryFile(named: "initramfs", holding: files)
            // In the order of MachineLine.Descriptor.
            let descriptors = [
                nothing, consolePipe.writer, consolePipe.writer, ports.0.1, ports.1.1, ports.2.1, ports.3.1, initial,
            ]
            qemu = try ChildProcess(
                path: configuration.qemu, arguments: line.arguments, environment: ["PATH=/usr/bin:/bin", "LC_ALL=C"],
                descriptors: descriptors.map(\.number))
            control = ports.0.0
            console = consolePipe.reader
            input = InputPump(streams.input, to: ports.1.0)
            output = OutputPump(from: ports.2.0, to: streams.output, mark: mark)
            error = OutputPump(from: ports.3.0, to: streams.error, mark: mark)
        } catch {
            throw .host(doing: error.call, reason: error.reason)
        }
    }

    /// Waits for the command's end; QEMU has ended afterwards in any case.
    func run() throws(VirtualMachineError) -> GuestExit {
        defer { qemu.kill() }
        while true {
            if case .exited(let status) = phase, output.isFinished, error.isFinished {
                qemu.kill()
                return GuestExit(
                    status: status, output: output.kept, error: error.kept, bootTime: bootTime,
                    wholeTime: clock.now - .start, acceleration: acceleration)
            }
            try wait()
            try keepLimits()
        }
    }

    /// Waits for the next event, and handles everything that is ready.
    private func wait() throws(VirtualMachineError) {
        let fixed = [qemu.end.number, console.number, control.number, signals?.number ?? -1]
        let outputInterest = output.interest
        let errorInterest = error.interest
        let inputInterest = isRunning ? input.interest : nil
        let nobody = PollDescriptor(-1)
        let ready = poller.wait(
            fixed.map { PollDescriptor($0) } + [
                outputInterest ?? nobody, errorInterest ?? nobody, inputInterest ?? nobody,
            ],
            until: deadline)
        if outputInterest != nil, !ready[4].isEmpty { output.move() }
        if errorInterest != nil, !ready[5].isEmpty { error.move() }
        if inputInterest != nil, !ready[6].isEmpty { input.move(isReady: true) }
        tellLostOutput()
        if !ready[1].isEmpty { readConsole() }
        if !ready[2].isEmpty { try readControl() }
        if signals != nil, !ready[3].isEmpty { try passSignals() }
        if !ready[0].isEmpty, let ending = qemu.check() { throw failure(ending) }
    }

    private var isRunning: Bool {
        if case .running = phase { true } else { false }
    }

    private var bootLimit: Lapse {
        acceleration == .kvm ? min(Self.accelerationLimit, configuration.bootLimit) : configuration.bootLimit
    }

    private var deadline: Instant { min(phaseDeadline, asked?.until ?? .never) }

    private var phaseDeadline: Instant {
        switch phase {
        case .booting: .start + bootLimit
        case .running(let since): configuration.limit.map { since + $0 } ?? .never
        case .exited: .never
        }
    }

    private func keepLimits() throws(VirtualMachineError) {
        if let asked, clock.now >= asked.until {
            output.drainNow()
            error.drainNow()
            throw .unmoved(
                signal: asked.signal, afterSeconds: configuration.signalPatience.seconds, console: tail.lines())
        }
        guard clock.now >= phaseDeadline else { return }
        switch phase {
        case .booting:
            throw .notBooted(
                reason: "it did not run the command within \(bootLimit)", console: tail.lines())
        case .running:
            output.drainNow()
            error.drainNow()
            throw .timedOut(afterSeconds: configuration.limit?.seconds ?? 0)
        case .exited: break
        }
    }

    private func readConsole() {
        guard let bytes = try? console.read(upTo: 4096), !bytes.isEmpty else { return }
        tail.add(bytes)
        if let copy = configuration.consoleCopy { _ = bytes.withUnsafeBytes { write(copy, $0.baseAddress, $0.count) } }
    }

    /// Reads the guest's lines: `ready UPTIME`, `clock UPTIME`, `exit STATUS`.
    private func readControl() throws(VirtualMachineError) {
        guard let bytes = try? control.read(upTo: 4096) else { return }
        controlText += bytes.prefix(4096 - min(4096, controlText.count))
        do throws(GuestClock.Difference) {
            try takeLines()
        } catch {
            throw .wrongClock(guestSeconds: error.guest.seconds, hostSeconds: error.host.seconds)
        }
    }

    private func takeLines() throws(GuestClock.Difference) {
        // If there are several lines, the last one was read with the least delay.
        var uptime: Lapse?
        while let end = controlText.firstIndex(of: UInt8(ascii: "\n")) {
            let words = String(decoding: controlText[..<end], as: UTF8.self).split(separator: " ")
            controlText.removeSubrange(...end)
            switch words.first {
            case "ready":
                phase = .running(since: clock.now)
                bootTime = clock.now - .start
                // A guest that keeps its own time cannot be compared with any other clock.
                if time == .host, let uptime = words.last.flatMap(GuestClock.uptime) {
                    guestClock = try GuestClock(uptime, at: clock.now, startedAt: .start)
                }
                input.move(isReady: false)
            case "clock": uptime = words.last.flatMap(GuestClock.uptime) ?? uptime
            case "exit":
                phase = .exited(words.last.flatMap { Int32($0) } ?? 1)
            default: break
            }
        }
        if let uptime { try guestClock?.hear(uptime, at: clock.now) }
    }

    private func passSignals() throws(VirtualMachineError) {
        while let signal = signals?.next() {
            forwarded += 1
            guard isRunning, forwarded < 3 else { throw .interrupted(signal: signal) }
            if asked == nil { asked = (signal, clock.now + configuration.signalPatience) }
            _ = try? send(Array("signal \(Self.name(of: signal))\n".utf8), to: control)
        }
    }

    /// The command writes to a port, which accepts everything, so it needs a signal that its output is no longer read.
    private func tellLostOutput() {
        guard let signal = configuration.lostOutputSignal, output.isLost, !hasToldLoss, isRunning else { return }
        hasToldLoss = true
        _ = try? send(Array("signal \(Self.name(of: signal))\n".utf8), to: control)
    }

    private static func name(of signal: Int32) -> String {
        switch signal {
        case SIGINT: "INT"
        case SIGHUP: "HUP"
        case SIGQUIT: "QUIT"
        default: "TERM"
        }
    }

    /// Returns the error for a QEMU that ended and should not have.
    private func failure(_ ending: ChildProcess.Ending) -> VirtualMachineError {
        readConsole()
        output.drainNow()
        error.drainNow()
        let how =
            switch ending {
            case .exited(let status): "QEMU ended with status \(status)"
            case .killed(let signal): "QEMU was ended by signal \(signal)"
            }
        if case .booting = phase { return .notBooted(reason: how, console: tail.lines()) }
        return .died(reason: how, console: tail.lines())
    }
}
