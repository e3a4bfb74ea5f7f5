import ArgumentParser
import Evidence
import Ground
import Importing
import Recordings
import Reports
import System

/// Turns a capture that somebody else made into a trace.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Turn a capture that somebody else made into a trace.",
        discussion: """
            FILE is btsnoop (Android's HCI log, or btmon's), Apple PacketLogger, pcap or pcapng with Bluetooth HCI or \
            UCI, or a text log of the Qorvo command line; what it is, its bytes say and not its name. Link-layer \
            sniffs are refused.

            The capture is read twice and never held in memory: a trace begins with its accessories, and who they are \
            shows only at the end. What comes from a pipe (FILE may be -) is kept in a temporary file. What \
            was recognised and what is missing is printed, and stands in the trace.

            With --redact FILE may also be a trace of this program, or the folder of a run. What is redacted can be \
            shown, compared and exported; it cannot be played again, since what the phone decided is not in it any more.

            Exit status: 0 imported, 3 refused, or damaged: then everything before the damage was imported, 64 usage.
            """)

    @Argument(help: ArgumentHelp("The capture.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("Where the trace goes; by default beside the capture.", valueName: "trace"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "What the accessory in the capture is called in scenarios; once for each of several.",
            valueName: "name"))
    var accessory: [String] = []

    @Flag(help: "Replace addresses, names, keys, session ids and contents, so that the trace can be shared.")
    var redact = false

    func validate() throws {
        if output == nil, CaptureFile.isPipe(file) {
            throw ValidationError("Say where the trace goes with --output: beside a pipe there is no place.")
        }
        try FileName.check(target)
        guard Set(accessory).count == accessory.count else {
            throw ValidationError("--accessory names each accessory once.")
        }
    }

    /// Where the trace goes.
    private var target: String {
        if let output { return output }
        var path = file
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path + (redact ? ".redacted.pcapng" : ".trace.pcapng")
    }

    func run() throws {
        do throws(CommandTrouble) {
            let capture = try CaptureFile(file)
            if OwnTrace.is(capture.path) { try redactOwn(capture) } else { try importFile(capture) }
        } catch {
            try CommandStatus.passed.worsened(by: error).leave()
        }
    }

    private func importFile(_ capture: CaptureFile) throws(CommandTrouble) {
        let plan = try survey(capture)
        let trace = try UnfinishedFile(target)
        let frames = try write(plan, of: capture, to: trace)
        try trace.finish()
        if redact {
            // Remarks name addresses, which is just what a redacted trace is not to tell.
            say("\(plan.remarks.count) remarks are left out: they name what is redacted")
        } else {
            for remark in plan.remarks { say(remark) }
        }
        say("wrote \(target): \(frames) frames")
        if let damage = plan.damage {
            throw CommandTrouble(
                what: "\(file) is damaged at \(damage); what stands before it was imported", remedy: nil)
        }
    }

    private func survey(_ capture: CaptureFile) throws(CommandTrouble) -> ImportPlan {
        do {
            var survey = CaptureSurvey(accessories: accessory.map { AccessoryName($0) })
            try read(capture) { piece throws(ImportRefusal) in try survey.receive(piece) }
            return try survey.finish()
        } catch {
            throw refused(error)
        }
    }

    /// Gives the number of the last frame.
    private func write(
        _ plan: ImportPlan, of file: CaptureFile, to trace: UnfinishedFile
    ) throws(CommandTrouble) -> Int {
        var sink = TraceSink(isRedacting: redact)
        func append(_ events: [TraceEvent]) throws(CommandTrouble) { try trace.append(sink.bytes(for: events)) }
        do {
            var capture = CaptureImport(plan, program: Program.name)
            try append(capture.beginning)
            try read(file) { piece in try append(try capture.receive(piece)) }
            try append(try capture.finish())
            return sink.frames
        } catch let trouble as CommandTrouble {
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

    private func refused(_ error: any Error) -> CommandTrouble {
        CommandTrouble(what: "\(file) is not imported: \(error)", remedy: nil)
    }

    // MARK: Traces of this program

    private func redactOwn(_ file: CaptureFile) throws(CommandTrouble) {
        guard redact else {
            throw CommandTrouble(
                what: "\(self.file) is a trace of this program, and no capture of somebody else",
                remedy: "Show, replay and export take it as it is; --redact makes one of it that can be shared")
        }
        let trace = try UnfinishedFile(target)
        var sink = TraceSink(isRedacting: true)
        let source = try ShownTrace(file.path, tell: Doubt.tell(of:))
        var damage: CommandTrouble?
        reading: while true {
            let events: [TraceEvent]
            do throws(CommandTrouble) {
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

    private func say(_ text: String) { StandardOutput.shared.write(text.escapedForDisplay + "\n") }
}

/// Events on their way into a trace, redacted or as they are.
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
            // Not with `??`: what the redactor leaves out is left out.
            if redactor == nil {
                writer.append(event, to: &bytes)
            } else if let event = redactor?.receive(event) {
                writer.append(event, to: &bytes)
            }
        }
        return bytes
    }
}
