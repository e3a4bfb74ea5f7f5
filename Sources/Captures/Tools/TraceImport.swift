public import Evidence
public import Ground
import OperatingSystem
import Recordings
public import Reports
public import Runs

/// Converts a third-party capture to a trace, or redacts a trace of this program.
public struct TraceImport {
    /// The capture's name as given.
    private let name: String
    private let target: String
    private let accessories: [AccessoryName]
    private let isRedacting: Bool
    private let output: any TextOutput

    public init(
        file: String, target: String, accessories: [AccessoryName], isRedacting: Bool,
        telling output: any TextOutput = StandardOutput.shared
    ) {
        self.output = output
        name = file
        self.target = target
        self.accessories = accessories
        self.isRedacting = isRedacting
    }

    /// Writes the trace and prints what was recognised and what is missing.
    public func perform() throws(CommandError) {
        let capture = try CaptureFile(name)
        if OwnTrace.is(capture.path) { try redactOwn(capture) } else { try importFile(capture) }
    }

    private func importFile(_ capture: CaptureFile) throws(CommandError) {
        let plan = try survey(capture)
        let trace = try UnfinishedFile(target)
        let frames = try write(plan, of: capture, to: trace)
        try trace.finish()
        if isRedacting {
            // Remarks name addresses, which a redacted trace must not disclose.
            say("\(plan.remarks.count) remarks are left out: they name what is redacted")
        } else {
            for remark in plan.remarks { say(remark) }
        }
        say("wrote \(target): \(frames) frames")
        if let damage = plan.damage {
            throw CommandError(
                what: "\(name) is damaged at \(damage); what stands before it was imported", remedy: nil)
        }
    }

    private func survey(_ capture: CaptureFile) throws(CommandError) -> ImportPlan {
        do {
            var survey = CaptureSurvey(accessories: accessories)
            try read(capture) { piece throws(ImportRefusal) in try survey.receive(piece) }
            return try survey.finish()
        } catch {
            throw refused(error)
        }
    }

    /// Writes the trace and returns the number of its last frame.
    private func write(
        _ plan: ImportPlan, of file: CaptureFile, to trace: UnfinishedFile
    ) throws(CommandError) -> Int {
        var sink = TraceSink(isRedacting: isRedacting)
        func append(_ events: [TraceEvent]) throws(CommandError) { try trace.append(sink.bytes(for: events)) }
        do {
            var capture = CaptureImport(plan, program: Program.name)
            try append(capture.beginning)
            try read(file) { piece in try append(try capture.receive(piece)) }
            try append(try capture.finish())
            return sink.frames
        } catch let trouble as CommandError {
            throw trouble
        } catch {
            throw refused(error)
        }
    }

    private func read(_ file: CaptureFile, _ take: (ArraySlice<UInt8>) throws -> Void) throws {
        let capture = try Files.open(file.path)
        defer { capture.close() }
        while true {
            guard let bytes = try capture.read(upTo: 1 << 18) else { continue }
            if bytes.isEmpty { return }
            try take(bytes[...])
        }
    }

    private func refused(_ error: any Error) -> CommandError {
        CommandError(what: "\(name) is not imported: \(error)", remedy: nil)
    }

    // MARK: Traces of this program

    private func redactOwn(_ file: CaptureFile) throws(CommandError) {
        guard isRedacting else {
            throw CommandError(
                what: "\(name) is a trace of this program, not another program's capture",
                remedy: "Show, replay and export accept it as it is; --redact makes a copy that can be shared")
        }
        let trace = try UnfinishedFile(target)
        var sink = TraceSink(isRedacting: true)
        let source = try ShownTrace(file.path, tell: Warning.tell(of:))
        var damage: CommandError?
        reading: while true {
            let events: [TraceEvent]
            do throws(CommandError) {
                guard let next = try source.next() else { break reading }
                events = next
            } catch {
                guard sink.hasBegun else { throw error }
                damage = error
                try trace.append(sink.bytes(for: [.gap("the trace is damaged here")]))
                break reading
            }
            try trace.append(sink.bytes(for: events))
        }
        try trace.finish()
        say("wrote \(target): \(sink.frames) frames, steps and findings by their kind alone")
        if let damage { throw damage }
    }

    private func say(_ text: String) { output.write(text.escapedForDisplay + "\n") }
}

/// Writes events into a trace, redacted or unchanged.
private struct TraceSink {
    private var writer = TraceWriter()
    private var redactor: Redactor?
    /// The number of the last frame.
    private(set) var frames = 0
    private(set) var hasBegun = false

    init(isRedacting: Bool) { redactor = isRedacting ? Redactor() : nil }

    mutating func bytes(for events: [TraceEvent]) -> [UInt8] {
        var bytes: [UInt8] = []
        for event in events {
            switch event {
            case .began: hasBegun = true
            case .received(_, _, let number), .sent(_, _, let number): frames = number
            default: break
            }
            // `??` does not work here: an event that the redactor leaves out must stay out.
            if redactor == nil {
                writer.append(event, to: &bytes)
            } else if let event = redactor?.receive(event) {
                writer.append(event, to: &bytes)
            }
        }
        return bytes
    }
}
