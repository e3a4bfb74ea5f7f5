/// A property list as stored in a file, in XML or in the binary form, with the location of every value.
///
/// The formats follow Apple's `PropertyList-1.0.dtd` and the open source of Core Foundation. Foundation's own readers
/// were tried first, on Linux with Swift 6.3, and none can be used on untrusted files:
///
/// - `PropertyListSerialization` does not finish within 20 s for forty binary objects that each refer to the next one
///   twice, and reports a cycle as an OpenStep syntax error;
/// - `PropertyListDecoder` crashes with a stack overflow on deeply nested XML;
/// - both lose the order and all but the last of equal keys, and report no locations in the binary form;
/// - `XMLParser` reports locations, but makes every launch of the program 8 ms slower because it pulls in libxml2 and
///   ICU.
///
/// For any input, reading takes time and memory proportional to its size and ends with a value or an error.
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

    /// Limits on a file; exceeding one is an error.
    public struct Limits: Hashable, Sendable {
        /// The maximum size in bytes.
        public let size: Int
        /// The maximum nesting depth of dictionaries and arrays, including the innermost value.
        public let depth: Int
        /// The maximum number of values and keys; a binary object counts once per reference.
        public let values: Int

        public init(size: Int, depth: Int = 128, values: Int = 1_000_000) {
            precondition(depth <= 256, "the readers recurse, and a thread's stack is small")
            self.size = size
            self.depth = depth
            self.values = values
        }

        /// The limits for an app's own property list, which has a few kilobytes.
        public static let standard = Limits(size: 1 << 20)
    }

    public let root: PropertyList
    public let form: Form

    /// Reads a complete file, or the beginning of one that is too large together with its total size.
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
