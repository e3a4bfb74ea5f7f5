import Benches
import Glibc
import Ground
import OperatingSystem
import Synchronization
import TestSupport
import Testing

/// A bench without radio, for the rig `deskBench`: an accessory that listens on TCP and prints on a console, a UCI kit
/// on a pseudo-terminal, and a program that switches the power of all of them.
///
/// Its peers are written for the tests; they share only the wires with the rig.
final class WiredBench {
    /// The behaviour of the bench when its power is switched.
    struct Manner: Sendable {
        /// The devices that lose power.
        var console = true
        var kit = true
        var accessory = true
        var off = Ground.Lapse.milliseconds(700)
        /// Whether the program ends before the power is back.
        var endsEarly = false
        /// The time for which the accessory accepts connections after the power is cut.
        var lingers = Ground.Lapse.zero
        /// Whether the accessory crashes, with its console, a moment after it is started after its return.
        var crashes = false
        /// Whether the accessory prints a boot message on its console when it is back.
        var boots = false
        /// Whether the UWB is blocked when the program that does it says so.
        var blocks = true
        /// The line that the console prints over and over.
        var says = "uwb: idle"
        /// The devices that do not return.
        var losesConsole = false
        var losesKit = false
        var losesAccessory = false
    }

    let scratch: Scratch
    private let port: LoopbackPort
    private let ending = Ending()
    private let thread: DeviceThread

    init(_ manner: Manner = Manner()) throws {
        let scratch = try Scratch()
        let port = try LoopbackPort()
        let script = """
            #!/bin/sh
            cd '\(scratch.path)' || exit 9
            echo "$1" >> acts
            : > off
            \(manner.endsEarly ? "exit 0" : "while [ -e off ]; do sleep 0.05; done")

            """
        try Scratch.write(script, to: scratch("power"))
        try #require(chmod(scratch("power"), 0o755) == 0)
        let air = """
            #!/bin/sh
            cd '\(scratch.path)' || exit 9
            echo "$*" >> air-acts
            case "$1 $2" in
            'block uwb') \(manner.blocks ? ": > blocked; " : "")echo blocked ;;
            'unblock uwb') rm -f blocked; echo unblocked ;;
            *) exit 64 ;;
            esac

            """
        try Scratch.write(air, to: scratch("air"))
        try #require(chmod(scratch("air"), 0o755) == 0)
        let (folder, ending) = (scratch.path, ending)
        thread = try DeviceThread("wired-bench", urgency: .ordinary) {
            guard let peers = try? WiredPeers(in: folder, port, manner) else { return }
            while !ending.isWished.load(ordering: .acquiring) { peers.turn() }
        }
        (self.scratch, self.port) = (scratch, port)
        let clock = MonotonicClock()
        let limit = clock.now + .seconds(30)
        while access(scratch("ready"), F_OK) != 0 {
            try #require(clock.now < limit, "the bench did not come up")
            _ = Poller(clock: clock).wait([], until: clock.now + .milliseconds(5))
        }
    }

    deinit {
        ending.isWished.store(true, ordering: .releasing)
        thread.join()
    }

    /// The options that bring `deskBench` up as this bench.
    var options: [String] { ["--rig", "deskBench"] + ports }

    /// The options that replace the ports of `deskBench` with those of this bench.
    var ports: [String] {
        let ports = [
            "bluetooth=none", "nfc=none", "motion=none", "door=lan:127.0.0.1:\(port.number)",
            "door.console=serial:\(scratch("console"))", "door.power=program:\(scratch("power"))",
            "uwb=serial:\(scratch("kit"))", "door.air.uwb=program:\(scratch("air"))",
        ]
        return ports.flatMap { ["--port", $0] }
    }

    /// Plays until the rig can judge: a machine that is short of processor time ends a run with the rig's error, which
    /// proves nothing about the bench. The sixth such run in a row is returned as it is.
    static func judged(_ play: () throws -> Program.Ended) rethrows -> Program.Ended {
        for _ in 1...5 {
            let ended = try play()
            guard ended.status == 3, ended.words.contains("the rig itself was late") else { return ended }
        }
        return try play()
    }

    /// The number of power cycles so far.
    var acts: Int { Scratch.text(of: scratch("acts"))?.split(separator: "\n").count ?? 0 }

    /// The acts on the air so far.
    var airActs: [Substring] { Scratch.text(of: scratch("air-acts"))?.split(separator: "\n") ?? [] }

    private final class Ending: Sendable {
        let isWished = Atomic<Bool>(false)
    }
}

/// The bench's peers, on one thread.
private final class WiredPeers {
    private let folder: String
    private let port: LoopbackPort
    private let manner: WiredBench.Manner
    private let clock = MonotonicClock()
    private var kit: WiredKit?
    private var accessory: WiredAccessory?
    private var console: PseudoTerminal?
    private var offSince: Instant?
    private var isBack = false
    private var crash: Instant?
    private var nextLine = Instant.start
    private var boot = Instant.never

    init(in folder: String, _ port: LoopbackPort, _ manner: WiredBench.Manner) throws {
        (self.folder, self.port, self.manner) = (folder, port, manner)
        kit = try WiredKit(link: "\(folder)/kit")
        accessory = try WiredAccessory(at: port)
        console = try PseudoTerminal(link: "\(folder)/console")
        try Scratch.write("", to: "\(folder)/ready")
    }

    func turn() {
        let now = clock.now
        switchPower(at: now)
        let numbers = [kit?.number].compactMap(\.self) + (accessory?.numbers ?? [])
        _ = Poller(clock: clock).wait(numbers.map { PollDescriptor($0) }, until: now + .milliseconds(20))
        kit?.isBlocked = access("\(folder)/blocked", F_OK) == 0
        kit?.serve(at: clock.now)
        accessory?.serve()
        if manner.crashes, isBack, crash == nil, accessory?.hasStarted == true { crash = now + .milliseconds(400) }
        // By then the rig has opened the console again.
        if let crash, crash <= now, isBack {
            isBack = false
            accessory?.resetConnections()
            console?.close()
            console = try? PseudoTerminal(link: "\(folder)/console")
        }
        if boot <= now {
            boot = .never
            _ = try? console?.master.write(Array("*** Booting door v1.4.2 ***\r\n".utf8))
        }
        guard nextLine <= now else { return }
        nextLine = now + .milliseconds(200)
        _ = try? console?.master.write(Array("\(manner.says)\r\n".utf8))
    }

    private func switchPower(at now: Instant) {
        guard access("\(folder)/off", F_OK) == 0 else { return }
        if offSince == nil {
            offSince = now
            if manner.console {
                console?.close()
                console = nil
            }
            if manner.kit { kit = nil }
            if manner.accessory, manner.lingers > .zero { accessory?.resetConnections() }
        }
        guard let since = offSince else { return }
        if manner.accessory, now - since >= manner.lingers { accessory = nil }
        guard now - since >= manner.off else { return }
        offSince = nil
        if console == nil, !manner.losesConsole { console = try? PseudoTerminal(link: "\(folder)/console") }
        if kit == nil, !manner.losesKit { kit = try? WiredKit(link: "\(folder)/kit") }
        if accessory == nil, !manner.losesAccessory { accessory = try? WiredAccessory(at: port) }
        isBack = true
        // By then the rig listens.
        if manner.boots { boot = now + .seconds(1) }
        accessory?.diesOnStart = manner.crashes
        unlink("\(folder)/off")
    }
}
