public import Evidence
public import Ground
public import NearbyInteraction
import OperatingSystem
public import Recordings

/// Another program's capture on disk, which is read twice: to find its participants, and to make a trace of it.
public struct CaptureSource {
    /// The capture's name as given.
    public let name: String
    private let file: CaptureFile
    private let accessories: [AccessoryName]
    private let channel: DataChannelProfile?

    /// Opens a capture. `accessories` are the scenarios' names for the accessories in it, and `channel` is their
    /// vendor's data channel; nil for a known one.
    public init(
        _ file: CaptureFile, named name: String, accessories: [AccessoryName] = [], channel: DataChannelProfile? = nil
    ) {
        (self.file, self.name, self.accessories, self.channel) = (file, name, accessories, channel)
    }

    /// Finds the participants.
    public func survey() throws(CommandError) -> ImportPlan {
        do {
            var survey = CaptureSurvey(accessories: accessories, channel: channel)
            try read { piece throws(ImportRefusal) in try survey.receive(piece) }
            return try survey.finish()
        } catch {
            throw refused(error)
        }
    }

    /// Hands over the events of the trace that the capture becomes.
    public func read(
        _ plan: ImportPlan, by program: String, _ take: ([TraceEvent]) throws(CommandError) -> Void
    ) throws(CommandError) {
        do {
            var capture = CaptureImport(plan, program: program)
            try take(capture.beginning)
            try read { piece in try take(try capture.receive(piece)) }
            try take(try capture.finish())
        } catch let trouble as CommandError {
            throw trouble
        } catch {
            throw refused(error)
        }
    }

    private func read(_ take: (ArraySlice<UInt8>) throws -> Void) throws {
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
}
