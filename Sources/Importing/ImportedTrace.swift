public import Recordings
public import Traces

/// A capture as a trace.
public struct ImportedTrace: Hashable, Sendable {
    /// The events of the trace, from `began` to `ended`.
    public let events: [TraceEvent]
    /// What was recognised, what was doubtful and what is missing, as sentences without their full stops.
    public let remarks: [String]
    /// Where the file is damaged; everything before it is in the trace.
    public let damage: CaptureError?
}
