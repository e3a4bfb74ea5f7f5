public import Ground

/// The reason why a property list cannot be read, and the location.
public struct PropertyListError: Error, Hashable, Sendable {
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
        // Any file.
        case empty
        case tooLarge
        /// Nested more deeply than the limit.
        case tooDeep
        /// More values than the limit, each counted once per reference.
        case tooManyValues
        /// JSON, the OpenStep format, or an unknown format.
        case otherFormat

        // XML.
        case encoding
        /// The file ends within an element or markup.
        case cut
        /// A violation of XML 1.0.
        case markup
        /// An entity other than the five predefined by XML, or a document type with its own declarations.
        case entity
        /// An element that property lists do not have, or do not allow at this location.
        case element
        /// An invalid number, date or data.
        case content
        /// A key without its value, or a value without its key.
        case structure

        // The binary form.
        /// A version other than 00.
        case version
        case trailer
        /// An offset or reference outside the file's objects.
        case offset
        /// An object that contains itself.
        case cycle
        /// Objects that share bytes.
        case overlap
        /// An unknown marker, or an impossible length.
        case object
    }

    public let kind: Kind
    /// The problem as a sentence without a full stop.
    public let meaning: String
    public let place: PropertyListPlace

    init(_ kind: Kind, _ meaning: String, at place: PropertyListPlace) {
        self.kind = kind
        self.meaning = meaning
        self.place = place
    }

    /// The code for `trammel explain`, the same for all kinds.
    public var code: FailureCode { "plist.unreadable" }
}

extension PropertyListError: CustomStringConvertible {
    public var description: String { "\(place): \(meaning)" }
}
