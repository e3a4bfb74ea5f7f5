import Engine
import Glibc
import Ground
import Journal
import Links
import OperatingSystem
import RigKit
import ScenarioKit
import Synchronization
import TestSupport
import Testing

@testable import Benches

/// An accessory on a USB port of this machine's own: its console is a serial device of the kernel, which goes away with
/// the port's power.
private final class PoweredBench {
    static let isPossible = GadgetController.dummy.isThere && geteuid() == 0
    private static let serial = "0A1B2C3D4E5F"
    private static let console = "/dev/ttyACM0"

    let clock = MonotonicClock()
    private let gadget: Gadget
    private let location: USBLocation
    private let isOver = Ending()
    private let thread: DeviceThread

    private final class Ending: Sendable {
        let isWished = Atomic<Bool>(false)
    }

    /// Plugs the accessory in; one that does not return pulls its plug when it loses power.
    init(returns: Bool) throws {
        let (clock, isOver) = (clock, isOver)
        let gadget = try Gadget(.init(serial: Self.serial), controller: .dummy, clock: clock)
        self.gadget = gadget
        try gadget.plug()
        try USBBus.awaitDevice(serial: Self.serial, clock: clock)
        let name = try #require(ListedUSBDevice.all()?.first { $0.serial == Self.serial }?.name)
        location = try #require(USBLocation(name))
        // Only the terminal shows that the port has lost its power: the gadget stays configured.
        thread = try DeviceThread("accessory") {
            var line = try? gadget.openTerminal()
            while !isOver.isWished.load(ordering: .acquiring) {
                let isAlive = (try? line?.write(Array("door: alive\r\n".utf8))) != nil
                _ = Poller(clock: clock).wait([], until: clock.now + .milliseconds(100))
                guard !isAlive else { continue }
                if !returns { gadget.unplug() }
                line?.close()
                line = try? gadget.openTerminal()
            }
            line?.close()
        }
    }

    func close() {
        isOver.isWished.store(true, ordering: .releasing)
        thread.join()
        gadget.close()
    }

    private static let scenario = Scenario("cycle", "Prints before and after its power is cycled") {
        Expect(.console(of: "door", containing: "alive"), count: .atLeast(1), within: .seconds(10))
        PowerCycle("door", within: .seconds(30))
        Stay(.seconds(4)) { Expect(.console(of: "door", containing: "alive"), count: .atLeast(1)) }
    }

    /// The switch of the port by the kernel's own file.
    var port: PowerPort { .usb(location) }

    /// Returns the switch of the port by the program that is shipped for uhubctl, copied into a folder.
    func uhubctl(in scratch: Scratch) throws -> PowerPort {
        let root = #filePath.split(separator: "/Tests/")[0]
        let program = try #require(Scratch.bytes(of: "\(root)/Rigs/programs/power-uhubctl"))
        try Scratch.write(program, to: scratch("power"))
        try #require(chmod(scratch("power"), 0o755) == 0)
        let hub = location.hub ?? "\(location.bus)"
        try Scratch.write("location=\(hub)\nport=\(location.port)\nseconds=1\n", to: scratch("power.conf"))
        return .program(path: scratch("power"))
    }

    /// Plays the scenario with a switch; `entries` is the run's journal.
    func play(_ power: PowerPort) throws -> (summary: RunSummary, entries: [JournalEntry]) {
        let door = AccessoryEntry(
            "door", .lan(.endpoint(host: "127.0.0.1", port: 4711)),
            console: .serial(path: Self.console, baud: 115_200), power: power)
        let rig = Rig(
            name: "usbDesk", summary: "an accessory on USB", kind: .hardware, bluetooth: .none, uwb: .none, nfc: .none,
            accessories: [door], tags: [], motion: .none)
        let links = try BenchFactory.open(rig, for: Self.scenario, seed: 1, clock: clock)
        defer { links.close() }
        let recorder = JournalRecorder()
        let summary = ScenarioRun(scenario: Self.scenario, rig: rig, seed: 1).play(on: links, recorder: recorder)
        return (summary, recorder.entries)
    }
}

@Suite(
    "Power of a USB port, switched by this kernel", .serialized,
    .enabled(if: PoweredBench.isPossible, "needs root and dummy_hcd: run it in the virtual machine"))
struct USBPowerKernelTests {
    @Test("the console goes away with the port and returns, and the scenario goes on")
    func returns() throws {
        let bench = try PoweredBench(returns: true)
        defer { bench.close() }
        let (summary, entries) = try bench.play(bench.port)
        #expect(summary.verdict == .passed, "\(summary.reason ?? "")")
        func instant(_ holds: (JournalEvent) -> Bool) -> Instant? { entries.first { holds($0.event) }?.instant }
        let isOn = try #require(
            instant {
                if case .frame(let frame) = $0 { frame.link == .stage && frame.kind == "powered" } else { false }
            })
        let told = entries.map { "\($0.instant) \($0.event)" }.joined(separator: "\n")
        let isBack = try #require(
            instant { if case .finding(_, let finding) = $0 { finding.code == .consoleAway } else { false } },
            "\(told)")
        print("console back \(isBack - isOn) after the port's power")
        let graded = entries.contains {
            if case .finding(_, let finding) = $0.event { finding.code == "stage.evidence" } else { false }
        }
        #expect(graded, "the journal says what shows that the power was switched")
    }

    @Test("uhubctl switches the port, and the program for it reads that back")
    func uhubctl() throws {
        let bench = try PoweredBench(returns: true)
        defer { bench.close() }
        let scratch = try Scratch()
        let (summary, entries) = try bench.play(bench.uhubctl(in: scratch))
        #expect(summary.verdict == .passed, "\(summary.reason ?? "") in \(scratch.path)")
        func has(_ kind: String) -> Bool {
            entries.contains { if case .frame(let frame) = $0.event { frame.kind == kind } else { false } }
        }
        #expect(has("power is on"))
        let isAway = entries.contains {
            if case .finding(_, let finding) = $0.event { finding.code == .consoleAway } else { false }
        }
        #expect(isAway)
    }

    @Test("a console that does not return is an error of the rig that names it")
    func staysAway() throws {
        let bench = try PoweredBench(returns: false)
        defer { bench.close() }
        let (summary, _) = try bench.play(bench.port)
        #expect(summary.verdict == .error && summary.errorLink == .console("door"), "\(summary.reason ?? "")")
        #expect(summary.failures.isEmpty)
    }
}
