import Glibc
import Ground
import Links
import OperatingSystem
import RigKit
import TestSupport
import Testing

@testable import Benches

/// A person at a terminal who moves things, one act at a time.
@Suite("A person who moves accessories")
struct PersonStageTests {
    private let clock = MonotonicClock()
    private let mailbox = Mailbox()

    private func next() -> Inbound? {
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(20), clock: clock) else {
            return nil
        }
        return arrival.inbound
    }

    /// Returns what the terminal shows until it holds a text.
    private func shown(_ terminal: FileDescriptor, until text: String) -> String {
        var shown = ""
        let limit = clock.now + .seconds(20)
        while !shown.contains(text), clock.now < limit {
            _ = Poller(clock: clock).wait([PollDescriptor(terminal.number)], until: clock.now + .milliseconds(50))
            if let bytes = try? terminal.read(upTo: 4_096) { shown += String(decoding: bytes, as: UTF8.self) }
        }
        return shown
    }

    @Test("places are asked for one after the other, and reported with the error that the rig states")
    func places() throws {
        let scratch = try Scratch()
        let terminal = try PseudoTerminal(link: scratch("terminal"))
        defer { terminal.close() }
        let rig = Rig(
            name: "desk", summary: "a desk", kind: .hardware, bluetooth: .none, uwb: .none, nfc: .none,
            accessories: [], tags: [], motion: .person(within: .millimetres(50)))
        let path = terminal.path
        let end = try FileDescriptor("open") { open(path, O_RDWR | O_CLOEXEC | O_NOCTTY) }
        let stage = try PersonStage(of: rig, at: end, mailbox: mailbox, clock: clock)
        defer { stage.close() }
        stage.perform(.place("door", .metres(4)))
        stage.perform(.place("trunk", .metres(2)))
        let first = shown(terminal.master, until: "door 4.00 m away")
        #expect(first.contains("door 4.00 m away") && !first.contains("trunk"), "\(first)")
        _ = try terminal.master.write([0x0A])
        #expect(next() == .stage(.readBack(.position("door", .metres(4), within: .millimetres(50)))))
        #expect(next() == .stage(.placed("door")))
        #expect(shown(terminal.master, until: "trunk 2.00 m").contains("trunk 2.00 m away"))
        _ = try terminal.master.write([0x0A])
        #expect(next() == .stage(.readBack(.position("trunk", .metres(2), within: .millimetres(50)))))
        #expect(next() == .stage(.placed("trunk")))
        stage.perform(.move("door", from: .metres(4), to: .metres(1), at: .metresPerSecond(1)))
        stage.perform(.face("door", SeenDirection(azimuth: .degrees(30))))
        stage.perform(.present("doorTag"))
        _ = shown(terminal.master, until: "Walk toward door")
        _ = try terminal.master.write([0x0A])
        #expect(next() == .stage(.readBack(.position("door", .metres(1), within: .millimetres(50)))))
        #expect(next() == .stage(.arrived("door")))
        let after = shown(terminal.master, until: "doorTag to the reader")
        #expect(after.contains("Hold the phone so") && after.contains("doorTag to the reader"), "they waited: \(after)")
        _ = try terminal.master.write([0x0A])
        #expect(next() == .stage(.presented("doorTag")))
    }
}
