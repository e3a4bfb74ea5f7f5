/// What is wrong with a document, a key or a signature, and where.
public struct AttestationError: Error, Hashable, Sendable {
    /// As a sentence without its full stop; it names the thing and what is wrong with it.
    public let what: String
    /// The byte that it is about, counted from 0; nil where it is about the whole.
    public let offset: Int?
    /// The line that it is about, counted from 1; nil where it is about the whole.
    public let line: Int?

    public init(_ what: String, offset: Int? = nil, line: Int? = nil) {
        (self.what, self.offset, self.line) = (what, offset, line)
    }
}

extension AttestationError: CustomStringConvertible {
    public var description: String {
        let places = [line.map { "line \($0)" }, offset.map { "byte \($0)" }].compactMap(\.self)
        return places.isEmpty ? what : "\(places.joined(separator: ", ")): \(what)"
    }
}
