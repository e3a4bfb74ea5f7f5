public import Ground

/// A value in a document together with its path, so that an error can name the place: `plan.hash`.
public struct JSONField: Sendable {
    public let path: String
    public let value: JSONValue

    public init(_ value: JSONValue, path: String = "") { (self.path, self.value) = (path, value) }

    /// Reads a document.
    public init(json: [UInt8]) throws(DocumentError) { self.init(try JSONValue(json: json)) }

    /// Returns a required field.
    public func field(_ name: String) throws(DocumentError) -> JSONField {
        guard case .object(let fields) = value else { throw mistake("is no object") }
        let path = path.isEmpty ? name : "\(path).\(name)"
        guard let value = fields[name] else { throw DocumentError("'\(path.shown())' is missing") }
        return JSONField(value, path: path)
    }

    /// Returns a field that may be missing or null.
    public func optional(_ name: String) throws(DocumentError) -> JSONField? {
        guard case .object(let fields) = value else { throw mistake("is no object") }
        switch fields[name] {
        case nil, .null?: return nil
        case let value?: return JSONField(value, path: path.isEmpty ? name : "\(path).\(name)")
        }
    }

    public func text() throws(DocumentError) -> String {
        guard case .text(let text) = value else { throw mistake("is no text") }
        return text
    }

    public func number<Value: FixedWidthInteger>(_ type: Value.Type = Int.self) throws(DocumentError) -> Value {
        guard case .number(let text) = value, let number = Value(text) else {
            throw mistake("is no whole number of \(Value.min) to \(Value.max)")
        }
        return number
    }

    public func flag() throws(DocumentError) -> Bool {
        guard case .bool(let flag) = value else { throw mistake("is neither true nor false") }
        return flag
    }

    public func list() throws(DocumentError) -> [JSONField] {
        guard case .list(let items) = value else { throw mistake("is no list") }
        return items.enumerated().map { JSONField($1, path: "\(path)[\($0)]") }
    }

    /// Returns the fields, sorted by the bytes of their names.
    public func fields() throws(DocumentError) -> [(name: String, field: JSONField)] {
        guard case .object(let fields) = value else { throw mistake("is no object") }
        return fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            .map { ($0.key, JSONField($0.value, path: path.isEmpty ? $0.key : "\(path).\($0.key)")) }
    }

    /// Returns an error about this value; `what` is the end of its sentence.
    public func mistake(_ what: String) -> DocumentError {
        DocumentError(path.isEmpty ? "the document \(what)" : "'\(path.shown())' \(what)")
    }
}
