import Ground
import Traces

/// A capture that arrives in pieces of any size, parsed in the format that its first bytes indicate.
struct CaptureFeed: Sendable {
    /// The contents of a piece of the file.
    enum Content: Sendable {
        case items([CaptureItem])
        /// A piece of a text log.
        case text(ArraySlice<UInt8>)
    }

    private enum State: Sendable {
        /// The first bytes, which determine the format.
        case first([UInt8])
        case packets(any CaptureReader)
        case log
    }

    private var state = State.first([])
    /// Searches for a text's first identifying line, wherever it is.
    private var marks = QorvoSignatures()
    /// The file's format, known once its first bytes have arrived.
    private(set) var format: CaptureFormat?
    /// The damage at which reading stopped.
    private(set) var damage: CaptureError?

    /// Receives the next bytes of the file; throws if it is not a supported capture.
    mutating func receive(_ piece: ArraySlice<UInt8>) throws(ImportRefusal) -> Content {
        guard damage == nil else { return .items([]) }
        switch state {
        case .first(let held):
            let bytes = held + piece
            if bytes.count >= CaptureFormat.bytesWanted { return try begin(bytes) }
            state = .first(bytes)
            return .items([])
        case .packets(var reader): return take(piece, &reader)
        case .log:
            marks.receive(piece)
            return .text(piece)
        }
    }

    /// Ends the file and returns anything held back.
    mutating func finish() throws(ImportRefusal) -> Content {
        var rest = Content.items([])
        if case .first(let held) = state {
            guard !held.isEmpty else { throw ImportRefusal("the file is empty", at: 0) }
            rest = try begin(held)
        }
        if case .log = state, !marks.areFound { throw ImportRefusal(CaptureFormat.unknownText, at: 0) }
        if case .packets(let reader) = state, damage == nil {
            var reader = reader
            do throws(CaptureError) {
                try reader.finish()
            } catch {
                damage = error
            }
        }
        return rest
    }

    private mutating func begin(_ bytes: [UInt8]) throws(ImportRefusal) -> Content {
        switch CaptureFormat.detect(Array(bytes.prefix(CaptureFormat.bytesWanted))) {
        case .refused(let reason): throw ImportRefusal(reason, at: 0)
        case .format(let known):
            format = known
            if var reader = known.reader { return take(bytes[...], &reader) }
            return beginLog(bytes)
        case .text:
            format = .qorvoLog
            return beginLog(bytes)
        }
    }

    private mutating func beginLog(_ bytes: [UInt8]) -> Content {
        state = .log
        marks.receive(bytes[...])
        return .text(bytes[...])
    }

    private mutating func take(_ piece: ArraySlice<UInt8>, _ reader: inout any CaptureReader) -> Content {
        var items: [CaptureItem] = []
        do throws(CaptureError) {
            try reader.receive(piece, into: &items)
        } catch {
            damage = error
        }
        state = .packets(reader)
        return .items(items)
    }
}
