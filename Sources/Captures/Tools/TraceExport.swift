public import Evidence
import Ground
import Recordings
public import Reports
public import Runs

/// Writes the Bluetooth packets of a trace as btsnoop.
public struct TraceExport {
    private let trace: String
    private let target: String
    private let isRedacting: Bool
    private let output: any TextOutput

    public init(
        of trace: String, to target: String, isRedacting: Bool, telling output: any TextOutput = StandardOutput.shared
    ) {
        self.output = output
        self.trace = trace
        self.target = target
        self.isRedacting = isRedacting
    }

    /// Writes the file and prints what is in it.
    public func perform() throws(CommandError) {
        var survey = BtsnoopExport.Survey()
        try read { survey.receive($0) }
        var export = survey.export
        let file = try UnfinishedFile(target, isShared: isRedacting)
        try file.append(export.header)
        var trouble: CommandError?
        try read { event in
            let bytes = export.receive(event)
            guard !bytes.isEmpty, trouble == nil else { return }
            do throws(CommandError) {
                try file.append(bytes)
            } catch {
                trouble = error
            }
        }
        if let trouble { throw trouble }
        guard export.packets > 0 else {
            throw CommandError(what: "\(trace) has no Bluetooth packet that btsnoop can hold", remedy: nil)
        }
        try file.finish()
        let origin = export.isAsSeen ? "as they were seen" : "composed around the frames"
        output.write("wrote \(target.escapedForDisplay): \(export.packets) packets, \(origin)\n")
        if export.keys > 0 {
            output.write("\(counted(export.keys, "packet")) with keys of Bluetooth links: --redact leaves them out\n")
        }
        if export.leftOut > 0 {
            output.write("left out \(export.leftOut) records that this form of btsnoop cannot hold\n")
        }
    }

    /// Reads the trace's events, redacted if requested.
    private func read(_ take: (TraceEvent) -> Void) throws(CommandError) {
        var redactor = Redactor()
        try ShownTrace(trace, tell: Warning.tell(of:)).read { event in
            if let event = isRedacting ? redactor.receive(event) : event { take(event) }
        }
    }
}
