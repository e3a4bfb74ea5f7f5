public import Ground

/// One value of a property list, and where it stands in its file.
public struct PropertyList: Hashable, Sendable {
    public indirect enum Value: Hashable, Sendable {
        case dictionary(PropertyListDictionary)
        case array([PropertyList])
        case string(String)
        /// From -2^63 to 2^64 - 1, which is all that the two forms can hold.
        case integer(Int128)
        case real(Double)
        case boolean(Bool)
        case date(PropertyListDate)
        case data([UInt8])
        /// A reference within a keyed archive; only the binary form has it.
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
    /// The members; nil for all but a dictionary.
    public var dictionary: PropertyListDictionary? {
        if case .dictionary(let dictionary) = value { dictionary } else { nil }
    }

    /// The elements; nil for all but an array.
    public var array: [PropertyList]? { if case .array(let elements) = value { elements } else { nil } }

    /// The text; nil for all but a string.
    public var string: String? { if case .string(let text) = value { text } else { nil } }

    /// What kind of value a property list can hold.
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
    /// With its article, for sentences: `an array`.
    public var description: String {
        switch self {
        case .data: "data"
        case .array, .integer: "an \(rawValue)"
        case .dictionary, .string, .real, .boolean, .date, .reference: "a \(rawValue)"
        }
    }
}

/// The members of a dictionary in the file's order, those with one name too.
public struct PropertyListDictionary: Hashable, Sendable {
    public struct Member: Hashable, Sendable {
        public let key: String
        public let keyPlace: PropertyListPlace
        public let value: PropertyList
        /// Whether a later member has the same key, byte for byte.
        public let isRepeated: Bool
    }

    public let members: [Member]

    /// Members as they stand in a file; which of them are repeated is found here.
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

    /// The value of a key; of several the last, which is the one that Foundation takes.
    public subscript(_ key: String) -> PropertyList? {
        members.last { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }
}

/// A point in time as property lists hold it.
public struct PropertyListDate: Hashable, Sendable {
    /// Seconds since the beginning of 2001 in UTC; never infinite and always a number.
    public let seconds: Double

    /// Nil for what is no finite number.
    init?(seconds: Double) {
        guard seconds.isFinite else { return nil }
        self.seconds = seconds
    }
}

/// Where a value begins: text has lines, and the binary form has bytes alone.
public enum PropertyListPlace: Hashable, Sendable {
    /// Its offset counts the file's own bytes, also in UTF-16.
    case text(TextPosition)
    /// From 0.
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
