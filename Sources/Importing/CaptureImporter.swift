import Recordings
import Traces

/// Turns a capture that somebody else made into the events of a trace.
///
/// It takes the file in pieces of any size and holds what it found until the end, because a trace begins with its
/// accessories, and who they are shows itself only while reading. It opens nothing.
public struct CaptureImporter: Sendable {
    private enum State: Sendable {
        /// The first bytes, which tell the format.
        case first([UInt8])
        case packets(any CaptureReader)
        case log(QorvoLogImport)
    }

    private var state = State.first([])
    private var format: CaptureFormat?
    private var capture = PacketImport()
    private var damage: CaptureError?

    public init() {}

    /// Takes the next bytes of the file. Damage ends the reading and is told at the end, with all that stood before it.
    public mutating func receive(_ piece: ArraySlice<UInt8>) throws(ImportRefusal) {
        guard damage == nil else { return }
        switch state {
        case .first(let held):
            let bytes = held + piece
            if bytes.count < CaptureFormat.bytesWanted { state = .first(bytes) } else { try begin(bytes) }
        case .packets(var reader):
            take(piece, &reader, isLast: false)
            state = .packets(reader)
        case .log(var log):
            log.receive(piece)
            state = .log(log)
        }
    }

    /// Ends the file and gives the trace; `program` is whoever imports, as the trace's header tells it.
    public mutating func finish(program: String) throws(ImportRefusal) -> ImportedTrace {
        if case .first(let held) = state { try begin(held) }
        switch state {
        case .first: throw ImportRefusal("the file is empty", at: 0)
        case .packets(var reader):
            if damage == nil { take([], &reader, isLast: true) }
            return try capture.finish(format ?? .pcapng, damage, program)
        case .log(var log): return log.finish(program)
        }
    }

    private mutating func begin(_ bytes: [UInt8]) throws(ImportRefusal) {
        let known: CaptureFormat
        switch CaptureFormat.detect(Array(bytes.prefix(CaptureFormat.bytesWanted))) {
        case .refused(let reason): throw ImportRefusal(reason, at: 0)
        case .format(let format): known = format
        }
        format = known
        guard var reader = known.reader else {
            var log = QorvoLogImport()
            log.receive(bytes[...])
            state = .log(log)
            return
        }
        take(bytes[...], &reader, isLast: false)
        state = .packets(reader)
    }

    private mutating func take(_ piece: ArraySlice<UInt8>, _ reader: inout any CaptureReader, isLast: Bool) {
        var items: [CaptureItem] = []
        do throws(CaptureError) {
            if isLast { try reader.finish() } else { try reader.receive(piece, into: &items) }
        } catch {
            damage = error
        }
        for item in items { capture.receive(item) }
    }
}
