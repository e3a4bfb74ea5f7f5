public import Ground

/// Why a file is no property list that can be read: what is wrong, and where.
public struct PropertyListError: Error, Hashable, Sendable {
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
        // Of any file.
        case empty
        case tooLarge
        /// Nested deeper than the limit.
        case tooDeep
        /// More values than the limit, each counted as often as it is referred to.
        case tooManyValues
        /// JSON, the OpenStep form, or nothing that is known.
        case otherFormat

        // Of XML.
        case encoding
        /// The file ends within an element or markup.
        case cut
        /// Against XML 1.0.
        case markup
        /// An entity other than the five of XML, or a document type with declarations of its own.
        case entity
        /// An element that a property list does not have, or not there.
        case element
        /// A number, a date or data that does not read as one.
        case content
        /// A key without its value, or a value without its key.
        case structure

        // Of the binary form.
        /// Another version than 00.
        case version
        case trailer
        /// An offset or reference that leads out of the file's objects.
        case offset
        /// An object that contains itself.
        case cycle
        /// Objects that share bytes.
        case overlap
        /// A marker that no value has, or a length that does not fit.
        case object
    }

    public let kind: Kind
    /// What is wrong, as a sentence without its full stop.
    public let meaning: String
    public let place: PropertyListPlace

    init(_ kind: Kind, _ meaning: String, at place: PropertyListPlace) {
        self.kind = kind
        self.meaning = meaning
        self.place = place
    }

    /// What `trammel explain` knows it by, whatever its kind.
    public var code: FailureCode { "plist.unreadable" }
}

extension PropertyListError: CustomStringConvertible {
    public var description: String { "\(place): \(meaning)" }
}
