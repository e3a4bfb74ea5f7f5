import Glibc
import Ground
import Links
import OperatingSystem
import RigKit
import Simulators
import Synchronization
import TestSupport
import Testing

@testable import Benches

/// Runs without a terminal on a hardware rig: the real libnfc, a simulated reader chip, a program that moves the tag.
@Suite("A tag presented by a program, to a reader behind libnfc", .serialized)
struct TagProgramRunTests {
    /// A reader whose tag obeys the lines that a program writes to a FIFO.
    private final class Desk {
        let scratch: Scratch
        private let reader: ReaderBench
        private let orders: FileDescriptor
        private let isOver = ManagedFlag()
        private let thread: DeviceThread

        init(_ name: String, _ body: String) throws {
            let scratch = try Scratch()
            let model = TagModel(.ntag215, uri: "https://example.com/door/open?door=1")
            let reader = try ReaderBench(name, tags: [("doorTag", try SimulatedTag(model, of: "doorTag"))])
            try #require(mkfifo(scratch("orders"), 0o600) == 0)
            let path = scratch("orders")
            let orders = try FileDescriptor("open") { open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK) }
            let script = "#!/bin/sh\ncd '\(scratch.path)' || exit 9\necho \"$*\" >> acts\n\(body)\n"
            try Scratch.write(script, to: scratch("tag"))
            try #require(chmod(scratch("tag"), 0o755) == 0)
            let isOver = isOver
            thread = try DeviceThread("tag-desk", urgency: .ordinary) {
                let poller = Poller(clock: reader.clock)
                while !isOver.isSet {
                    let ready = poller.wait(
                        [PollDescriptor(orders.number)], until: reader.clock.now + .milliseconds(50))
                    guard ready[0].contains(.readable), let bytes = try? orders.read(upTo: 256) else { continue }
                    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                        if line == "present doorTag" { reader.stage(.present("doorTag")) }
                        if line == "remove doorTag" { reader.stage(.remove("doorTag")) }
                    }
                }
            }
            (self.scratch, self.reader, self.orders) = (scratch, reader, orders)
        }

        deinit {
            isOver.set()
            thread.join()
            reader.close()
        }

        var acts: [String] { (Scratch.text(of: scratch("acts")) ?? "").split(separator: "\n").map(String.init) }

        /// Runs the program with its output in a file; returns its exit status and what it printed.
        func run(_ scenario: String, withReference: Bool = false) throws -> (status: Int32, output: String) {
            let ports = [
                "bluetooth=none", "uwb=none", "motion=none", "nfc=pn532_uart:\(reader.path)",
                "doorTag=program:\(scratch("tag"))",
            ]
            let reference = """
                {"kind": "trammel rig", "version": 1, "rig": {"kind": "hardware", "bluetooth": "hci0", "nfc": "usb",
                  "uwb": "usb:1915:520f", "motion": "hand", "accessories": [{"name": "door", "port": "le:name=Door"}],
                  "tags": [{"name": "doorTag", "port": "hand"},
                    {"name": "knownTag", "port": "program:\(scratch("known"))", "reference": true}]}}
                """
            let liar = "#!/bin/sh\ncase $1 in present) echo present ;; *) echo absent ;; esac\n"
            if withReference {
                try Scratch.write(reference, to: scratch("rig.json"))
                try Scratch.write(liar, to: scratch("known"))
                try #require(chmod(scratch("known"), 0o755) == 0)
            }
            let rig = withReference ? scratch("rig.json") : "deskBench"
            let words = ["-w", ReaderBench.program, "run", scenario, "--rig", rig]
            let output = try FileDescriptor("open") { [scratch] in
                open(scratch("output"), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
            }
            let nothing = try FileDescriptor("open") { open("/dev/null", O_RDONLY | O_CLOEXEC) }
            let child = try ChildProcess(
                path: "/usr/bin/setsid", arguments: words + ports.flatMap { ["--port", $0] },
                environment: ["PATH=/usr/bin:/bin", "HOME=\(scratch.path)", "XDG_STATE_HOME=\(scratch.path)"],
                descriptors: [nothing.number, output.number, output.number])
            let clock = reader.clock
            _ = Poller(clock: clock).wait([PollDescriptor(child.end.number)], until: clock.now + .seconds(200))
            let text = Scratch.text(of: scratch("output")) ?? ""
            guard case .exited(let status)? = child.check() else { return (-1, text) }
            return (status, text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        }
    }

    /// A flag that another thread sets.
    private final class ManagedFlag: Sendable {
        private let state = Atomic<Bool>(false)
        var isSet: Bool { state.load(ordering: .acquiring) }
        func set() { state.store(true, ordering: .releasing) }
    }

    private static let honest = """
        echo "$*" > orders
        case $1 in
        present) echo present ;;
        remove) echo absent ;;
        *) exit 64 ;;
        esac
        """

    @Test("a scenario is played, and the tag presented and removed, without a terminal")
    func plays() throws {
        let desk = try Desk("program-acts", Self.honest)
        let (status, output) = try desk.run("tagOpensApp")
        #expect(status == 0, "\(output)")
        #expect(desk.acts == ["present doorTag", "remove doorTag"])
    }

    @Test("a program that only says that the tag is there is the rig's error, and the tag is taken away at the end")
    func lies() throws {
        let desk = try Desk("program-lies", "case $1 in present) echo present ;; *) echo absent ;; esac")
        let (status, output) = try desk.run("tagOpensApp")
        #expect(status == 3, "\(output)")
        #expect(output.contains("the reader detected no new tag"), "\(output)")
        #expect(desk.acts == ["present doorTag", "remove doorTag"])
    }

    @Test("a reader that does not detect the reference tag keeps the rig from playing")
    func deafReader() throws {
        let desk = try Desk("program-reference", Self.honest)
        let (status, output) = try desk.run("tagOpensApp", withReference: true)
        #expect(status == 3 && output.contains("the reference tag knownTag was not detected"), "\(output)")
        #expect(desk.acts.isEmpty, "nothing was played")
    }

    @Test("a program that leaves the tag there, or does not know the act, is the rig's error")
    func leaves() throws {
        let stays = try Desk("program-stays", "[ $1 = remove ] || echo \"$*\" > orders\necho unknown")
        let (status, output) = try stays.run("tagOpensApp")
        #expect(status == 3, "\(output)")
        #expect(output.contains("reported that it is away, but the reader still detected it"), "\(output)")
        let ignorant = try Desk("program-knows-nothing", "echo 'no such act' >&2; exit 64")
        let (other, told) = try ignorant.run("tagOpensApp")
        #expect(other == 3 && told.contains("does not know the act present"), "\(told)")
        #expect(told.contains("no such act"), "\(told)")
    }
}
