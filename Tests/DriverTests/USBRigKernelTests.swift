import Engine
import Ground
import Journal
import Links
import NFCDriver
import OperatingSystem
import RigKit
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Benches

/// A bench that is only a reader, whose helper is the program beside the tests.
private final class ReaderLinks: LinkSet {
    private let mailbox = Mailbox()
    private let clock: MonotonicClock
    private let reader: NFCReader

    init(_ connection: String, clock: MonotonicClock) throws(RigFault) {
        self.clock = clock
        reader = try NFCReader(
            connection: connection, program: ReaderBench.program, mailbox: mailbox, clock: clock)
    }

    var now: Instant { clock.now }

    func send(_ outbound: Outbound) -> Instant {
        if case .reader(let request) = outbound { return reader.send(request) }
        return now
    }

    func receive(until deadline: Instant) -> Reception { mailbox.take(until: deadline, clock: clock) }
    func prove(_ link: LinkID) -> RigFault? { nil }
    func close() { reader.close() }
}

/// A bench whose tags the test moves instead of a person.
private final class StagedLinks: LinkSet {
    private let links: any LinkSet
    private let stage: (StageRequest) -> Void
    private var waiting: [Arrival] = []

    init(_ links: any LinkSet, stage: @escaping (StageRequest) -> Void) { (self.links, self.stage) = (links, stage) }

    var now: Instant { links.now }

    func send(_ outbound: Outbound) -> Instant {
        guard case .stage(let request) = outbound else { return links.send(outbound) }
        stage(request)
        switch request {
        case .present(let tag): waiting.append(Arrival(.stage(.presented(tag)), at: now))
        case .remove(let tag): waiting.append(Arrival(.stage(.removed(tag)), at: now))
        default: break
        }
        return now
    }

    func receive(until deadline: Instant) -> Reception {
        waiting.isEmpty ? links.receive(until: deadline) : .arrival(waiting.removeFirst())
    }

    func prove(_ link: LinkID) -> RigFault? { links.prove(link) }

    func close() { links.close() }
}

@Suite(
    "A scenario on a rig whose reader and adapter are USB devices", .serialized,
    .enabled(
        if: USBReaderBench.isPossible && DongleBench.obstacle == nil,
        "needs vhci-hcd, vhci, btvirt, root, and the program trammel beside the tests"))
struct USBRigKernelTests {
    private let clock = MonotonicClock()

    private func rig(_ bluetooth: BluetoothPort, _ nfc: NFCPort) -> Rig {
        Rig(
            name: "usbDesk", summary: "devices on USB", kind: .hardware, bluetooth: bluetooth, uwb: .none, nfc: nfc,
            accessories: [AccessoryEntry("door", .le(.name("Door")))], tags: [TagEntry("doorTag", .hand)],
            motion: .none)
    }

    private func play(
        _ scenario: Scenario, on rig: Rig, _ bench: any LinkSet, stage: @escaping (StageRequest) -> Void = { _ in }
    ) -> RunSummary {
        defer { bench.close() }
        return ScenarioRun(scenario: scenario, rig: rig, seed: 1)
            .play(on: StagedLinks(bench, stage: stage), recorder: JournalRecorder(keepsEntries: false))
    }

    /// Checks that a run that lost a device of the rig blames no accessory; returns whether it noticed the loss.
    private func isExcused(
        _ play: () throws(RigFault) -> RunSummary, _ link: (LinkID?) -> Bool, after bytes: Int
    ) -> Bool {
        let summary: RunSummary
        do throws(RigFault) { summary = try play() } catch { return true }
        let told = "after \(bytes) bytes: \(summary.verdict), \(summary.reason ?? "")"
        #expect(summary.failures.isEmpty && [.passed, .error].contains(summary.verdict), "\(told)")
        guard summary.verdict == .error else { return false }
        #expect(link(summary.errorLink), "\(told), on \(String(describing: summary.errorLink))")
        return true
    }

    private static let tap = Scenario("tap", "Opens the door's app", phone: .withDoorApp) {
        Tap(.doorTag, within: .seconds(10)) { Expect(.opened(.doorApp), count: 1) }
    }

    private func playTap(
        unpluggedAfter bytes: Int?
    ) throws -> (play: () throws(RigFault) -> RunSummary, device: USBReaderBench.Device) {
        let model = TagModel(.ntag215, uri: "https://example.com/door/open?door=1")
        let tag = try SimulatedTag(model, of: "doorTag")
        let reader = SimulatedACR122U(SimulatedReader(tags: [("doorTag", tag)]))
        let device = try USBReaderBench.Device(reader, unpluggedAfter: bytes, clock: clock)
        USBReaderBench.awaitListing(of: device)
        let clock = clock
        return (
            { () throws(RigFault) in
                defer { device.unplug() }
                let links = try ReaderLinks("acr122_usb", clock: clock)
                return play(Self.tap, on: rig(.none, .libnfc("acr122_usb")), links) { request in
                    device.change { $0.stage(request, at: clock.now) }
                }
            }, device
        )
    }

    @Test("a tag is read through the reader, and losing it at any byte is the rig's error")
    func tag() throws {
        var whole = try playTap(unpluggedAfter: nil)
        var summary = try whole.play()
        if summary.verdict == .error {
            // Under emulation the first start of libnfc may exceed the reader's limit.
            whole = try playTap(unpluggedAfter: nil)
            summary = try whole.play()
        }
        #expect(summary.verdict == .passed, "\(summary.reason ?? "")")
        let ends = whole.device.ends
        let points = UnpluggingPoints.of(ends, atMost: 12)
        var lost = 0
        for point in points {
            let (play, _) = try playTap(unpluggedAfter: point)
            lost += isExcused(play, { $0 == .reader }, after: point) ? 1 : 0
        }
        #expect(points.count > 20 && lost > points.count / 2, "\(lost) of \(points.count), \(ends)")
    }

    private static let link = Scenario("link", "Starts and stops a session") {
        Connect("door", within: .seconds(10))
        Exchange(.configuration, with: "door", within: .seconds(10))
        Stop("door", within: .seconds(10))
        Disconnect("door", within: .seconds(5))
    }

    @Test("a session is started and stopped over the dongle, and losing it at any byte is the rig's error")
    func link() throws {
        func play(_ bench: DongleBench) throws -> (() throws(RigFault) -> RunSummary)? {
            guard let adapter = try bench.adapter() else { return nil }
            return { () throws(RigFault) in
                let rig = rig(.adapter(Int(adapter)), .none)
                let links = try BenchFactory.open(
                    rig, needs: [.bluetooth, .accessory("door")], seed: 1, clock: clock)
                return self.play(Self.link, on: rig, links)
            }
        }
        let whole = try DongleBench(forScenarios: true)
        let ready = try #require(try play(whole))
        let setUp = whole.ends
        let summary = try ready()
        let ends = Array(whole.ends.dropFirst(setUp.count))
        whole.close()
        #expect(summary.verdict == .passed, "\(summary.reason ?? "")")
        let points = UnpluggingPoints.of(ends, after: setUp, atMost: 10)
        var lost = 0
        for point in points {
            let bench = try DongleBench(unpluggedAfter: point, forScenarios: true)
            defer { bench.close() }
            guard let run = try play(bench) else { continue }
            lost += isExcused(run, { if case .bluetooth? = $0 { true } else { false } }, after: point) ? 1 : 0
        }
        #expect(points.count > 15 && lost > points.count / 2, "\(lost) of \(points.count), \(ends)")
    }
}
