/// One capture format as records: what a reader does once the bytes of a record are there.
protocol RecordFormat: Sendable {
    init()

    /// What a record is called in errors.
    static var record: StaticString { get }

    /// Takes one record from the front of the buffer; false when its bytes are not all there yet.
    mutating func next(in buffer: inout PieceBuffer, into items: inout [CaptureItem]) throws(CaptureError) -> Bool
}

/// Feeds a format from pieces of a file, and remembers the error that ended it.
struct RecordStream<Format: RecordFormat>: Sendable {
    private enum State {
        case reading
        case finished
        case failed(CaptureError)
    }

    private var format = Format()
    private var buffer = PieceBuffer()
    private var state = State.reading

    mutating func receive(_ piece: ArraySlice<UInt8>, into items: inout [CaptureItem]) throws(CaptureError) {
        try step { format, buffer throws(CaptureError) in
            buffer.append(piece)
            while try format.next(in: &buffer, into: &items) {}
            buffer.compact()
        }
    }

    /// Does something with the format and the bytes that are there; an error ends the reading.
    mutating func step<Value>(
        _ act: (inout Format, inout PieceBuffer) throws(CaptureError) -> Value
    ) throws(CaptureError) -> Value {
        switch state {
        case .reading: break
        case .finished: preconditionFailure("a capture file that was finished gets no more bytes")
        case .failed(let error): throw error
        }
        do throws(CaptureError) {
            return try act(&format, &buffer)
        } catch {
            state = .failed(error)
            buffer = PieceBuffer()
            throw error
        }
    }

    mutating func finish() throws(CaptureError) {
        switch state {
        case .reading: break
        case .finished: return
        case .failed(let error): throw error
        }
        state = .finished
        let left = buffer.available
        if left > 0 {
            let meaning = "the file ends \(left) bytes into a \(Format.record)"
            try end(CaptureError(.truncated, at: buffer.offset, meaning))
        }
        if buffer.offset == 0 { try end(CaptureError(.truncated, at: 0, "the file is empty")) }
    }

    private mutating func end(_ error: CaptureError) throws(CaptureError) {
        state = .failed(error)
        throw error
    }
}
