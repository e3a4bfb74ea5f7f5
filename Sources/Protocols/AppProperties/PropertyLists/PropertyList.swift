public import Ground

/// A value of a property list, and its location in the file.
public struct PropertyList: Hashable, Sendable {
    public indirect enum Value: Hashable, Sendable {
        case dictionary(PropertyListDictionary)
        case array([PropertyList])
        case string(String)
        /// From -2^63 to 2^64 - 1, the range of both forms.
        case integer(Int128)
        case real(Double)
        case boolean(Bool)
        case date(PropertyListDate)
        case data([UInt8])
        /// A reference within a keyed archive; exists in the binary form only.
        case reference(UInt64)
    }

    public let value: Value
    public let place: PropertyListPlace

    public init(_ value: Value, at place: PropertyListPlace) {
        self.value = value
        self.place = place
    }
}

extension PropertyList {
    /// The dictionary; nil for other kinds.
    public var dictionary: PropertyListDictionary? {
        if case .dictionary(let dictionary) = value { dictionary } else { nil }
    }

    /// The elements of an array; nil for other kinds.
    public var array: [PropertyList]? { if case .array(let elements) = value { elements } else { nil } }

    /// The text of a string; nil for other kinds.
    public var string: String? { if case .string(let text) = value { text } else { nil } }

    /// The kind of a value.
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
        case dictionary, array, string, integer, real, boolean, date, data, reference
    }

    public var kind: Kind {
        switch value {
        case .dictionary: .dictionary
        case .array: .array
        case .string: .string
        case .integer: .integer
        case .real: .real
        case .boolean: .boolean
        case .date: .date
        case .data: .data
        case .reference: .reference
        }
    }
}

extension PropertyList.Kind: CustomStringConvertible {
    /// With its article, for use in sentences: `an array`.
    public var description: String {
        switch self {
        case .data: "data"
        case .array, .integer: "an \(rawValue)"
        case .dictionary, .string, .real, .boolean, .date, .reference: "a \(rawValue)"
        }
    }
}

/// The members of a dictionary in the file's order, including duplicate keys.
public struct PropertyListDictionary: Hashable, Sendable {
    public struct Member: Hashable, Sendable {
        public let key: String
        public let keyPlace: PropertyListPlace
        public let value: PropertyList
        /// Whether a later member has the same key, byte for byte.
        public let isRepeated: Bool
    }

    public let members: [Member]

    /// Creates a dictionary from members in file order, and determines which are repeated.
    init(_ members: [(key: String, place: PropertyListPlace, value: PropertyList)]) {
        var later: Set<[UInt8]> = []
        var marked: [Member] = []
        marked.reserveCapacity(members.count)
        for member in members.reversed() {
            let isNew = later.insert(Array(member.key.utf8)).inserted
            marked.append(
                Member(key: member.key, keyPlace: member.place, value: member.value, isRepeated: !isNew))
        }
        self.members = marked.reversed()
    }

    /// The value of a key; of several, the last, as in Foundation.
    public subscript(_ key: String) -> PropertyList? {
        members.last { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }
}

/// A point in time in a property list.
public struct PropertyListDate: Hashable, Sendable {
    /// The number of seconds since the beginning of 2001 in UTC; always finite.
    public let seconds: Double

    /// Returns nil unless the number is finite.
    init?(seconds: Double) {
        guard seconds.isFinite else { return nil }
        self.seconds = seconds
    }
}

/// The beginning of a value: a text position, or a byte offset in the binary form.
public enum PropertyListPlace: Hashable, Sendable {
    /// Its offset counts the file's own bytes, even in UTF-16.
    case text(TextPosition)
    /// The byte offset, from 0.
    case byte(Int)

    /// The offset in the file, in bytes from 0.
    public var offset: Int {
        switch self {
        case .text(let position): position.offset
        case .byte(let offset): offset
        }
    }
}

extension PropertyListPlace: CustomStringConvertible {
    public var description: String {
        switch self {
        case .text(let position): "\(position)"
        case .byte(let offset): "byte \(offset)"
        }
    }
}
