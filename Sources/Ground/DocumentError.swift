/// An error in a document, a key or a signature, and its place.
public struct DocumentError: Error, Hashable, Sendable {
    /// What is wrong with what, as a sentence without its final full stop.
    public let what: String
    /// The offset of the byte, counted from 0; nil if the error is about the whole document.
    public let offset: Int?
    /// The number of the line, counted from 1; nil if the error is about the whole document.
    public let line: Int?

    public init(_ what: String, offset: Int? = nil, line: Int? = nil) {
        (self.what, self.offset, self.line) = (what, offset, line)
    }
}

extension DocumentError: CustomStringConvertible {
    public var description: String {
        let places = [line.map { "line \($0)" }, offset.map { "byte \($0)" }].compactMap(\.self)
        return places.isEmpty ? what : "\(places.joined(separator: ", ")): \(what)"
    }
}
