import Recordings
import System

/// Tells the traces of this program from captures of others.
public enum OwnTrace {
    /// How much of a file is looked at: a header with its scenario and its rig is far smaller.
    private static let sample = 1 << 20

    /// Whether a path is the folder of a run, or a file that begins as a trace does.
    public static func `is`(_ path: String) -> Bool {
        if Files.names(in: path).contains(where: { $0.hasPrefix("trace") && $0.hasSuffix(".pcapng") }) { return true }
        guard let bytes = try? Files.bytes(of: path, atMost: sample) else { return false }
        var reader = TraceReader()
        var events: [TraceEvent] = []
        // What is damaged behind its beginning is a trace all the same.
        try? reader.receive(bytes[...], into: &events)
        if case .began = events.first { return true }
        return false
    }
}
