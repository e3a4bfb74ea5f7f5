/// A JSON value and its byte offset.
public struct JSONNode: Sendable {
    public indirect enum Value: Sendable {
        case null
        case bool(Bool)
        /// A number as written.
        case number(String)
        case string(String)
        case array([JSONNode])
        case object([JSONMember])
    }

    public let value: Value
    public let offset: Int

    /// The number of elements or members.
    public var count: Int {
        switch value {
        case .array(let nodes): nodes.count
        case .object(let members): members.count
        case .null, .bool, .number, .string: 0
        }
    }

    /// The kind with its article, for use in sentences.
    public var kind: String {
        switch value {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// A name and value of a JSON object.
public struct JSONMember: Sendable {
    public let name: String
    public let nameOffset: Int
    public let node: JSONNode
    /// Whether a later member of the object has the same name, byte for byte.
    public let isRepeated: Bool
}

extension JSONNode {
    /// The maximum depth of nested objects and arrays.
    public static let depthLimit = 64

    /// Parses a text's single value from `start` on; only white space may follow it.
    ///
    /// The text must be valid UTF-8 and `\u` escapes must form complete characters. Repeated names are marked, not
    /// refused.
    public init(_ bytes: [UInt8], from start: Int = 0) throws(JSONProblem) {
        self = try JSONReader.read(bytes, from: start)
    }

    /// The offset of the first member whose name is not after its predecessor's in byte order; nil if all are sorted.
    public var firstUnsortedName: Int? {
        switch value {
        case .null, .bool, .number, .string: return nil
        case .array(let elements): return elements.lazy.compactMap(\.firstUnsortedName).first
        case .object(let members):
            var last: String?
            for member in members {
                if let last, !last.utf8.lexicographicallyPrecedes(member.name.utf8) { return member.nameOffset }
                last = member.name
                if let inside = member.node.firstUnsortedName { return inside }
            }
            return nil
        }
    }

    /// Returns the offset of the value at a path, or of its name in an object.
    ///
    /// If the path leads nowhere, the result is the offset of the last part that exists.
    public func offset(of path: JSONPath) -> Int {
        var (node, found) = (self, offset)
        for part in path.parts {
            switch (part, node.value) {
            case (.name(let name), .object(let members)):
                guard let member = members.last(where: { $0.name == name }) else { return found }
                (node, found) = (member.node, member.nameOffset)
            case (.index(let index), .array(let elements)):
                guard elements.indices.contains(index) else { return found }
                (node, found) = (elements[index], elements[index].offset)
            default: return found
            }
        }
        return found
    }
}

/// An error in a JSON text and its byte offset.
public struct JSONProblem: Error, Hashable, Sendable {
    public enum Kind: Sendable { case notUTF8, notJSON, tooDeep }

    public let kind: Kind
    /// The problem, without a full stop.
    public let meaning: String
    public let offset: Int
}
