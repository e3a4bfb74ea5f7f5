/// A property list as a file holds it, in XML or in the binary form, with the place of every value.
///
/// The forms follow Apple's `PropertyList-1.0.dtd` and the open sources of Core Foundation. Foundation's own readers
/// were tried first, on Linux with Swift 6.3, and none can be used on files of strangers:
///
/// - `PropertyListSerialization` does not end within 20 s for forty binary objects that each refer to the next one
///   twice, and calls a cycle a mistake in the OpenStep form;
/// - `PropertyListDecoder` ends the program by a stack overflow on deeply nested XML;
/// - both lose the order and all but the last of equal keys, and name no place in the binary form;
/// - `XMLParser` has places, and makes every start of the program 8 ms slower, for libxml2 and ICU come with it.
///
/// Whatever the bytes are, reading takes time and memory in proportion to them and ends with a value or an error.
public struct PropertyListFile: Hashable, Sendable {
    public enum Encoding: String, Hashable, Codable, Sendable {
        case utf8 = "UTF-8"
        case utf16BigEndian = "UTF-16BE"
        case utf16LittleEndian = "UTF-16LE"
    }

    public enum Form: Hashable, Sendable {
        case xml(Encoding)
        case binary
    }

    /// How much of a file is read; what has more is an error.
    public struct Limits: Hashable, Sendable {
        /// In bytes.
        public let size: Int
        /// Dictionaries and arrays within each other, the value in the innermost included.
        public let depth: Int
        /// Values and keys together; a binary object counts as often as it is referred to.
        public let values: Int

        public init(size: Int, depth: Int = 128, values: Int = 1_000_000) {
            precondition(depth <= 256, "the readers recurse, and a thread's stack is small")
            self.size = size
            self.depth = depth
            self.values = values
        }

        /// An app's own property list has some kilobytes.
        public static let standard = Limits(size: 1 << 20)
    }

    public let root: PropertyList
    public let form: Form

    /// Reads a whole file, or the beginning of one that is too large, with the size that all of it has.
    public init(_ bytes: [UInt8], size: Int? = nil, limits: Limits = .standard) throws(PropertyListError) {
        let size = max(bytes.count, size ?? 0)
        guard size <= limits.size else {
            throw PropertyListError(
                .tooLarge, "a property list of at most \(limits.size) bytes is read, and this one has \(size)",
                at: .byte(limits.size))
        }
        guard !bytes.isEmpty else { throw PropertyListError(.empty, "the file is empty", at: .byte(0)) }
        if bytes.starts(with: "bplist".utf8) {
            root = try BinaryReader.read(bytes, limits)
            form = .binary
        } else {
            let source = try XMLSource(bytes)
            if let other = OtherFormat(source) { throw other.error(in: source) }
            root = try XMLReader.read(source, limits)
            form = .xml(source.encoding)
        }
    }
}
