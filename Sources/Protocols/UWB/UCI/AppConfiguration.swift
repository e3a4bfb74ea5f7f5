import Ground

/// The application configuration of a session: parameters in the order in which they were set (uwb.md 2).
public struct AppConfiguration: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public let id: AppConfigurationID
        /// At most 255 bytes; numbers are little-endian.
        public internal(set) var value: [UInt8]
    }

    public private(set) var entries: [Entry] = []

    public init() {}

    public var isEmpty: Bool { entries.isEmpty }
    public var count: Int { entries.count }

    /// The value of a parameter. Setting an existing one keeps its position; setting nil removes it.
    public subscript(id: AppConfigurationID) -> [UInt8]? {
        get { entries.first { $0.id == id }?.value }
        set {
            let index = entries.firstIndex { $0.id == id }
            guard let newValue else {
                if let index { entries.remove(at: index) }
                return
            }
            precondition(newValue.count <= 255, "parameter \(id) cannot have \(newValue.count) bytes, 255 at most")
            if let index {
                entries[index].value = newValue
            } else {
                entries.append(Entry(id: id, value: newValue))
            }
        }
    }

    /// Returns the parameter as a little-endian number, or nil if it is missing or has another length.
    public func number<Value: FixedWidthInteger & UnsignedInteger>(_ id: AppConfigurationID) -> Value? {
        guard let value = self[id], value.count == Value.bitWidth / 8 else { return nil }
        return value.reversed().reduce(0) { $0 << 8 | Value($1) }
    }

    public mutating func set<Value: FixedWidthInteger & UnsignedInteger>(_ id: AppConfigurationID, _ value: Value) {
        var bytes: [UInt8] = []
        bytes.append(little: value)
        self[id] = bytes
    }

    /// Sets all parameters of another configuration.
    public mutating func merge(_ other: AppConfiguration) {
        for entry in other.entries { self[entry.id] = entry.value }
    }

    /// Decodes a count byte and that number of parameters; throws if bytes are missing.
    init(reading reader: inout ByteReader) throws(Malformed) {
        for _ in 0..<(try reader.u8("the number of parameters")) {
            let id = try AppConfigurationID(reading: &reader)
            let length = try reader.u8("the parameter's length")
            self[id] = try reader.take(Int(length), "the parameter's value")
        }
    }

    /// Appends the count byte and the parameters, of which there may be at most 255.
    func encode(into bytes: inout [UInt8]) {
        precondition(entries.count <= 255, "one command sets 255 parameters at most, not \(entries.count)")
        bytes.append(UInt8(clamping: entries.count))
        for entry in entries { entry.encode(into: &bytes) }
    }

    /// Splits the configuration into parts that each fit one control packet with token and count; returns at least
    /// one.
    ///
    /// It is unverified whether Qorvo's firmware accepts segmented commands. Splitting avoids them unless a single
    /// parameter is too long by itself.
    public func split(limit: Int = UCIPacket.maximumSegment - 5) -> [AppConfiguration] {
        var parts: [AppConfiguration] = []
        var part = AppConfiguration()
        var size = 0
        for entry in entries {
            if !part.isEmpty && size + entry.size > limit {
                parts.append(part)
                part = AppConfiguration()
                size = 0
            }
            part.entries.append(entry)
            size += entry.size
        }
        return parts + [part]
    }
}

extension AppConfiguration.Entry {
    /// The size of the parameter on the wire in bytes.
    var size: Int { (id.isWide ? 3 : 2) + value.count }

    func encode(into bytes: inout [UInt8]) {
        id.encode(into: &bytes)
        bytes.append(UInt8(clamping: value.count))
        bytes.append(contentsOf: value)
    }
}
