/// The encoder for values that a `LineWriter` writes.
struct LineEncoder: Encoder {
    let writer: LineWriter
    /// The offset at which the value begins, and the number of open levels around it.
    let start: Int
    let depth: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let opened = Result { try writer.open(isKeyed: true, at: start, in: depth) }
        return KeyedEncodingContainer(LineObject(open: opened, writer))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        LineArray(open: Result { try writer.open(isKeyed: false, at: start, in: depth) }, writer)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { LineValue(writer: writer) }
}

/// The members of an object.
///
/// The protocol does not allow opening a container to throw, so a refusal waits for the first member.
private struct LineObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let place: Result<LineWriter.Place, any Error>
    private let writer: LineWriter

    init(open place: Result<LineWriter.Place, any Error>, _ writer: LineWriter) {
        (self.place, self.writer) = (place, writer)
    }

    var codingPath: [any CodingKey] { [] }

    private func begin(_ key: Key) throws { try writer.begin(key.stringValue, in: try place.get()) }

    func encodeNil(forKey key: Key) throws {
        try begin(key)
        writer.writeNull()
    }

    func encode(_ value: Bool, forKey key: Key) throws {
        try begin(key)
        writer.write(value)
    }

    func encode(_ value: String, forKey key: Key) throws {
        try begin(key)
        try writer.write(value)
    }

    func encode(_ value: Double, forKey key: Key) throws { throw LineWriter.Refusal() }
    func encode(_ value: Float, forKey key: Key) throws { throw LineWriter.Refusal() }
    func encode(_ value: Int, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: Int8, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: Int16, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: Int32, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: UInt, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: UInt8, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try number(value, key) }
    func encode(_ value: UInt64, forKey key: Key) throws { try number(value, key) }

    private func number(_ value: some FixedWidthInteger, _ key: Key) throws {
        try begin(key)
        writer.write(value)
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try begin(key)
        try writer.writeValue(value)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(LineObject<Nested>(open: nested(key, isKeyed: true), writer))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        LineArray(open: nested(key, isKeyed: false), writer)
    }

    private func nested(_ key: Key, isKeyed: Bool) -> Result<LineWriter.Place, any Error> {
        Result {
            try begin(key)
            return try writer.open(isKeyed: isKeyed, at: writer.bytes.count, in: writer.depth)
        }
    }

    func superEncoder() -> any Encoder { LineRefusal(writer) }
    func superEncoder(forKey key: Key) -> any Encoder { LineRefusal(writer) }
}

/// The elements of an array.
private struct LineArray: UnkeyedEncodingContainer {
    private let place: Result<LineWriter.Place, any Error>
    private let writer: LineWriter
    private(set) var count = 0

    init(open place: Result<LineWriter.Place, any Error>, _ writer: LineWriter) {
        (self.place, self.writer) = (place, writer)
    }

    var codingPath: [any CodingKey] { [] }

    private mutating func begin() throws {
        try writer.beginElement(in: try place.get())
        count += 1
    }

    mutating func encodeNil() throws {
        try begin()
        writer.writeNull()
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try begin()
        try writer.writeValue(value)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(LineObject<Nested>(open: nested(isKeyed: true), writer))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        LineArray(open: nested(isKeyed: false), writer)
    }

    private mutating func nested(isKeyed: Bool) -> Result<LineWriter.Place, any Error> {
        Result {
            try begin()
            return try writer.open(isKeyed: isKeyed, at: writer.bytes.count, in: writer.depth)
        }
    }

    func superEncoder() -> any Encoder { LineRefusal(writer) }
}

/// A value that is neither an object nor an array.
private struct LineValue: SingleValueEncodingContainer {
    let writer: LineWriter

    var codingPath: [any CodingKey] { [] }

    func encodeNil() { writer.writeNull() }
    func encode(_ value: Bool) { writer.write(value) }
    func encode(_ value: String) throws { try writer.write(value) }
    func encode(_ value: Double) throws { throw LineWriter.Refusal() }
    func encode(_ value: Float) throws { throw LineWriter.Refusal() }
    func encode(_ value: Int) { writer.write(value) }
    func encode(_ value: Int8) { writer.write(value) }
    func encode(_ value: Int16) { writer.write(value) }
    func encode(_ value: Int32) { writer.write(value) }
    func encode(_ value: Int64) { writer.write(value) }
    func encode(_ value: UInt) { writer.write(value) }
    func encode(_ value: UInt8) { writer.write(value) }
    func encode(_ value: UInt16) { writer.write(value) }
    func encode(_ value: UInt32) { writer.write(value) }
    func encode(_ value: UInt64) { writer.write(value) }
    func encode<Value: Encodable>(_ value: Value) throws { try writer.writeValue(value) }
}

/// Refuses everything encoded with it, even nothing: a class's encoding for its superclass does not belong in a
/// journal.
private struct LineRefusal: Encoder {
    init(_ writer: LineWriter) { writer.refuse() }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(LineObject(open: .failure(LineWriter.Refusal()), LineWriter()))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        LineArray(open: .failure(LineWriter.Refusal()), LineWriter())
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { LineValue(writer: LineWriter()) }
}
