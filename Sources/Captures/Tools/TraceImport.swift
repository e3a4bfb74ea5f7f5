public import Evidence
public import Ground
public import NearbyInteraction
import Recordings
public import Reports
public import Runs

/// Converts a third-party capture to a trace, or redacts a trace of this program.
public struct TraceImport {
    /// The capture's name as given.
    private let name: String
    private let target: String
    private let accessories: [AccessoryName]
    private let channel: DataChannelProfile?
    private let isRedacting: Bool
    private let output: any TextOutput

    public init(
        file: String, target: String, accessories: [AccessoryName], channel: DataChannelProfile? = nil,
        isRedacting: Bool,
        telling output: any TextOutput = StandardOutput.shared
    ) {
        self.output = output
        name = file
        self.target = target
        (self.accessories, self.channel) = (accessories, channel)
        self.isRedacting = isRedacting
    }

    /// Writes the trace and prints what was recognised and what is missing.
    public func perform() throws(CommandError) {
        let capture = try CaptureFile(name)
        if OwnTrace.is(capture.path) { try redactOwn(capture) } else { try importFile(capture) }
    }

    private func importFile(_ file: CaptureFile) throws(CommandError) {
        let source = CaptureSource(file, named: name, accessories: accessories, channel: channel)
        let plan = try source.survey()
        let trace = try UnfinishedFile(target)
        var sink = TraceSink(isRedacting: isRedacting)
        try source.read(plan, by: Program.name) { events throws(CommandError) in
            try trace.append(sink.bytes(for: events))
        }
        try trace.finish()
        if isRedacting {
            // Remarks name addresses, which a redacted trace must not disclose.
            say("\(plan.remarks.count) remarks are left out: they name what is redacted")
        } else {
            for remark in plan.remarks { say(remark) }
        }
        say("wrote \(target): \(counted(sink.frames, "frame"))")
        if let damage = plan.damage {
            throw CommandError(
                what: "\(name) is damaged at \(damage); what stands before it was imported", remedy: nil)
        }
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
