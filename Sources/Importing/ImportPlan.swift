import Ground
import Recordings
public import Traces

/// What the first reading of a capture found, which the second one needs.
public struct ImportPlan: Sendable {
    let format: CaptureFormat
    /// When the first packet was, or the first line that has a time.
    let start: WallInstant
    /// Whether anything has a time.
    let hasTimes: Bool
    let peers: SettledPeers
    let accessories: [AccessoryName]
    let hasKit: Bool
    /// What was recognised, what was doubtful and what is missing, as sentences without their full stops.
    public let remarks: [String]
    /// How many packets, or lines of a log, there are.
    let packets: Int
    /// Where the file is damaged; everything before it is imported.
    public let damage: CaptureError?

    /// How the trace begins; `program` is whoever imports.
    func header(_ program: String) -> TraceHeader {
        TraceHeader(
            scenario: "imported", rig: format.rawValue, seed: 0, program: program, wallClock: start, start: .start,
            accessories: accessories, hasKit: hasKit, hasReader: false, scenarioText: "", rigText: "")
    }
}
