import Glibc
import Ground
import Links
import OperatingSystem
import RigKit
import Synchronization
import TestSupport
import Testing
import USBDriver

@testable import Benches

/// The firmware of a kit on a serial line, by what it answers.
@Suite("A kit's firmware", .serialized)
struct KitFirmwareTests {
    private let clock = MonotonicClock()
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A board that answers some bytes, and prints a text over and over.
    private struct Board: Sendable {
        var answers: [(to: [UInt8], with: [UInt8])] = []
        var prints = ""

        static let uci = Board(answers: [([0x20, 0x02, 0, 0], [0x40, 0x02, 0x00, 0x02, 0x00, 0x00])])
        static let cli = Board(answers: [
            (Array("STAT\r\n".utf8), Array("\r\nSTAT\r\nJS0010{\"Info\":{\"Device\":\"DWM3001CDK\"}}\r\nok\r\n".utf8))
        ])
        static let logs = Board(prints: "{\"TWR\": {\"R\":1,\"a16\":\"0x91fe\",\"S\":\"OK\",\"D cm\":34}}\r\n")
    }

    private final class Over: Sendable {
        let flag = Atomic<Bool>(false)
    }

    /// Returns what is found out about a board, and the bytes that it got.
    private func ask(_ board: Board) throws -> (firmware: KitFirmware, heard: [UInt8]) {
        let terminal = try PseudoTerminal(link: scratch("kit"))
        defer { terminal.close() }
        let (master, over, clock) = (terminal.master, Over(), clock)
        let shared = Heard()
        let thread = try DeviceThread("board", urgency: .ordinary) {
            var pending: [UInt8] = []
            while !over.flag.load(ordering: .acquiring) {
                let ready = Poller(clock: clock).wait(
                    [PollDescriptor(master.number)], until: clock.now + .milliseconds(20))
                if !board.prints.isEmpty { _ = try? master.write(Array(board.prints.utf8)) }
                guard ready[0].contains(.readable), let bytes = try? master.read(upTo: 256) else { continue }
                shared.add(bytes)
                pending += bytes
                for answer in board.answers where pending.firstRange(of: answer.to) != nil {
                    pending = []
                    _ = try? master.write(answer.with)
                }
            }
        }
        defer {
            over.flag.store(true, ordering: .releasing)
            thread.join()
        }
        let mailbox = Mailbox()
        let line = SerialKit(path: scratch("kit"), mailbox: mailbox, clock: clock)
        return (try KitFirmware.ask(line, at: mailbox, clock: clock), shared.bytes)
    }

    private final class Heard: Sendable {
        private let state = Mutex<[UInt8]>([])
        func add(_ bytes: [UInt8]) { state.withLock { $0 += bytes } }
        var bytes: [UInt8] { state.withLock { $0 } }
    }

    @Test("each firmware is known by its answer, and UCI firmware gets no text")
    func answers() throws {
        let uci = try ask(.uci)
        #expect(uci.firmware == .uci && uci.heard == [0x20, 0x02, 0, 0])
        let late = Board(answers: [([0x20, 0x02, 0, 0, 0x20, 0x02, 0, 0], [0x40, 0x02, 0x00, 0x00])])
        let second = try ask(late)
        #expect(second.firmware == .uci && !second.heard.contains(UInt8(ascii: "S")), "it answers the second time")
        #expect(try ask(.cli).firmware == .cli)
        #expect(try ask(.logs).firmware == .other(printsText: true))
        #expect(try ask(Board()).firmware == .other(printsText: false))
    }

    @Test("a line that cannot be opened is a fault")
    func missing() {
        let mailbox = Mailbox()
        let line = SerialKit(path: "/nowhere/kit", mailbox: mailbox, clock: clock)
        #expect(throws: RigFault.self) { try KitFirmware.ask(line, at: mailbox, clock: clock) }
    }

    @Test(
        "the doctor compares the firmware with the one that the rig names",
        arguments: [
            (KitFirmware.uci, "serial:/dev/kit", true), (.cli, "cli:/dev/kit", true), (.uci, "cli:/dev/kit", false),
            (.cli, "serial:/dev/kit", false), (.other(printsText: true), "cli:/dev/kit", false),
            (.other(printsText: false), "serial:/dev/kit", false),
        ])
    func compared(firmware: KitFirmware, port: String, isFine: Bool) throws {
        let rig = Rig(
            name: "desk", summary: "a kit", kind: .hardware, bluetooth: .none, uwb: try UWBPort(port), nfc: .none,
            accessories: [], tags: [], motion: .none)
        let item = BenchDoctor.item(about: firmware, on: rig)
        #expect(item.name == "uwb.firmware" && (item.state == .ok) == isFine, "\(item)")
        #expect(isFine || item.remedy?.text.contains(firmware == .uci ? "serial:" : "UCI") == true, "\(item)")
    }
}
