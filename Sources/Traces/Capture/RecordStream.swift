/// A capture format made of records, which parses a record once its bytes are available.
protocol RecordFormat: Sendable {
    init()

    /// The name of a record in errors.
    static var record: StaticString { get }

    /// Parses one record at the front of the buffer; false if it is not complete yet.
    mutating func next(in buffer: inout PieceBuffer, into items: inout [CaptureItem]) throws(CaptureError) -> Bool
}

/// Feeds a format with pieces of a file, and remembers the error that ended it.
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

    /// Runs an action on the format and the available bytes; an error ends the reading.
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

/// The bytes of a file that have arrived and are not consumed yet.
struct PieceBuffer: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The index in `bytes` of the first byte not consumed yet.
    private(set) var start = 0
    private var origin = 0

    /// The file offset of the first byte not consumed yet.
    var offset: Int { origin + start }
    var available: Int { bytes.count - start }

    mutating func append(_ piece: ArraySlice<UInt8>) { bytes.append(contentsOf: piece) }

    mutating func consume(_ count: Int) {
        precondition(count >= 0 && count <= available, "only bytes that are there can be taken")
        start += count
    }

    /// Discards the consumed bytes.
    mutating func compact() {
        guard start > 0 else { return }
        origin += start
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: true)
        } else {
            bytes.removeFirst(start)
        }
        start = 0
    }

    /// The fields of the next `count` bytes; nil if not all are available.
    func fields(_ count: Int, _ order: ByteOrder) -> FieldReader? { count < 0 ? nil : fields(0..<count, order) }

    /// The fields of a range of the next bytes; nil if not all are available.
    func fields(_ range: Range<Int>, _ order: ByteOrder) -> FieldReader? {
        guard range.lowerBound >= 0, range.upperBound <= available else { return nil }
        return FieldReader(
            bytes, from: start + range.lowerBound, to: start + range.upperBound, origin: origin, order: order)
    }

    /// A number among the next bytes, which must be available.
    func u32(at place: Int, _ order: ByteOrder) -> UInt32 {
        precondition(place >= 0 && place + 4 <= available, "a number lies inside the bytes that are there")
        let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start + place, as: UInt32.self) }
        return order == .little ? UInt32(littleEndian: value) : UInt32(bigEndian: value)
    }
}
