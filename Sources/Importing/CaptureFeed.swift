import Ground
import Traces

/// A capture that arrives in pieces of any size, taken apart as what its first bytes say it is.
struct CaptureFeed: Sendable {
    /// What a piece of the file brought.
    enum Content: Sendable {
        case items([CaptureItem])
        /// A piece of a text log.
        case text(ArraySlice<UInt8>)
    }

    private enum State: Sendable {
        /// The first bytes, which tell the format.
        case first([UInt8])
        case packets(any CaptureReader)
        case log
    }

    private var state = State.first([])
    /// Looks for a text's first line that tells what it is, wherever that stands.
    private var marks = QorvoMarks()
    /// What the file is, once its first bytes were there.
    private(set) var format: CaptureFormat?
    /// Where the file is damaged: nothing is read beyond.
    private(set) var damage: CaptureError?

    /// Takes the next bytes of the file; refuses what is no capture that is read here.
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

    /// Ends the file; gives what was held back.
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
