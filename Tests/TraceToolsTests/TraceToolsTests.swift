import Captures
import Evidence
import Ground
import Links
import Recordings
import Reports
import TestSupport
import Testing
import Traces

/// The captured output of a tool.
private final class Printed: TextOutput {
    private(set) var text = ""
    func write(_ text: String) { self.text += text }
}

@Suite struct TraceToolsTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Writes a trace with one frame of an accessory per value, and returns its path.
    private func trace(_ name: String, _ values: [UInt8]) throws -> String {
        var writer = TraceWriter()
        var bytes: [UInt8] = []
        func append(_ event: TraceEvent) { writer.append(event, to: &bytes) }
        append(
            .began(
                TraceHeader(
                    scenario: "test", rig: "test", seed: 1, program: "test",
                    wallClock: WallInstant(nanoseconds: 0), start: .start, accessories: ["door"],
                    hasKit: false, hasReader: false, scenarioText: "", rigText: "")))
        for (index, value) in values.enumerated() {
            let frame = Inbound.bluetooth("door", .frame([0x1B, 0x10, 0x00, value]))
            let instant = Instant.start + .milliseconds(index)
            append(.received(Arrival(frame, at: instant), now: instant, number: index + 1))
        }
        append(.ended(verdict: "passed", reason: nil))
        let path = scratch(name)
        try Scratch.write(bytes, to: path)
        return path
    }

    private func difference(_ a: String, _ b: String) -> (CommandStatus, String) {
        let printed = Printed()
        let tool = TraceDifference(of: a, and: b, withMeasurements: false, showsAll: false, to: printed)
        return (tool.show(), printed.text)
    }

    @Test("runs that mean the same pass, runs that differ fail, and an invalid file is the rig's fault")
    func differences() throws {
        let (one, other) = (try trace("one.pcapng", [1, 2, 3]), try trace("other.pcapng", [1, 9, 3]))
        #expect(difference(one, one).0 == .passed)
        let (status, text) = difference(one, other)
        #expect(status == .failed && !text.isEmpty)
        try Scratch.write("nothing", to: scratch("text"))
        #expect(difference(one, scratch("text")).0 == .rigWrong)
    }

    @Test("an export has every Bluetooth frame of a trace; a trace without any is refused and writes nothing")
    func exports() throws {
        let target = scratch("frames.btsnoop")
        let some = try trace("some.pcapng", [1, 2, 3])
        try TraceExport(of: some, to: target, isRedacting: false, telling: Printed()).perform()
        #expect(Scratch.bytes(of: target)?.prefix(8) == Array("btsnoop\0".utf8)[...])
        let none = try trace("none.pcapng", [])
        #expect(throws: CommandError.self) {
            try TraceExport(of: none, to: scratch("none.btsnoop"), isRedacting: false, telling: Printed()).perform()
        }
        #expect(Scratch.bytes(of: scratch("none.btsnoop")) == nil)
    }

    @Test("an export can be imported, and a trace of this program can only be redacted")
    func imports() throws {
        let (own, capture) = (try trace("own.pcapng", [1, 2, 3]), scratch("capture.btsnoop"))
        try TraceExport(of: own, to: capture, isRedacting: false, telling: Printed()).perform()
        func imported(_ file: String, to target: String, isRedacting: Bool = false) throws {
            try TraceImport(
                file: file, target: scratch(target), accessories: ["door"], isRedacting: isRedacting,
                telling: Printed()
            ).perform()
        }
        try imported(capture, to: "again.pcapng")
        #expect(Scratch.bytes(of: scratch("again.pcapng")) != nil)
        #expect(throws: CommandError.self) { try imported(own, to: "own-again.pcapng") }
        try imported(own, to: "redacted.pcapng", isRedacting: true)
        #expect(Scratch.bytes(of: scratch("redacted.pcapng")) != nil)
    }
}
