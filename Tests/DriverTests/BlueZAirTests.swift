import Engine
import Glibc
import Ground
import Journal
import Links
import OperatingSystem
import RigKit
import ScenarioKit
import TestSupport
import Testing

@testable import Benches
@testable import BlueZDriver

/// A link over the kernel that a program cuts by blocking the accessory's Bluetooth.
@Suite(
    "A radio blocked by a program, on real links", .serialized,
    .enabled(if: VirtualAdapters.obstacle == nil, "needs vhci, btvirt and root"))
struct BlueZAirTests {
    private static let cut = Scenario("cut", "Cuts the link, and connects again") {
        Connect("door", upTo: .link, within: .seconds(20))
        Simulate(.linkLoss, of: "door")
        Expect(.disconnected("door"), within: .seconds(1))
        Connect("door", upTo: .link, within: .seconds(20))
    }

    /// Plays on two adapters, with an accessory that falls silent while the program has made a file.
    private func play(_ body: String, obeys: Bool = true) throws -> (summary: RunSummary, acts: String, notes: [String])
    {
        let (clock, scratch) = (MonotonicClock(), try Scratch())
        let script = "#!/bin/sh\ncd '\(scratch.path)' || exit 9\necho \"$*\" >> acts\n\(body)\n"
        try Scratch.write(script, to: scratch("air"))
        try #require(chmod(scratch("air"), 0o755) == 0)
        let adapters = try VirtualAdapters(clock: clock)
        defer { adapters.unplug() }
        let packets = try #require(AdvertisingPackets(name: "Door", services: []))
        let door = try EchoAccessory(on: adapters.accessories[0], packets, clock: clock)
        defer { door.end() }
        let over = try Waker()
        let (blocked, packetsAgain) = (scratch("blocked"), packets)
        let thread = try DeviceThread("air", urgency: .ordinary) {
            var isBlocked = false
            while Poller(clock: clock).wait([PollDescriptor(over.number)], until: clock.now + .milliseconds(20))[0]
                .isEmpty
            {
                guard (access(blocked, F_OK) == 0) != isBlocked, obeys else { continue }
                isBlocked.toggle()
                door.give(isBlocked ? .fallSilent : .advertise(packetsAgain))
            }
        }
        defer {
            over.wake()
            thread.join()
        }
        let rig = Rig(
            name: "twoAdapters", summary: "an accessory behind an attenuator", kind: .hardware,
            bluetooth: .adapter(Int(adapters.phone)), uwb: .none, nfc: .none,
            accessories: [
                AccessoryEntry("door", .le(.name("Door")), air: AirPorts(ble: .program(path: scratch("air"))))
            ], tags: [], motion: .none)
        let run = ScenarioRun(scenario: Self.cut, rig: rig, seed: 1)
        let bench = try BenchFactory.open(rig, needs: Self.cut.needs, seed: 1, clock: clock)
        defer { bench.close() }
        let recorder = JournalRecorder(keepsEntries: true)
        let summary = run.play(on: bench, recorder: recorder)
        bench.close()
        return (summary, Scratch.text(of: scratch("acts")) ?? "", recorder.entries.map { "\($0)" })
    }

    private static let honest = """
        case "$1 $2" in
        'block ble') : > blocked; sleep 0.3; echo blocked ;;
        'unblock ble') rm -f blocked; echo unblocked ;;
        *) exit 64 ;;
        esac
        """

    @Test("the link is lost as by a supervision timeout, and comes back once the radio is unblocked")
    func passes() throws {
        let (summary, acts, notes) = try play(Self.honest)
        #expect(summary.verdict == .passed, "\(summary.reason ?? "")")
        #expect(acts == "unblock ble door\nblock ble door\nunblock ble door\n")
        for act in ["blocked", "unblocked"] {
            #expect(
                notes.contains { $0.contains("the Bluetooth of door was \(act) by a program: witnessed") }, "\(notes)")
        }
    }

    @Test("a link that outlives its blocked radio is the rig's error")
    func leaks() throws {
        let (summary, acts, _) = try play(Self.honest, obeys: false)
        #expect(summary.verdict == .error && summary.errorLink == .stage, "\(summary.reason ?? "")")
        #expect(summary.reason?.contains("was still up 35.00 s after") == true, "\(summary.reason ?? "")")
        #expect(acts.hasSuffix("block ble door\nunblock ble door\n"), "\(acts)")
    }
}
