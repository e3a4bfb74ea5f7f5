import Ground

/// A kind of file that people and programs write: one value with the file's kind and version.
///
/// `{"kind": "trammel scenario", "version": 2, "scenario": {...}}`; every value inside has a name.
public struct JSONFile: Sendable {
    /// The name of the value, and of the thing in sentences: `scenario`.
    let name: String
    let kind: String
    /// The version of the format, the only one that is read.
    let version: Int

    public init(of name: String, kind: String, version: Int) {
        (self.name, self.kind, self.version) = (name, kind, version)
    }

    /// Returns a value as a file with sorted keys: the same text for the same value.
    public func text(of content: some Encodable) -> String {
        String(decoding: JSON.document(Written(file: self, content: content)), as: UTF8.self)
    }

    /// Reads a value. Throws with the path and the line of the first value that is wrong, repeated or unknown in this
    /// version.
    ///
    /// `make` converts what was read into what is written, and is also given the places of the values.
    public func read<Content: Decodable, Made: Encodable>(
        _ type: Content.Type = Content.self, from text: String, make: (Content, JSONNode) -> Made
    ) throws(JSONFileError) -> Made {
        let bytes = Array(text.utf8)
        let (places, tree) = try Self.parse(bytes)
        do throws(JSONFileError) {
            try check(tree)
            let content: Content
            do {
                content = try JSON.value(Read<Content>.self, from: bytes).content(named: name)
            } catch {
                throw JSONFileError(error, in: tree, self)
            }
            let made = make(content, places)
            let written = self.text(of: made)
            // A text that is written back to the same bytes was understood completely. In any other, a key that is
            // missing when the value is written again was not.
            guard written != text, let again = try? JSONValue(json: Array(written.utf8)) else { return made }
            if let path = tree.firstKey(missingIn: again) {
                throw JSONFileError(at: path, message: "version \(version) knows no such field")
            }
            return made
        } catch {
            throw error.located(in: places, of: bytes)
        }
    }

    /// Reads a value that stands alone, such as a line of a file, both as a type and as JSON.
    public static func value<Value: Decodable>(
        _ type: Value.Type = Value.self, from text: String
    ) throws(JSONFileError) -> (Value, JSONValue) {
        let bytes = Array(text.utf8)
        let (_, tree) = try parse(bytes)
        do { return (try JSON.value(from: bytes), tree) } catch { throw JSONFileError(error, in: tree) }
    }

    /// Parses a text strictly: a repeated name, of which a decoder would silently take one, is an error.
    private static func parse(_ bytes: [UInt8]) throws(JSONFileError) -> (JSONNode, JSONValue) {
        do throws(JSONProblem) {
            let node = try JSONNode(bytes)
            do throws(DocumentError) { return (node, try JSONValue(node)) } catch {
                throw JSONProblem(kind: .notJSON, meaning: error.what, offset: error.offset ?? 0)
            }
        } catch {
            let place = TextPosition(offset: error.offset, in: bytes)
            throw JSONFileError(message: "not readable as JSON: \(error.meaning), at \(place)", line: place.line)
        }
    }

    fileprivate static func line(_ offset: Int, in bytes: [UInt8]) -> Int {
        TextPosition(offset: offset, in: bytes).line
    }

    private func check(_ tree: JSONValue) throws(JSONFileError) {
        guard case .object(let fields) = tree else {
            throw JSONFileError(message: "a \(name) file is an object with kind, version and \(name)")
        }
        guard fields["kind"] == .text(kind) else {
            throw JSONFileError(at: .init([.name("kind")]), message: "this is not a \(name): expected \"\(kind)\"")
        }
        guard fields["version"] == .number(version) else {
            let found = fields["version"]?.description ?? "none"
            throw JSONFileError(
                at: .init([.name("version")]),
                message: "the version is \(found), and this program reads version \(version)")
        }
    }
}

/// The error that makes a file unusable, with the value concerned.
public struct JSONFileError: Error, Hashable, Sendable {
    public let place: JSONPath
    /// The problem, without a full stop.
    public let message: String
    /// The number of the line, counted from 1; nil for the whole file.
    public let line: Int?

    public init(at place: JSONPath = JSONPath(), message: String, line: Int? = nil) {
        (self.place, self.message, self.line) = (place, message, line)
    }

    /// The path of the value, as in `scenario.steps[2].action.connect.within`; empty for the whole file.
    public var path: String { place.description }

    /// Returns the error prefixed with the name of its file and the line: `plan.json:7: ...`.
    public func described(in file: String) -> String {
        "\(file.escapedForDisplay):\(line.map { "\($0):" } ?? "") \(self)"
    }

    fileprivate func located(in places: JSONNode, of bytes: [UInt8]) -> JSONFileError {
        guard line == nil, !place.parts.isEmpty else { return self }
        return JSONFileError(
            at: place, message: message, line: JSONFile.line(places.offset(of: place), in: bytes))
    }

    /// Creates the error of a decoder.
    public init(_ error: any Error) { self.init(error, in: nil) }

    init(_ error: any Error, in tree: JSONValue?, _ file: JSONFile? = nil) {
        guard let error = error as? DecodingError else {
            // Foundation's own error for a number that does not fit where it stands, which has no place.
            let parts = "\(error)".split(separator: "\"", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0].hasPrefix("numberIsNotRepresentableInSwift") else {
                self.init(message: "not readable as JSON: \(error)")
                return
            }
            let number = String(parts[1])
            self.init(
                at: tree?.onlyPath(to: .number(number)) ?? JSONPath(),
                message: "\(number) does not fit here, where a whole number stands that is not too large")
            return
        }
        switch error {
        case .keyNotFound(let key, let context):
            self.init(at: JSONPath(context.codingPath), message: "the field \"\(key.stringValue)\" is missing")
        case .valueNotFound(_, let context):
            self.init(at: JSONPath(context.codingPath), message: "a value is missing")
        case .typeMismatch(_, let context):
            let path = JSONPath(context.codingPath)
            // The synthesized coding of an enumeration reports the number of keys if it knows none of them.
            if let file, case .object(let fields)? = tree?.value(at: path),
                context.debugDescription.contains("number of keys")
            {
                let names = fields.keys.sorted().map { "\"\($0.escapedForDisplay)\"" }.joined(separator: ", ")
                let found = fields.isEmpty ? "is empty" : "has \(names)"
                self.init(
                    at: path,
                    message: "expected exactly one case that version \(file.version) knows, but the object \(found)")
            } else {
                self.init(at: path, message: "the value has the wrong type: \(context.debugDescription)")
            }
        case .dataCorrupted(let context):
            self.init(at: JSONPath(context.codingPath), message: context.debugDescription)
        @unknown default: self.init(message: "not readable: \(error)")
        }
    }
}

extension JSONFileError: CustomStringConvertible {
    public var description: String {
        path.isEmpty ? message.escapedForDisplay : "\(path.escapedForDisplay): \(message.escapedForDisplay)"
    }
}

private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}

private struct Written<Content: Encodable>: Encodable {
    let file: JSONFile
    let content: Content

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(file.kind, forKey: Key("kind"))
        try container.encode(file.version, forKey: Key("version"))
        try container.encode(content, forKey: Key(file.name))
    }
}

/// A file of which the name of the value is not known while it is decoded.
private struct Read<Content: Decodable>: Decodable {
    private let container: KeyedDecodingContainer<Key>

    init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Key.self) }

    func content(named name: String) throws -> Content { try container.decode(Content.self, forKey: Key(name)) }
}
